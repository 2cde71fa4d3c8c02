import sharp from 'sharp';
import type { Grey } from './pages.ts';
import type { Recogniser, Seen } from './recogniser.ts';

/** Degrees clockwise. */
export type Turn = 0 | 90 | 180 | 270;

/** A page with fewer certain words than this may lie on its side. */
const FEW = 12;

const certainWords = ({ words }: Seen): number =>
  words.filter(({ text, confidence }) => confidence > 0.75 && /\p{L}{3}/u.test(text)).length;

export const turned = async <T extends Grey>(picture: T, turn: Turn, shrink = 1): Promise<T> => {
  const { data, info } = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 1 } })
    .resize({ width: Math.round(picture.width * shrink) })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .then(({ data: small, info: { width, height } }) =>
      sharp(small, { raw: { width, height, channels: 1 } })
        .rotate(turn)
        .toColourspace('b-w')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    );
  return { ...picture, data, width: info.width, height: info.height };
};

/** How a picture must be turned to stand upright. Asked only where reading it as it lies found hardly a word; small copies are enough for it. */
export const turnOf = async (picture: Grey, asItLies: Seen, recogniser: Recogniser): Promise<Turn> => {
  const found = certainWords(asItLies);
  if (found >= FEW) return 0;
  let best: { turn: Turn; words: number } = { turn: 0, words: Math.max(3, 2 * found) };
  for (const turn of [180, 90, 270] as const) {
    const words = certainWords(await recogniser.see(await turned(picture, turn, 0.6), 'eng'));
    if (words > best.words) best = { turn, words };
  }
  return best.turn;
};
