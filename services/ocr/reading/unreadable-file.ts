/** Why a file cannot be read, each with the text its report shows. Texts never hold a file's name or content. */
const unreadableTexts = {
  empty: 'The file is empty',
  'not-a-report-file': 'The file is not a PDF, JPG or PNG',
  encrypted: 'The PDF is protected by a password. Please upload it without one',
  broken: 'The file is damaged and cannot be opened',
  'too-many-pages': 'The file has too many pages; 60 is the most',
  'too-large': 'The file is too large; 50 MB is the most',
  'too-many-pixels': 'The picture is too large; 60 megapixels is the most',
  'too-much-inside': 'The PDF unpacks to far more data than a report holds',
  'took-too-long': 'Reading the file took too long and was stopped',
  'out-of-memory': 'Reading the file needed too much memory and was stopped',
  'reader-failed': 'The file could not be read',
  closed: 'Reading was stopped because the service is shutting down',
} as const;
export type UnreadableCode = keyof typeof unreadableTexts;

/** A file that is refused or cannot be read: `message` is meant for people, `code` for programs. */
export class UnreadableFile extends Error {
  constructor(
    readonly code: UnreadableCode,
    message: string = unreadableTexts[code],
  ) {
    super(message);
    this.name = 'UnreadableFile';
  }
}
