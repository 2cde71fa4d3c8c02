import { saysTheSame } from '#contracts/rules/equal';
import type { OrganizationCommand, OrganizationEvent } from '#contracts/people/organizations';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Facts = OrganizationEvent['data'];
type Organization = { status: 'none' } | { status: 'registered'; facts: Facts };

const evolve = (_state: Organization, event: OrganizationEvent): Organization => {
  switch (event.type) {
    case 'OrganizationRegistered':
      return { status: 'registered', facts: event.data };
  }
};

const decide = (command: OrganizationCommand, state: Organization): OrganizationEvent[] => {
  switch (command.type) {
    case 'RegisterOrganization':
      if (state.status === 'none') return [{ type: 'OrganizationRegistered', data: command.data }];
      if (saysTheSame(state.facts, command.data)) return [];
      throw new Refusal('organization-exists', 'This organization exists already', {}, 409);
  }
};

/** One clinic, stream `organization-<id>`. */
export const organization: Decider<Organization, OrganizationCommand, OrganizationEvent> = { initial: { status: 'none' }, evolve, decide };
