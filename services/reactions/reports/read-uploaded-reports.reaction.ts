import { outlineOf } from '#infra/access/stream-scope';
import type { EventLog } from '#infra/event-store/event-log';
import { jobKinds } from '../../job-kinds.ts';
import type { Reaction } from '../reaction.ts';

const over = ['ReadingFinished', 'ReadingFailed', 'ReportRemoved'];

/**
 * An uploaded report becomes a job for reading, unless that is over: a log that was restored is gone through from its beginning, without the
 * queue that remembers what was asked for before. The message holds ids only.
 */
export const readUploadedReports = (log: EventLog): Reaction => ({
  name: 'read-uploaded-reports',
  types: ['ReportUploaded'],
  react: async (event, { stream }, effects) => {
    const outline = await outlineOf(log, stream);
    if (over.some((type) => outline?.types.has(type))) return;
    const { report_id, organization_id } = event.data as { report_id: string; organization_id: string };
    await effects.publish([{ topic: jobKinds.reading.topic, id: effects.id(), key: report_id, body: { report_id, organization_id } }]);
  },
});
