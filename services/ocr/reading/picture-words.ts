import { type Turn, turned, turnOf } from './upright.ts';
import { median, type Word } from './word.ts';
import type { Prepared } from './prepare.ts';
import type { Language, Recogniser } from './recogniser.ts';

/** Words that only a German report has. They are read well enough without umlauts. */
const GERMAN =
  /\b(?:befund|einheit|referenzbereich|normbereich|untersuchung|ergebnis|entnahme|geb(?:urts)?\.?-?datum|geschlecht|labor|eingang|patientin|probe\w*)\b/gi;

/**
 * A page read from its picture, set upright by `turn`: words in pixels of the page image, straightened; and what bends a place back
 * onto the picture.
 */
export type PictureWords = { words: Word[]; slope: number; centre: number; language: Language; picture: Prepared; turn: Turn };

const overlap = (a: Word, b: Word): number => {
  const width = Math.min(a.region.right, b.region.right) - Math.max(a.region.left, b.region.left);
  const height = Math.min(a.region.bottom, b.region.bottom) - Math.max(a.region.top, b.region.top);
  const smaller = Math.min(
    (a.region.right - a.region.left) * (a.region.bottom - a.region.top),
    (b.region.right - b.region.left) * (b.region.bottom - b.region.top),
  );
  return width <= 0 || height <= 0 ? 0 : (width * height) / Math.max(1, smaller);
};

/** Two readings of one page: words with letters from the one that knows the language, numbers and signs from the other. Numbers keep both. */
const combine = (signs: readonly Word[], letters: readonly Word[]): Word[] =>
  signs.map((word) => {
    const other = letters.find((candidate) => overlap(word, candidate) > 0.6 && Math.abs(candidate.text.length - word.text.length) <= 2);
    if (!other || other.text === word.text) return word;
    if (/^[\p{L}().,:-]{3,}$/u.test(word.text) && /^[\p{L}().,:-]{3,}$/u.test(other.text))
      return other.confidence + 0.1 > word.confidence ? { ...word, text: other.text } : word;
    return /\d/.test(word.text) ? { ...word, alternative: other.text } : word;
  });

/** Words of a prepared picture. A German page is read twice, for each language model errs elsewhere. */
export const pictureWords = async (prepared: Prepared, recogniser: Recogniser): Promise<PictureWords> => {
  const asItLies = await recogniser.see(prepared, 'eng');
  const turn = await turnOf(prepared, asItLies, recogniser);
  const picture = turn === 0 ? prepared : await turned(prepared, turn);
  const first = turn === 0 ? asItLies : await recogniser.see(picture, 'eng');
  const german =
    (
      first.words
        .map(({ text }) => text)
        .join(' ')
        .match(GERMAN) ?? []
    ).length >= 3;
  const words = german ? combine(first.words, (await recogniser.see(picture, 'deu')).words) : first.words;
  const centre = picture.width / picture.scale / 2;
  const { slope } = first;
  const straight = words.map((word): Word => {
    const { top, left, right, bottom } = word.region;
    const shift = slope * ((left + right) / 2 / picture.scale - centre);
    return {
      ...word,
      region: {
        left: left / picture.scale,
        right: right / picture.scale,
        top: top / picture.scale - shift,
        bottom: bottom / picture.scale - shift,
      },
    };
  });
  return { words: straight.filter(isWord(straight)), slope, centre, language: german ? 'deu' : 'eng', picture, turn };
};

/** Specks: signs far smaller than the page's letters, or unreadable ones without a letter or digit. */
const isWord =
  (words: readonly Word[]) =>
  (word: Word): boolean => {
    const usual = median(words.map(({ region }) => region.bottom - region.top));
    if (word.region.bottom - word.region.top < 0.25 * usual && word.raised !== true) return false;
    return /[\p{L}\d%<>≤≥+\-–/*:=()]/u.test(word.text) || word.raised === true;
  };
