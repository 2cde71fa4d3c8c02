import type { Region } from '#contracts/observations/lab-values';
import { around, beside, heightOf, median, type Word } from './word.ts';

/** Words that stand beside each other, left to right. */
export type Line = { words: Word[]; region: Region; height: number };

/** Words that stand close together, such as a cell's. */
export type Chunk = Word[];

/** In heights of the line: a gap of this width no longer joins two words into one chunk. */
const WIDE = 0.75;
/** Nor does a gap of this width separate the parts of one word ('10', '6' raised, '/uL'). */
const TOUCHING = 0.1;

const lineOf = (words: Word[]): Line => ({
  words,
  region: around(words) ?? { top: 0, left: 0, right: 0, bottom: 0 },
  height: median(words.filter(({ raised }) => raised !== true).map(heightOf)) || median(words.map(heightOf)),
});

const isRaised = (word: Word, before: Word): boolean =>
  heightOf(word) < 0.86 * heightOf(before) &&
  word.region.bottom < before.region.bottom - 0.15 * heightOf(before) &&
  word.region.top < before.region.top + 0.4 * heightOf(before);

/** A raised part is an exponent after a ten or a metre; after anything else it is a footnote mark and no part of the text. */
const takesExponent = (text: string): boolean => /(^|[x×*])10$|(^|[\s/*])[cdmµ]?m$/.test(text);

const merged = (left: Word, right: Word, text: string): Word => ({
  text,
  region: around([left, right]) as Region,
  confidence: Math.min(left.confidence, right.confidence),
});

/** Joins the parts of words that runs of text or raised characters tore apart, and drops footnote marks. */
const joinParts = (words: Word[]): Word[] => {
  const joined: Word[] = [];
  let base: Word | undefined; // the last word on the line's own baseline
  let afterRaised = false;
  for (const word of words) {
    const last = joined.at(-1);
    const height = base ? heightOf(base) : heightOf(word);
    const gap = last ? word.region.left - last.region.right : Infinity;
    if (last && base && (word.raised === true || (gap < 0.5 * height && isRaised(word, base)))) {
      if (takesExponent(last.text) && gap < 0.3 * height) {
        joined[joined.length - 1] = merged(last, word, `${last.text}^${word.text}`);
        afterRaised = true;
      }
      continue;
    }
    const close = gap < (afterRaised ? 2.5 : 1) * TOUCHING * height && gap > -0.8 * height;
    if (last && close) joined[joined.length - 1] = merged(last, word, last.text + word.text);
    else joined.push(word);
    base = word;
    afterRaised = false;
  }
  return joined;
};

type Open = { words: Word[]; band: Region };

/** The line that a word stands on: most of it lies beside the line, or, of an exponent or a footnote mark, a part. */
const standsOn = (open: readonly Open[], word: Word): Open | undefined => {
  const fitting = open.filter(({ band }) => {
    const tall = band.bottom - band.top;
    return beside(band, word.region) > (heightOf(word) < 0.75 * tall ? 0.25 : 0.5) && heightOf(word) < 2.2 * tall;
  });
  return fitting.sort((a, b) => beside(b.band, word.region) - beside(a.band, word.region))[0];
};

/** Sorts words into lines, top to bottom. Lines of neighbouring columns that stand side by side become one. */
export const linesOf = (words: readonly Word[]): Line[] => {
  const open: Open[] = [];
  const usual = median(words.map(heightOf));
  const byHeight = [...words].sort((a, b) => a.region.top + a.region.bottom - b.region.top - b.region.bottom);
  // full letters make the lines, small ones join them
  for (const word of [
    ...byHeight.filter((one) => heightOf(one) >= 0.75 * usual),
    ...byHeight.filter((one) => heightOf(one) < 0.75 * usual),
  ]) {
    const line = standsOn(open, word);
    if (line) {
      line.words.push(word);
      // the band follows the words of full height: a small exponent must not pull it up
      const tallest = Math.max(...line.words.map(heightOf));
      const full = line.words.filter((other) => heightOf(other) > 0.75 * tallest);
      line.band = {
        ...line.band,
        top: median(full.map(({ region }) => region.top)),
        bottom: median(full.map(({ region }) => region.bottom)),
      };
    } else open.push({ words: [word], band: word.region });
  }
  return open
    .map(({ words: found }) => lineOf(joinParts(found.sort((a, b) => a.region.left - b.region.left))))
    .filter((line) => line.words.length > 0)
    .sort((a, b) => a.region.top - b.region.top);
};

/** A line's words, separated where a gap is wider than that between words of a sentence. */
export const chunksOf = (line: Pick<Line, 'words' | 'height'>): Chunk[] => {
  const chunks: Chunk[] = [];
  for (const word of line.words) {
    const last = chunks.at(-1)?.at(-1);
    if (last && word.region.left - last.region.right < WIDE * line.height) chunks.at(-1)?.push(word);
    else chunks.push([word]);
  }
  return chunks;
};
