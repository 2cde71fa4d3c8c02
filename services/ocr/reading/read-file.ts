import sharp from 'sharp';
import type { RecognisedPage } from '#contracts/observations/recognition';
import { checkBytes } from './limits.ts';
import { type Alias, matcher } from './match.ts';
import { openFile } from './pages.ts';
import { readPage } from './read-page.ts';
import type { Recogniser } from './recogniser.ts';
import { sniff } from './sniff.ts';

/** A page as read, with its image as PNG; the image is empty where the page could not even be drawn. */
export type ReadPage = RecognisedPage & { image: Uint8Array };

/** How far reading is, told as it happens: how many pages there are, and what is done with one of them (from 1). */
export type ReadingStep =
  | { kind: 'opened'; pages: number }
  | { kind: 'drawn'; page: number; image: Uint8Array }
  | { kind: 'recognising' | 'laid-out'; page: number };

const pageError = 'This page could not be read';

/** What is said of a page that alone could not be read; its image is kept where there is one. */
const unreadPage = (page: number, error_message: string, image: { bytes: Uint8Array; width: number; height: number } | null): ReadPage => ({
  page,
  recognition_rate: 0,
  patient_first_name: null,
  patient_last_name: null,
  date_of_birth: null,
  date_collected: null,
  header_regions: {},
  header_doubts: {},
  width: image?.width ?? 0,
  height: image?.height ?? 0,
  source: 'image',
  error_message,
  row_data: [],
  image: image?.bytes ?? new Uint8Array(),
});

/**
 * Reads a file page by page. A page that fails yields a page with `error_message`, the others go on.
 * @param parameters the catalogue to match names with; empty for none.
 * @throws UnreadableFile where nothing of the file can be read.
 */
export async function* readFile(
  bytes: Uint8Array,
  parameters: readonly Alias[],
  recogniser: Recogniser,
  onStep: (step: ReadingStep) => void,
): AsyncGenerator<ReadPage> {
  checkBytes(bytes);
  const file = await openFile(bytes, sniff(bytes));
  const reader = { recogniser, match: matcher(parameters), catalogue: parameters.length > 0 };
  onStep({ kind: 'opened', pages: file.count });
  try {
    for (let index = 0; index < file.count; index++) {
      let image: { bytes: Uint8Array; width: number; height: number } | null = null;
      try {
        const source = await file.page(index);
        image = { bytes: await source.image(), width: source.width, height: source.height };
        onStep({ kind: 'drawn', page: index + 1, image: image.bytes });
        onStep({ kind: 'recognising', page: index + 1 });
        const { page, turn } = await readPage(source, index + 1, reader, () => onStep({ kind: 'laid-out', page: index + 1 }));
        yield { ...page, image: turn === 0 ? image.bytes : await sharp(image.bytes).rotate(turn).png().toBuffer() };
      } catch (error) {
        // a lone picture has no other pages to go on with
        if (file.count === 1) throw error;
        yield unreadPage(index + 1, pageError, image);
      }
    }
  } finally {
    await file.close();
  }
}
