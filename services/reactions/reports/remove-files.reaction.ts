import { filesFreedBy } from '#contracts/stored-files';
import type { SealedFiles } from '#infra/files/sealed-files';
import type { Reaction } from '../reaction.ts';

/** A removed report takes its upload and its page images with it. */
export const removeFiles = (files: SealedFiles): Reaction => ({
  name: 'remove-files',
  types: ['PageRemoved', 'ReportRemoved'],
  react: async (event) => {
    for (const name of filesFreedBy(event)) await files.remove(name);
  },
});
