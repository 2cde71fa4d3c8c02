import { showUnit } from '#contracts/examinations/measurement-units';
import { codeSystem } from '#contracts/wire/code-systems';
import type { Coding } from '#contracts/wire/coding';
import { Decimal } from '#contracts/rules/decimals';
import { shortened } from '#contracts/rules/shortened';
import { isSameUnit, measureOf } from '#contracts/rules/unit-measures';
import { unitKey } from '#contracts/rules/units';
import { Offset } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { type CodeableConcept, Quantity } from './resource.ts';

export { shortened };

/** Overrides of the direction show digits in another order than they stand. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

/** One line without control characters and overrides of its direction: what records and screens can hold. */
export const plain = (text: string | undefined): string | undefined => {
  const line = text
    ?.replace(DIRECTIONS, '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return line === '' ? undefined : line;
};

/** The same of a text with lines: they stay, and so do spaces within them, which may align a table. */
export const plainLines = (text: string | undefined): string | undefined => {
  const lines = text
    ?.replace(DIRECTIONS, '')
    .replace(/\r\n?|[\f\v\u0085\u2028\u2029]/g, '\n')
    .replace(/(?![\n\t])[\p{Cc}\p{Cs}]/gu, ' ')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd();
  return lines === undefined || lines === '' ? undefined : lines;
};

/** What a concept is called: as a person wrote it, or as its first code with a name displays. */
export const nameOf = (concept: CodeableConcept | undefined): string | undefined =>
  plain(concept?.text) ?? plain(concept?.coding.find(({ display }) => plain(display))?.display);

/** The first code of a concept. */
export const codeOf = (concept: CodeableConcept | undefined): string | undefined =>
  plain(concept?.coding.find(({ code }) => plain(code))?.code);

/** The unit without words about the substance: 'mg of iron', 'mg/g creatinine'. */
const withoutWords = (unit: string): string => /^(\S+)\s+(?!.*\b(?:per|pro|in|each|a)\b)[\p{L}\s]+$/iu.exec(unit)?.[1] ?? unit;

/** How many characters the unit of a value may have. */
export const LONGEST_UNIT = 60;

const letters = (unit: string): string => unit.replace(/[[\]{}()\s_]/g, '').toLowerCase();
const isLogarithm = (unit: string): boolean => /(?<![a-z])lo?g(?![a-z])/i.test(unit);

/** Agreement of a printed unit with a code of UCUM: true, false, or undefined if the words are unknown. */
const agree = (unit: string, code: string): boolean | undefined => {
  const bare = code.replace(/\{[^}]*\}/g, '');
  if ([code, bare].some((one) => isSameUnit(unit, one)) || isSameUnit(withoutWords(unit), bare)) return true;
  const [printed, coded] = [measureOf(unit) ?? measureOf(withoutWords(unit)), measureOf(bare)];
  // annotations alone, and '1', say that it has no unit: 'puffs', 'points'
  if (unitKey(bare) === '') return true;
  if (bare === '1') return printed === undefined;
  // printed without small letters: 'G/L' of a mass, 'MIU/L'
  if (letters(unit) === letters(code)) return undefined;
  if (isLogarithm(unit) !== isLogarithm(code)) return false;
  return printed && coded ? false : undefined;
};

/**
 * The unit of a quantity. R4 has two: `unit` for people and `code`, of UCUM, for computing.
 * @returns the unit as it is shown: as printed, where the code says the same; otherwise both of them. `differs`: they contradict each other.
 */
const statedUnit = ({
  unit: printed,
  code: coded,
  system,
}: Pick<Quantity, 'unit' | 'code' | 'system'>): { unit: string; differs: boolean } => {
  const [unit, code] = [plain(printed), plain(coded)];
  const isUcum = system === undefined || codeSystem(system) === 'UCUM';
  if (unit === undefined || code === undefined) return { unit: unit ?? code ?? '', differs: false };
  if (!isUcum && !(measureOf(unit) && measureOf(code))) return { unit, differs: false };
  const same = agree(unit, code);
  if (same) return { unit, differs: false };
  const beside = same === false ? ` or ${showUnit(code)}` : ` (code ${code})`;
  return { unit: `${shortened(unit, Math.max(10, LONGEST_UNIT - beside.length))}${beside}`, differs: same === false };
};

/** The unit as it was printed, otherwise its code, both where they do not say the same; '' where there is none. */
export const unitOf = (said: Quantity | undefined): string => (said ? statedUnit(said).unit : '');

/** Units within what was said, however deep, whose text and code contradict each other: 'mg/dL or mmol/L'. */
export const differingUnits = (said: unknown): string[] => {
  if (typeof said !== 'object' || said === null) return [];
  if (Array.isArray(said)) return [...new Set(said.flatMap(differingUnits))];
  const { unit, differs } = 'value' in said && 'code' in said ? statedUnit(Quantity.parse(said)) : { unit: '', differs: false };
  return differs ? [unit] : [...new Set(Object.values(said).flatMap(differingUnits))];
};

