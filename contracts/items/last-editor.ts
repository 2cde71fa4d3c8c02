import { editorOf, type EventMeta } from '../wire/envelope.ts';

interface Before {
  origin: string;
  last_edited_by: string | null;
}

/** Person who edited an item last, null is shown 'OCR': what the catalogue adds to a checked page is no edit of the person's values. */
export const lastEditor = (before: Before, draft: boolean, meta: EventMeta): string | null =>
  editorOf(meta) ?? (before.origin === 'ocr' && !draft ? before.last_edited_by : null);
