import sharp from 'sharp';
import type { RecognisedPage } from '#contracts/observations/recognition';
import { checkBytes } from './limits.ts';
import { type Alias, matcher } from './match.ts';
import { openFile, type SourceFile } from './pages.ts';
import { readPage } from './read-page.ts';
import type { Recogniser } from './recogniser.ts';
import { sniff } from './sniff.ts';

/** A page as read. `image` is its image as PNG where that is another than was drawn, because it lay on its side; otherwise empty. */
export type ReadPage = RecognisedPage & { image: Uint8Array };

/** How far reading is, told as it happens: how many pages there are, and what is done with one of them (from 1). */
export type ReadingStep =
  | { kind: 'opened'; pages: number }
  | { kind: 'drawn'; page: number; image: Uint8Array }
  | { kind: 'recognising' | 'laid-out'; page: number };

const pageError = 'This page could not be read';

type Size = { width: number; height: number };

/** What is said of a page that alone could not be read; its image stays where it could be drawn. */
const unreadPage = (page: number, error_message: string, { width, height }: Size): ReadPage => ({
  page,
  recognition_rate: 0,
  patient_first_name: null,
  patient_last_name: null,
  date_of_birth: null,
  date_collected: null,
  header_regions: {},
  header_doubts: {},
  width,
  height,
  source: 'image',
  error_message,
  row_data: [],
  image: new Uint8Array(),
});

/** Draws the page; undefined where it cannot be drawn. A lone picture has no other pages to go on with. */
const drawn = async (file: SourceFile, index: number, onStep: (step: ReadingStep) => void): Promise<Size | undefined> => {
  try {
    const page = await file.page(index);
    onStep({ kind: 'drawn', page: index + 1, image: await page.image() });
    return { width: page.width, height: page.height };
  } catch (error) {
    if (file.count === 1) throw error;
    return undefined;
  }
};

/**
 * Reads a file page by page, once all of them are drawn: people see the pages while these wait for recognition, which takes much longer. A
 * page that fails yields a page with `error_message`, the others go on.
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
    const sizes: (Size | undefined)[] = [];
    for (let index = 0; index < file.count; index++) sizes.push(await drawn(file, index, onStep));
    for (const [index, size] of sizes.entries()) {
      const number = index + 1;
      if (!size) {
        yield unreadPage(number, pageError, { width: 0, height: 0 });
        continue;
      }
      try {
        const source = await file.page(index);
        onStep({ kind: 'recognising', page: number });
        const { page, turn } = await readPage(source, number, reader, () => onStep({ kind: 'laid-out', page: number }));
        const image =
          turn === 0
            ? new Uint8Array()
            : await sharp(await source.image())
                .rotate(turn)
                .png()
                .toBuffer();
        yield { ...page, image };
      } catch (error) {
        if (file.count === 1) throw error;
        yield unreadPage(number, pageError, size);
      }
    }
  } finally {
    await file.close();
  }
}
