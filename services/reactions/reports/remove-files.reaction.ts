import type { ReportEvent } from '#contracts/reports';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Reaction } from '../reaction.ts';

/** A removed report takes its upload and its page images with it. */
export const removeFiles = (files: SealedFiles): Reaction => ({
  name: 'remove-files',
  types: ['PageRemoved', 'ReportRemoved'],
  react: async (happened) => {
    const event = happened as ReportEvent;
    if (event.type === 'PageRemoved') await files.remove(`page/${event.data.page_id}`);
    if (event.type === 'ReportRemoved') await files.remove(`report/${event.data.report_id}`);
  },
});
