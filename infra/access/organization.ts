import type { OrganizationEvent } from '#contracts/people/organizations';
import { outlineOf } from './stream-scope.ts';
import { ForgedEvent, type EventLog } from '../event-store/event-log.ts';

/** An organization as its stream says now; a removed one keeps its name beside what was done in it. */
export type OrganizationFacts = Extract<OrganizationEvent, { type: 'OrganizationRegistered' }>['data'] & { removed: boolean };

/** An organization's facts (name, status, time zone ...) at the head of its stream; undefined where there is none. @throws ForgedEvent */
export const readOrganization = async (log: EventLog, organization_id: string): Promise<OrganizationFacts | undefined> => {
  let facts: OrganizationFacts | undefined;
  for await (const opened of log.read(`organization-${organization_id}`)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind !== 'opened') continue;
    const event = opened.event as OrganizationEvent;
    if (event.type === 'OrganizationRegistered') facts = { ...event.data, removed: false };
    else if (facts && event.type === 'OrganizationCorrected') facts = { ...event.data, status: facts.status, removed: facts.removed };
    else if (facts && event.type === 'OrganizationStatusDecided') facts = { ...facts, status: event.data.status };
    else if (facts && event.type === 'OrganizationRemoved') facts = { ...facts, removed: true };
  }
  return facts;
};

/** Whether the organization was removed: by the types of its events, without opening them. @throws ForgedEvent */
export const isRemoved = async (log: EventLog, organization_id: string): Promise<boolean> =>
  (await outlineOf(log, `organization-${organization_id}`))?.types.has('OrganizationRemoved') ?? false;
