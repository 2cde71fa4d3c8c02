import { type RecordLookEvent, recordLooksStream } from '#contracts/record-looks';
import { type EventLog, ForgedEvent } from '#infra/event-store/event-log';

type Looks = Partial<RecordLookEvent['data']>;

/** What a person has looked at of a record, read from the last event itself: there is no delay and nothing to rebuild. @throws ForgedEvent */
export const looksOf = async (log: EventLog, user_id: string, patient_id: string): Promise<Looks> => {
  for await (const opened of log.read(recordLooksStream(user_id, patient_id), { direction: 'backwards', limit: 1 })) {
    if (opened.kind === 'forged') throw new ForgedEvent(opened);
    if (opened.kind === 'opened') return (opened.event as RecordLookEvent).data;
  }
  return {};
};
