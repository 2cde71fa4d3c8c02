import type { Reaction } from '../reaction.ts';

/** An uploaded report becomes a job for reading. The message holds ids only. */
export const readUploadedReports = (): Reaction => ({
  name: 'read-uploaded-reports',
  types: ['ReportUploaded'],
  react: async (event, _meta, effects) => {
    const { report_id, organization_id } = event.data as { report_id: string; organization_id: string };
    await effects.publish([{ topic: 'ocr', id: effects.id(), key: report_id, body: { report_id, organization_id } }]);
  },
});
