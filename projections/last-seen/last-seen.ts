import { type LastSeenEvent, lastSeenStream } from '#contracts/items/last-seen';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';

type LastSeen = Partial<LastSeenEvent['data']>;

/** What a person has looked at of a record, read from the last event itself: there is no delay and nothing to rebuild. @throws ForgedEvent */
export const lastSeenOf = async (log: EventLog, user_id: string, patient_id: string): Promise<LastSeen> => {
  for await (const opened of log.read(lastSeenStream(user_id, patient_id), { direction: 'backwards', limit: 1 })) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened') return (opened.event as LastSeenEvent).data;
  }
  return {};
};
