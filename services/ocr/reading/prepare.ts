import sharp from 'sharp';
import type { Grey } from './pages.ts';

/** A page ready for recognition: grey, text at a workable size, ruled lines removed. `scale`: its pixels per pixel of the page image. */
export type Prepared = Grey & { scale: number };

/** A page of this many pixels on its longest side has letters of the size that recognition was trained for (about 300 dpi on A4). */
const TARGET = 3400;
const LARGEST_ENLARGEMENT = 3;

const DARK = 140;
/** A run of dark pixels this long, in parts of the page's longest side, is no letter. */
const RUN = 1 / 40;
/** Lines are thinner than this, in parts of the longest side; thicker bars are filled areas. */
const THICK = 1 / 340;

/**
 * Blanks ruled lines along one direction. `step` walks along the line, `across` to the neighbouring one. Runs may have small holes
 * (dotted lines) where nothing dark stands beside them: the feet of letters look alike but for the letters above.
 */
const blankRuns = (picture: Grey, lines: number, length: number, step: number, across: number): void => {
  const { data } = picture;
  const source = Buffer.from(data);
  const longest = Math.max(picture.width, picture.height);
  const [run, thick] = [Math.round(longest * RUN), Math.max(2, Math.round(longest * THICK))];
  const dark = (at: number): boolean => (source[at] ?? 255) < DARK;
  for (let line = 0; line < lines; line++) {
    const origin = line * across;
    for (let i = 0; i < length;) {
      if (!dark(origin + i * step)) {
        i++;
        continue;
      }
      let [end, filled, hole] = [i, 0, 0];
      for (let j = i; j < length && hole <= thick / 2; j++) {
        if (dark(origin + j * step)) {
          filled++;
          hole = 0;
          end = j;
        } else hole++;
      }
      const span = end - i + 1;
      if (span >= run) {
        const solid = filled > 0.97 * span;
        const isThin = (j: number): boolean => {
          let thickness = 1;
          for (const direction of [-1, 1]) {
            for (
              let n = 1;
              n <= thick && line + direction * n >= 0 && line + direction * n < lines && dark(origin + direction * n * across + j * step);
              n++
            )
              thickness++;
          }
          return thickness <= thick;
        };
        let thin = 0;
        for (let j = i; j <= end; j++) if (isThin(j)) thin++;
        if (thin > (solid ? 0.6 : 0.97) * span) for (let j = i; j <= end; j++) if (isThin(j)) data[origin + j * step] = 255;
      }
      i = end + 1;
    }
  }
};

/** Ruled and dotted lines, in both directions: recognition takes them for letters. */
const blankRules = (picture: Grey): void => {
  blankRuns(picture, picture.height, picture.width, 1, picture.width);
  blankRuns(picture, picture.width, picture.height, picture.width, 1);
};

/** Makes a page's picture fit for recognition. */
export const prepare = async ({ data, width, height, scale }: Grey & { scale: number }): Promise<Prepared> => {
  const factor = Math.min(LARGEST_ENLARGEMENT, TARGET / Math.max(width, height));
  const sized = Math.abs(factor - 1) < 0.1 ? { width, height } : { width: Math.round(width * factor), height: Math.round(height * factor) };
  const made = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ ...sized, fit: 'fill', kernel: 'cubic' })
    .normalise({ lower: 1, upper: 99 })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data: made.data, width: made.info.width, height: made.info.height };
  blankRules(picture);
  return { ...picture, scale: (scale * picture.width) / width };
};