/** A quantity in words, with comparator and unit; undefined where it has no number. */
export const quantityWords = (said: Quantity | undefined): string | undefined => {
  if (said?.value === undefined) return undefined;
  return [`${plain(said.comparator) ?? ''}${decimalOf(said.value) ?? said.value}`, unitOf(said)].filter(Boolean).join(' ');
};

/** From one to the other, in words; one-sided ones by a comparator, so that no dash reads as a minus. */
export const rangeWords = (low: Quantity | undefined, high: Quantity | undefined): string | undefined => {
  const [from, to] = [quantityWords(low), quantityWords(high)];
  if (from === undefined || to === undefined) return from === undefined ? to && `<= ${to}` : `>= ${from}`;
  const [a, b] = [unitOf(low), unitOf(high)];
  return a === b || a === '' ? `${quantityWords({ ...low!, unit: undefined, code: undefined })} - ${to}` : `${from} - ${to}`;
};

/** One part to another, in words: '1:80', '5 mg / 10 mL'. */
export const ratioWords = (numerator: Quantity | undefined, denominator: Quantity | undefined): string | undefined => {
  const [a, b] = [quantityWords(numerator), quantityWords(denominator)];
  if (a === undefined || b === undefined) return a;
  return unitOf(numerator) === '' && unitOf(denominator) === '' ? `${a}:${b}` : `${a} / ${b}`;
};

/** Remarks of people beside a resource. */
export const notesOf = (note: readonly { text?: string | undefined }[]): string[] => note.flatMap(({ text }) => plain(text) ?? []);

/** The codes of a concept as they came; undefined where it has none. */
export const codingOf = (concept: CodeableConcept | undefined): Coding[] | undefined => {
  const codes = (concept?.coding ?? []).flatMap(({ system, code, display }): Coding[] => {
    const name = plain(display);
    return code === undefined ? [] : [{ system: system ?? '', code, ...(name === undefined ? {} : { display: name.slice(0, 2000) }) }];
  });
  return codes.length === 0 ? undefined : codes;
};

/** Whether one of the concept's codes is one of these, whatever the system. */
export const hasCode = (concept: CodeableConcept | undefined, ...codes: readonly string[]): boolean =>
  concept?.coding.some(({ code }) => code !== undefined && codes.includes(code)) ?? false;

/** The concept's LOINC codes; what is padded to another shape under that system is none. */
export const loincOf = (concept: CodeableConcept | undefined): string[] =>
  (concept?.coding ?? []).flatMap(({ system, code }) =>
    codeSystem(system) === 'LOINC' && code !== undefined && /^\d{1,5}-\d$/.test(code) ? [code] : [],
  );

export interface SaidDate {
  /** `YYYY-MM-DDTHH:mm:ss`: the wall clock where it was written, whatever its zone. */
  local: string;
  precision: Precision;
  /** Of that clock; a time has one in R4. */
  offset?: Offset;
}

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:[.,]\d+)? ?(Z|[+-]\d{2}(?::?\d{2})?)?.*)?)?)?$/i;
const withColon = (zone: string): string => `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;

/** A FHIR date or dateTime; undefined where it is none, or lies outside 1900 to 2050. */
export const dateOf = (said: string | undefined): SaidDate | undefined => {
  const [, year, month, day, time, zone] = DATE.exec(said ?? '') ?? [];
  if (year === undefined) return undefined;
  const clock = time === undefined ? '00:00:00' : time.length === 5 ? `${time}:00` : time.slice(0, 8);
  const local = `${year}-${month ?? '01'}-${day ?? '01'}T${clock}`;
  const precision = time !== undefined ? 'time' : day !== undefined ? 'day' : month !== undefined ? 'month' : 'year';
  const offset = zone === undefined ? undefined : Offset.safeParse(/^z$|^-00:?00$/i.test(zone) ? '+00:00' : withColon(zone)).data;
  return isLocalDateTime(local) ? { local, precision, ...(offset === undefined ? {} : { offset }) } : undefined;
};

/** A number with its digits as they were written, an exponent written out; undefined where records cannot hold it. */
export const decimalOf = (written: string | undefined): string | undefined => {
  if (written === undefined) return undefined;
  const [, sign = '', whole = '', fraction = '', power] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
  if (whole === '' || (power !== undefined && Math.abs(Number(power)) > 40)) return undefined;
  const shifted = power === undefined ? plainDigits(whole, fraction) : shift(whole, fraction, Number(power));
  const decimal = /[1-9]/.test(shifted) ? `${sign}${shifted}` : shifted;
  return Decimal.safeParse(decimal).success ? decimal : undefined;
};

const plainDigits = (whole: string, fraction: string): string => {
  const digits = whole.replace(/^0+(?=\d)/, '');
  return fraction === '' ? digits : `${digits}.${fraction}`;
};

const shift = (whole: string, fraction: string, power: number): string => {
  const digits = whole + fraction;
  const point = whole.length + power;
  if (point <= 0) return plainDigits('0', '0'.repeat(-point) + digits);
  if (point >= digits.length) return plainDigits(digits + '0'.repeat(point - digits.length), '');
  return plainDigits(digits.slice(0, point), digits.slice(point));
};
