import type { OrganizationEvent } from '#contracts/people/organizations';
import { ForgedEvent, type EventLog } from '../event-store/event-log.ts';

export type OrganizationFacts = Extract<OrganizationEvent, { type: 'OrganizationRegistered' }>['data'];

/** An organization's facts (name, status, time zone ...) at the head of its stream; undefined where there is none. @throws ForgedEvent */
export const readOrganization = async (log: EventLog, organization_id: string): Promise<OrganizationFacts | undefined> => {
  let facts: OrganizationFacts | undefined;
  for await (const opened of log.read(`organization-${organization_id}`)) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened' && opened.event.type === 'OrganizationRegistered') facts = opened.event.data as OrganizationFacts;
  }
  return facts;
};
