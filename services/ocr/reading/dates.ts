import { daysInMonth } from '#contracts/rules/calendar-days';
/** Which of two numbers in '03/09/1961' is the month; null where no date of the page tells. */
export type DateOrder = 'mdy' | 'dmy' | null;

export type FoundDate = { day: string; uncertain: boolean; index: number; text: string };

const MONTHS: Record<string, number> = Object.fromEntries(
  [
    ['jan', 'january', 'januar', 'jänner', 'janvier'],
    ['feb', 'february', 'februar', 'février', 'fevrier'],
    ['mar', 'march', 'märz', 'mär', 'maerz', 'mrz', 'mars'],
    ['apr', 'april', 'avril'],
    ['may', 'mai'],
    ['jun', 'june', 'juni', 'juin'],
    ['jul', 'july', 'juli', 'juillet'],
    ['aug', 'august', 'août', 'aout'],
    ['sep', 'sept', 'september', 'septembre'],
    ['oct', 'october', 'okt', 'oktober', 'octobre'],
    ['nov', 'november', 'novembre'],
    ['dec', 'december', 'dez', 'dezember', 'décembre', 'decembre'],
  ].flatMap((names, i) => names.map((name) => [name, i + 1])),
);

const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/g;
const DOTTED = /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})(?![\d.]\d)/g;
const SLASHED = /(?<![\d/])(\d{1,2})([/-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/])/g;
const DAY_MONTH = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er)?[.\s-]{1,2}(\p{L}{3,9})\.?,?[\s-]{1,2}(\d{4})(?!\d)/gu;
const MONTH_DAY = /(\p{L}{3,9})\.?\s(\d{1,2})(?:st|nd|rd|th)?,?\s(\d{4})(?!\d)/gu;

/** YYYY-MM-DD of a real day between 1880 and 2100, or null. */
const dayOf = (year: number, month: number, day: number): string | null => {
  if (year < 1880 || year > 2100 || month < 1 || month > 12 || day < 1) return null;
  if (day > daysInMonth(year, month)) return null;
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
};

const slashed = (text: string): [number, number][] => [...text.matchAll(SLASHED)].map((match) => [Number(match[1]), Number(match[3])]);

/** What a page's own dates tell about their order: a number above 12 is no month. */
export const dateOrderOf = (texts: readonly string[]): DateOrder => {
  const pairs = texts.flatMap(slashed);
  const dmy = pairs.filter(([first, second]) => first > 12 && second <= 12).length;
  const mdy = pairs.filter(([first, second]) => second > 12 && first <= 12).length;
  return dmy === mdy || (dmy > 0 && mdy > 0) ? null : dmy > mdy ? 'dmy' : 'mdy';
};

/** Years of two digits: of births and of samples alike this century up to `latest`, else the last. */
const fullYear = (digits: string, latest: number): { year: number; short: boolean } =>
  digits.length === 4
    ? { year: Number(digits), short: false }
    : { year: Number(digits) + (Number(digits) <= latest ? 2000 : 1900), short: true };

/** What an undecidable date is taken for. */
const LIKELY: Exclude<DateOrder, null> = 'mdy';
const LATEST_SHORT_YEAR = 49;

/**
 * The dates in a text: 2025-02-01, 21.01.2025, 08/14/2025, 26/07/2025, 30-Jul-1980, 05 Dec 1990, March 9, 1961. A date with slashes
 * that could be meant both ways is uncertain while `order` is null, as is a year of two digits.
 */
export const datesIn = (text: string, order: DateOrder): FoundDate[] => {
  const found: FoundDate[] = [];
  const add = (match: RegExpExecArray | RegExpMatchArray, day: string | null, uncertain = false): void => {
    if (
      day !== null &&
      !found.some(({ index, text: other }) => (match.index ?? 0) < index + other.length && index < (match.index ?? 0) + match[0].length)
    ) {
      found.push({ day, uncertain, index: match.index ?? 0, text: match[0] });
    }
  };
  for (const match of text.matchAll(ISO)) add(match, dayOf(Number(match[1]), Number(match[2]), Number(match[3])));
  for (const match of text.matchAll(DOTTED)) {
    const { year, short } = fullYear(match[3] ?? '', LATEST_SHORT_YEAR);
    add(match, dayOf(year, Number(match[2]), Number(match[1])), short);
  }
  for (const match of text.matchAll(DAY_MONTH))
    add(match, dayOf(Number(match[3]), MONTHS[(match[2] ?? '').toLowerCase()] ?? 0, Number(match[1])));
  for (const match of text.matchAll(MONTH_DAY))
    add(match, dayOf(Number(match[3]), MONTHS[(match[1] ?? '').toLowerCase()] ?? 0, Number(match[2])));
  for (const match of text.matchAll(SLASHED)) {
    const [first, second] = [Number(match[1]), Number(match[3])];
    const { year, short } = fullYear(match[4] ?? '', LATEST_SHORT_YEAR);
    const settled = first > 12 ? 'dmy' : second > 12 ? 'mdy' : first === second ? LIKELY : order;
    const day = (settled ?? LIKELY) === 'dmy' ? dayOf(year, second, first) : dayOf(year, first, second);
    add(match, day, short || settled === null);
  }
  return found.sort((a, b) => a.index - b.index);
};
