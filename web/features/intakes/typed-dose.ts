import { withoutMarks } from '#contracts/rules/decimals';
import { readTypedDose, reducedDose, type Regimen } from '#contracts/treatments/dosages';

/** The dose of one active ingredient as it is typed. */
export interface TypedDose {
  nonproprietary_name: string;
  /** What is left of it: digits, plus, comma and period. */
  dose: string;
  /** What was typed or pasted before it was reduced, where something was left out: '10-20' of '1020'. */
  typed?: string;
  /** Chosen where the typed number could be read in two ways; forgotten when it changes. */
  reading?: string;
  unit: string;
}

/** A dose field after its text became another one. What is left out key by key counts as if it were pasted at once. */
export const withText = (before: TypedDose, text: string): TypedDose => {
  const { reading: _, typed: __, ...rest } = before;
  const isLonger = before.typed !== undefined && text.startsWith(before.dose) && text !== before.dose;
  const whole = isLonger ? before.typed + text.slice(before.dose.length) : text;
  const dose = reducedDose(text);
  return { ...rest, dose, ...(whole === dose ? {} : { typed: whole }) };
};

/**
 * Whether what is left out changes the number: digits that stood apart would become one ('10-20', '1/2', '1e3', '1.000.000', '5 mg/5 ml'),
 * or it was a number itself ('5½').
 */
const isAnother = (typed: string): boolean => /\d\D*[^\d+,.]\D*\d|\.[\d,]*\.[.,]*\d|[^\d\P{N}]/u.test(withoutMarks(typed));

/** How a dose could be read: none where it is no number, one that needs no asking, or those that are asked. */
const readDose = ({ dose, typed }: Pick<TypedDose, 'dose' | 'typed'>): { isAsked: boolean; readings: readonly string[] } | null => {
  const read = readTypedDose(dose);
  if (read.kind === 'ambiguous') return { isAsked: true, readings: read.readings };
  if (read.kind !== 'number') return null;
  return { isAsked: typed !== undefined && isAnother(typed), readings: [read.decimal] };
};

type Read = Pick<TypedDose, 'dose' | 'typed' | 'reading'>;

/** How a typed dose is read: a decimal; null for nothing; undefined where it is no number, or has to be asked. */
export const doseOf = (typed: Read): string | null | undefined => {
  const read = readDose(typed);
  if (!read) return readTypedDose(typed.dose).kind === 'empty' ? null : undefined;
  if (!read.isAsked) return read.readings[0];
  return typed.reading !== undefined && read.readings.includes(typed.reading) ? typed.reading : undefined;
};

/** The readings of a dose that has to be asked, until one of them was chosen (ruling 28). */
export const readingsOf = (typed: Read): readonly string[] | null => {
  const read = readDose(typed);
  return read?.isAsked && !(typed.reading !== undefined && read.readings.includes(typed.reading)) ? read.readings : null;
};

/** The reading that a person chose of a dose that had to be asked. */
export const chosenReading = (typed: Read): string | undefined =>
  readDose(typed)?.isAsked && readingsOf(typed) === null ? typed.reading : undefined;

/** One step of a tapering, or the only one of a regular schedule. */
export interface TypedStep {
  /** How long it lasts; null for a regular schedule, and for a last step until discontinued. */
  days: number | null;
  doses: readonly TypedDose[];
}

/** How much and how often, as it is typed. */
export interface TypedRegimen extends Omit<Regimen, 'dosages'> {
  steps: readonly TypedStep[];
}
