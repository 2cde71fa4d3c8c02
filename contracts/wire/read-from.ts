/** Stands for the name of the upload: it is looked up whenever it is shown, so that it goes with the upload and is kept nowhere else. */
const UPLOAD = '{file}';

/** What a result and a validation say of where they came from, unless a person gives another reason (ruling 11). */
export const readFrom = (page_number: number): string => `Read from ${UPLOAD}, page ${page_number}`;

/** The reason as it is shown. @param name of the upload as it is now; undefined where it was removed or erased */
export const withUpload = (reason: string, name: string | undefined): string =>
  reason.includes(UPLOAD) ? reason.replaceAll(UPLOAD, () => name ?? 'an upload that is gone') : reason;
