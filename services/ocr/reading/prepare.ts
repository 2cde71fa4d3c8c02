import sharp from 'sharp';
import { evenLight } from './light.ts';
import type { Grey } from './pages.ts';
import { blankRules, lightenBars } from './rules.ts';

/** A page ready for recognition: grey, evenly lit, text at a workable size, ruled lines removed. `scale`: its pixels per pixel of the page image. */
export type Prepared = Grey & { scale: number };

/** A page of this many pixels on its longest side has letters of the size that recognition was trained for (about 300 dpi on A4). */
const TARGET = 3400;
const LARGEST_ENLARGEMENT = 3;

/** Makes a page's picture fit for recognition. */
export const prepare = async ({ data, width, height, scale }: Grey & { scale: number }): Promise<Prepared> => {
  const factor = Math.min(LARGEST_ENLARGEMENT, TARGET / Math.max(width, height));
  const sized = Math.abs(factor - 1) < 0.1 ? { width, height } : { width: Math.round(width * factor), height: Math.round(height * factor) };
  const made = await sharp(data, { raw: { width, height, channels: 1 } })
    .resize({ ...sized, fit: 'fill', kernel: 'cubic' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { data: made.data, width: made.info.width, height: made.info.height };
  lightenBars(picture);
  evenLight(picture);
  blankRules(picture);
  return { ...picture, scale: (scale * picture.width) / width };
};
