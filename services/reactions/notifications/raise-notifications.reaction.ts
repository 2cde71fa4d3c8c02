import type { CommentEvent } from '#contracts/items/comments';
import { editorOf } from '#contracts/wire/envelope';
import type { ReportEvent } from '#contracts/reports/reports';
import { outlineOf } from '#infra/access/stream-scope';
import { usersOf } from '#infra/access/users-of';
import type { EventLog } from '#infra/event-store/event-log';
import type { Streams } from '#infra/event-store/streams';
import type { Reaction } from '../reaction.ts';
import { raise } from './raise.ts';

type Followed = Extract<ReportEvent, { type: 'ReadingFinished' | 'ReadingFailed' }> | Extract<CommentEvent, { type: 'CommentWritten' }>;

/** Who uploaded a report is told when it was read; the doctors of a clinic, that a patient commented. */
export const raiseNotifications = ({ log, streams }: { log: EventLog; streams: Streams }): Reaction => ({
  name: 'raise-notifications',
  types: ['ReadingFinished', 'ReadingFailed', 'CommentWritten'],
  react: async (happened, { stream, organization_id, recorded_at: at }, effects) => {
    const { type, data } = happened as Followed;
    if (type !== 'CommentWritten') {
      const uploader = await uploaderOf(log, stream);
      if (uploader === null) return;
      return raise(streams, [uploader], { kind: type, about: { report_id: data.report_id }, at }, effects);
    }
    if (!data.by_patient || organization_id === undefined) return;
    if ((await outlineOf(log, stream))?.types.has('CommentRead')) return;
    const doctors = (await usersOf(log, organization_id)).filter(({ roles }) => roles.includes('Doctor'));
    const ids = doctors.map(({ user_id }) => user_id);
    await raise(streams, ids, { kind: 'PatientCommented', about: { patient_id: data.patient_id }, at }, effects);
  },
});

/** The person behind the first event of a stream; null where it was a part of the system. */
const uploaderOf = async (log: EventLog, stream: string): Promise<string | null> => {
  for await (const { metadata } of log.store.readStream(stream, { limit: 1 })) return editorOf(metadata);
  return null;
};
