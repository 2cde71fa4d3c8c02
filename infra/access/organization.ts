import type { AccessUnverified } from '#contracts/people/access-decisions';
import type { OrganizationEvent } from '#contracts/people/organizations';
import { outlineOf } from './stream-scope.ts';
import type { EventLog } from '../event-store/event-log.ts';

/** An organization as its stream says now; a removed one keeps its name beside what was done in it. */
export type OrganizationFacts = Extract<OrganizationEvent, { type: 'OrganizationRegistered' }>['data'] & {
  removed: boolean;
  /** An event of it failed verification, and nobody has decided about its status since (ruling 65). */
  isUnverified: boolean;
};

/** An organization's facts (name, status, time zone ...) at the head of its stream; undefined where there is none. @throws KeysUnavailable */
export const readOrganization = async (log: EventLog, organization_id: string): Promise<OrganizationFacts | undefined> => {
  let facts: OrganizationFacts | undefined;
  for await (const opened of log.read(`organization-${organization_id}`)) {
    if (opened.kind !== 'opened') continue;
    const event = opened.event as OrganizationEvent | AccessUnverified;
    if (event.type === 'OrganizationRegistered') facts = { ...event.data, removed: false, isUnverified: false };
    else if (facts && event.type === 'OrganizationCorrected')
      facts = { ...event.data, status: facts.status, removed: facts.removed, isUnverified: facts.isUnverified };
    else if (facts && event.type === 'OrganizationStatusDecided') facts = { ...facts, status: event.data.status, isUnverified: false };
    else if (facts && event.type === 'AccessUnverified') facts = { ...facts, status: 'PendingApproval', isUnverified: true };
    else if (facts && event.type === 'OrganizationRemoved') facts = { ...facts, removed: true };
  }
  return facts;
};

/** Whether the organization was removed: by the types of its events, without opening them. @throws ForgedEvent */
export const isRemoved = async (log: EventLog, organization_id: string): Promise<boolean> =>
  (await outlineOf(log, `organization-${organization_id}`))?.types.has('OrganizationRemoved') ?? false;
