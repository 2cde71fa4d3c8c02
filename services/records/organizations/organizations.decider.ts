import { said, saysTheSame } from '#contracts/rules/equal';
import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { OrganizationCommand, OrganizationEvent } from '#contracts/people/organizations';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Facts = Extract<OrganizationEvent, { type: 'OrganizationRegistered' }>['data'];
type Organization = { status: 'none' } | { status: 'registered' | 'removed'; facts: Facts; first_user?: object; administrators: string[] };
type Existing = Exclude<Organization, { status: 'none' }>;
type Of<T extends OrganizationCommand['type']> = Extract<OrganizationCommand, { type: T }>['data'];

const evolve = (state: Organization, event: OrganizationEvent | AccessUnverified): Organization => {
  if (event.type === 'OrganizationRegistered') return { status: 'registered', facts: event.data, administrators: [] };
  if (state.status === 'none') return state;
  switch (event.type) {
    case 'OrganizationCorrected':
      return { ...state, facts: { ...event.data, status: state.facts.status } };
    case 'OrganizationStatusDecided':
      return { ...state, facts: { ...state.facts, status: event.data.status } };
    case 'AdministratorNamed':
      return { ...state, first_user: event.data, administrators: [event.data.user_id] };
    case 'AccessUnverified':
      return { ...state, facts: { ...state.facts, status: 'PendingApproval' } }; // a super user decides again
    case 'OrganizationInvited':
      return state;
    case 'AdministratorChosen':
      return { ...state, administrators: [...state.administrators, event.data.user_id] };
    case 'OrganizationRemoved':
      return { ...state, status: 'removed' };
  }
};

const taken = () => new Refusal('organization-exists', 'This organization exists already', {}, 409);

const addressOf = ({ status: _decided, ...address }: Facts): Omit<Facts, 'status'> => said(address) as Omit<Facts, 'status'>;

const signUp = ({ administrator, invitation_id, ...address }: Of<'SignUpOrganization'>, state: Organization): OrganizationEvent[] => {
  const { organization_id } = address;
  const facts: Facts = { ...address, status: 'PendingApproval' };
  if (state.status !== 'none') {
    const isSame = state.status === 'registered' && saysTheSame(state.facts, facts);
    if (isSame && saysTheSame(state.first_user, { organization_id, ...administrator })) return [];
    throw taken();
  }
  return [
    { type: 'OrganizationRegistered', data: facts },
    { type: 'AdministratorNamed', data: { organization_id, ...administrator } },
    ...(invitation_id === undefined ? [] : [{ type: 'OrganizationInvited' as const, data: { organization_id, invitation_id } }]),
  ];
};

const correct = (command: Of<'CorrectOrganization'>, { facts, administrators }: Existing): OrganizationEvent[] => {
  const { organization_id, version: _seen, status, administrator_id, ...address } = command;
  const corrected = { organization_id, ...said(address) } as Omit<Facts, 'status'>;
  return [
    ...(saysTheSame(corrected, addressOf(facts)) ? [] : [{ type: 'OrganizationCorrected' as const, data: corrected }]),
    ...(status === undefined || status === facts.status
      ? []
      : [{ type: 'OrganizationStatusDecided' as const, data: { organization_id, status } }]),
    ...(administrator_id === undefined || administrators.includes(administrator_id)
      ? []
      : [{ type: 'AdministratorChosen' as const, data: { organization_id, user_id: administrator_id } }]),
  ];
};

const decide = (command: OrganizationCommand, state: Organization): OrganizationEvent[] => {
  if (command.type === 'SignUpOrganization') return signUp(command.data, state);
  if (command.type === 'RegisterOrganization') {
    if (state.status === 'none') return [{ type: 'OrganizationRegistered', data: command.data }];
    if (state.status === 'registered' && saysTheSame(state.facts, command.data)) return [];
    throw taken();
  }
  if (state.status === 'none') throw new Refusal('not-found', 'This does not exist', {}, 404);
  if (command.type === 'RemoveOrganization') {
    if (state.status === 'removed') return [];
    const { organization_id, patients } = command.data;
    if (patients > 0) {
      const records = patients === 1 ? '1 patient record' : `${patients} patient records`;
      throw new Refusal('organization-has-records', `This organization still has ${records}. Export and remove them first.`);
    }
    return [{ type: 'OrganizationRemoved', data: { organization_id } }];
  }
  if (state.status === 'removed') throw new Refusal('organization-removed', 'This organization was removed', {}, 404);
  return correct(command.data, state);
};

/** What a form shows of an organization: nothing of its first user. */
const shown = (state: Organization): unknown =>
  state.status === 'registered' ? { ...state.facts, id: state.facts.organization_id } : null;

/** One clinic, stream `organization-<id>`. Who may send which command is checked before, by the handler. */
export const organization: Decider<Organization, OrganizationCommand, OrganizationEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown,
};
