import { type DecimalSign, PRINTED_NUMBER, readNumber, takeComparator } from './printed-numbers.ts';

export type ReadRange = {
  /** As printed, without label, brackets and unit. */
  range: string;
  min: string | null;
  max: string | null;
  /** The unit, where the range carries it. */
  unit: string;
  /** Whether a number's grouping could be meant otherwise. */
  ambiguous: boolean;
  /** Whether the text is a range in numbers; otherwise it is an expected result in words, or not understood. */
  numeric: boolean;
  /** Its one limit is outside of it: '< 5' and not 'up to 5'. */
  isStrict?: boolean;
  /** Set where a second reading differs. */
  disputed?: boolean;
};

const N = `(${PRINTED_NUMBER})`;
/** What a limit must not be cut from: a letter that stands for a digit ('14S', '5l'), or a sign with a further number behind it. */
const NOT_CUT = String.raw`(?!\d|[.,]?[lIoOSBZz|]+(?![\p{L}/])|\s?[-–—−:/.,]+\d)`;
const BEHIND = String.raw`${NOT_CUT}\s*(.*)$`;
/** 'A' behind a number is a flag, 'à' and what recognition makes of it is not. */
const JOINTS = String.raw`\s*(?:[-–—−~]|[tT][oO]|[bB][iI][sS]|\.\.\.?)\s*|\s+(?:[àáÀÁa]|até|jusqu['’]\s?[àa]|fino a|hasta|tot|t\/m|til|till|do)\s+`;
const PAIRS = [
  new RegExp(String.raw`^(?:(?:from|von|de|du|da|dal|desde|van)\s+)?${N}(?:${JOINTS})${N}${BEHIND}`, 'u'),
  new RegExp(String.raw`^(?:between|zwischen|entre|tra|fra|tussen)\s+${N}\s+(?:and|und|et|y|e|en)\s+${N}${BEHIND}`, 'iu'),
];
const ONE_SIDED = new RegExp(`^${N}${BEHIND}`, 'u');
const LABEL =
  /^(?:r[ée]f(?:[ée]rence)?|normal|normes?|desired|optimal|adults?|range|referenz(?:bereich)?|norm(?:al)?bereich|valeurs?(?:\sde\sr[ée]f[ée]rence|\snormales|\susuelles))(?![\p{L}])\.?(?:\s*(?:range|interval|value))?\s*:?\s*/iu;

const stripped = (cell: string): string => {
  const inside = cell.trim().replace(/^[([]\s*(.*?)\s*[)\]]\s*$/, '$1');
  const bare = inside.replace(LABEL, '');
  return /\d/.test(bare) ? bare : inside;
};

const plain = (range: string, numeric: boolean): ReadRange => ({ range, min: null, max: null, unit: '', ambiguous: false, numeric });

/**
 * Reads a reference range: '3.5-5.1', '(3,5 - 5,1)', '< 200 mg/dL', '> OR = 60', 'up to 5', 'Normal: >= 90',
 * '3,5 à 5,1', 'entre 3 et 5'. Words stay words, and so does what a number could only be cut out of.
 */
export const readRange = (cell: string, sign: DecimalSign): ReadRange => {
  const text = stripped(cell);
  if (text === '') return plain('', false);
  const between = PAIRS.map((pair) => pair.exec(text)).find((found) => found !== null);
  if (between) {
    const [min, max] = [readNumber(between[1] ?? '', sign), readNumber(between[2] ?? '', sign)];
    if (min && max && Number(min.decimal) <= Number(max.decimal)) {
      const unit = (between[3] ?? '').trim();
      const range = text.slice(0, text.length - (between[3] ?? '').length).trim();
      return { range, min: min.decimal, max: max.decimal, unit, ambiguous: min.ambiguous || max.ambiguous, numeric: true };
    }
    return plain(text, false);
  }
  const { comparator, rest } = takeComparator(text.replace(/^Ab(?=\s)/, 'ab'));
  const single = comparator ? ONE_SIDED.exec(rest) : null;
  const limit = single ? readNumber(single[1] ?? '', sign) : null;
  if (single && limit && comparator) {
    const unit = (single[2] ?? '').trim();
    const range = text.slice(0, text.length - (single[2] ?? '').length).trim();
    const below = comparator.startsWith('<');
    return {
      range,
      min: below ? null : limit.decimal,
      max: below ? limit.decimal : null,
      unit,
      ambiguous: limit.ambiguous,
      numeric: true,
      ...(comparator.length === 1 ? { isStrict: true } : {}),
    };
  }
  return plain(text, false);
};

/** Whether words say that the laboratory gives no range ('Not Estab.'): nothing is missing then. */
export const saysNoRange = (range: string): boolean => /^(?:not estab|n\/?a$|none$|keine?$|siehe|see )/i.test(range);
