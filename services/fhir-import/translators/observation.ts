import { v5 } from 'uuid';
import type { Coding } from '#contracts/wire/coding';
import type { Comparator } from '#contracts/observations/lab-values';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import type { CodeableConcept, Component, Observation, Quantity } from '../resources/resource.ts';
import {
  LONGEST_UNIT,
  codingOf,
  dateOf,
  differingUnits,
  hasCode,
  loincOf,
  nameOf,
  notesOf,
  plain,
  quantityWords,
  rangeWords,
  ratioWords,
  type SaidDate,
  decimalOf,
  shortened,
  unitOf,
} from '../resources/fhir-text.ts';
import { readFlag } from '#contracts/observations/flags';
import { asksOfUnits } from '../questions.ts';
import { rangeOf } from './range.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';

const ENTRIES = '5f0b7c1e-3a52-4d0e-8a9c-0d6f6f1f8a11';

/** One value of an observation, before it is known whether it is a laboratory's or was measured at a visit. */
export interface Measured {
  /** The same each time this value of this resource is read. */
  entry_id: string;
  /** All of its LOINC codes. */
  loinc: string[];
  coding?: Coding[];
  name: string;
  /** The name of the observation that it is a component of. */
  panel?: string;
  method?: string;
  value: string | null;
  comparator?: Comparator;
  text?: string;
  /** As reported, '' where none was. */
  unit: string;
  min: string | null;
  max: string | null;
  range_text?: string;
  flag?: string;
  reported_status?: string;
  asks?: OpenQuestion[];
}

export interface ReadObservation {
  kind: 'observation';
  place: 'laboratory' | 'examination';
  date: SaidDate;
  /** The standard's 'preliminary': not final yet. */
  draft: boolean;
  values: Measured[];
  /** What could not be taken of it: components, and what has no place beside a value. */
  without: string[];
  /** Remarks of people. */
  notes: string[];
}

const LONGEST_FLAG = 8;

const comparators: Readonly<Record<string, Comparator>> = { '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

type Values = Omit<Component, 'code'>;
type Said = Pick<Measured, 'value' | 'comparator' | 'text' | 'unit'>;

const words = (text: string | undefined): Said | Skipped => {
  const said = plain(text);
  if (said === undefined) return skip('a value without text');
  return said.length > 400 ? skip('a text of more than 400 characters') : { value: null, text: said, unit: '' };
};

const quantity = (said: Quantity): Said | Skipped => {
  if (said.value === undefined) return skip('a quantity without a value');
  const [value, unit] = [decimalOf(said.value), unitOf(said)];
  const comparator = said.comparator === undefined ? undefined : comparators[said.comparator];
  if (said.comparator !== undefined && comparator === undefined) return skip('a comparator that is not known');
  // More digits than a number may have here, or a longer unit: it keeps them, in words.
  if (value === undefined || unit.length > LONGEST_UNIT) return words(quantityWords(said));
  return { value, ...(comparator ? { comparator } : {}), unit };
};

/** What was observed; undefined where nothing was said. */
const saidBy = (from: Values): Said | Skipped | undefined => {
  if (from.valueQuantity) return quantity(from.valueQuantity);
  if (from.valueInteger !== undefined) return quantity({ value: from.valueInteger });
  if (from.valueCodeableConcept) return words(nameOf(from.valueCodeableConcept) ?? from.valueCodeableConcept.coding[0]?.code);
  if (from.valueString !== undefined) return words(from.valueString);
  if (from.valueBoolean !== undefined) return words(from.valueBoolean ? 'Yes' : 'No');
  if (from.valueRange) return words(rangeWords(from.valueRange.low, from.valueRange.high));
  if (from.valueRatio) return words(ratioWords(from.valueRatio.numerator, from.valueRatio.denominator));
  if (from.valueDateTime !== undefined) return words(from.valueDateTime);
  if (from.valueTime !== undefined) return words(from.valueTime);
  if (from.valuePeriod) return words([from.valuePeriod.start, from.valuePeriod.end].filter(Boolean).join(' to '));
  if (from.valueSampledData !== undefined) return skip('sampled data (a curve)');
  return undefined;
};

/** The laboratory's own flags, the most telling first: a result may have several. */
const FLAGS = ['HH', 'LL', 'AA', 'HU', 'LU', 'H', 'L', 'H>', 'L<', 'HX', 'LX', 'A', 'EX'];
/** Words as the letters that they mean; a sign, such as '+', may say that something was detected. */
const lettersOf = (words: string): string | undefined => {
  if (!/\p{L}{2}/u.test(words)) return undefined;
  return readFlag(words) ?? (/^normal$/i.test(words) ? 'N' : undefined);
};

/** The laboratory's own flag, as its code, or as the letters that its words mean. Words that are none are told apart from no flag. */
const flagOf = (interpretation: readonly CodeableConcept[]): { flag?: string; unheld?: string } => {
  const codes = interpretation.flatMap(({ coding }) => coding.flatMap(({ code }) => plain(code) ?? []));
  const words = interpretation.flatMap(({ coding, text }) =>
    [text, ...coding.map(({ display }) => display)].flatMap((one) => plain(one) ?? []),
  );
  const letters = [...codes.map((code) => code.toUpperCase()), ...words.flatMap((one) => lettersOf(one) ?? [])];
  const flag = FLAGS.find((one) => letters.includes(one)) ?? [...codes, ...letters, ...words].find((one) => one.length <= LONGEST_FLAG);
  if (flag !== undefined) return { flag };
  const unheld = codes[0] ?? words[0];
  return unheld === undefined ? {} : { unheld };
};

const measured = (
  code: CodeableConcept | undefined,
  from: Values,
  entry_id: string,
  { status, method: by }: Pick<Observation, 'status' | 'method'>,
  without: string[],
): Measured | Skipped => {
  const said = saidBy(from);
  if (said === undefined) {
    const why = nameOf(from.dataAbsentReason);
    return skip(why === undefined ? 'no value' : `no value: ${why.toLowerCase()}`);
  }
  if ('reason' in said) return said;
  const coding = codingOf(code);
  const long = nameOf(code) ?? plain(coding?.[0]?.code);
  const name = long && shortened(long, 200);
  if (name === undefined) return skip('it does not say what was observed');
  const [method, { flag, unheld }] = [nameOf(by) ?? plain(by?.coding[0]?.code), flagOf(from.interpretation)];
  if (unheld !== undefined) without.push(`${name}: a flag in words is not held: ${shortened(unheld, 100)}`);
  return {
    entry_id,
    loinc: loincOf(code),
    ...(coding === undefined ? {} : { coding }),
    name,
    ...(method === undefined ? {} : { method }),
    ...said,
    ...rangeOf(from.referenceRange, said.unit, differingUnits(from.valueQuantity).length === 0),
    ...(flag === undefined ? {} : { flag }),
    ...(status === 'corrected' || status === 'amended' ? { reported_status: status } : {}),
    ...asksOfUnits([from.valueQuantity, from.valueRange, from.valueRatio, from.referenceRange]),
  };
};

/** Measured at a visit or told by the patient; everything else that has no category is a laboratory's. */
const VISIT = ['vital-signs', 'exam', 'social-history', 'survey', 'activity', 'procedure', 'therapy', 'imaging', 'sdoh'];

const placeOf = (categories: readonly CodeableConcept[]): ReadObservation['place'] => {
  if (categories.some((category) => hasCode(category, 'laboratory', 'LAB'))) return 'laboratory';
  return categories.some((category) => hasCode(category, ...VISIT)) ? 'examination' : 'laboratory';
};

/** A value of its own and each component; the observation that only names a panel has none of its own. */
const valuesOf = (observation: Observation, reference: string, without: string[]): (Measured | Skipped)[] => {
  const { component } = observation;
  const panel = nameOf(observation.code);
  const parts = component.map((part, index) => {
    const key = part.code.coding[0]?.code ?? part.code.text ?? String(index);
    const read = measured(part.code, part, v5(`${reference}#${key}`, ENTRIES), observation, without);
    if ('reason' in read) return skip(`${shortened(nameOf(part.code) ?? plain(key) ?? '', 100)}: ${read.reason}`);
    return panel === undefined ? read : { ...read, panel };
  });
  const isPanel = component.length > 0 && saidBy(observation) === undefined;
  return isPanel ? parts : [measured(observation.code, observation, v5(reference, ENTRIES), observation, without), ...parts];
};

/** The same component twice in one observation: the second gets an id of its own. */
const withOwnIds = (values: readonly Measured[]): Measured[] => {
  const seen = new Map<string, number>();
  return values.map((value) => {
    const times = seen.get(value.entry_id) ?? 0;
    seen.set(value.entry_id, times + 1);
    return times === 0 ? value : { ...value, entry_id: v5(`${value.entry_id} ${times}`, ENTRIES) };
  });
};

/** What a laboratory says beside its value has no place beside what was measured at a visit. */
const besideMeasurement = ({ name, min, max, range_text, flag, reported_status }: Measured): string[] => {
  const hasRange = min !== null || max !== null || range_text !== undefined;
  const said = [
    hasRange ? 'range' : '',
    flag === undefined ? '' : 'flag',
    reported_status === undefined ? '' : `mark '${reported_status}'`,
  ];
  const parts = said.filter(Boolean);
  return parts.length === 0 ? [] : [`${name}: beside a measurement of a visit there is no place for its ${parts.join(' and ')}`];
};

/** All that may stand there with a result; what else stands there may mean anything. */
const STATUSES = new Set(['preliminary', 'final', 'amended', 'corrected', 'unknown']);

/**
 * What an Observation says.
 * @param reference `Observation/<id>`
 */
export const readObservation = (observation: Observation, reference: string): ReadObservation | Skipped => {
  const { status, effectiveDateTime, effectivePeriod, effectiveInstant, focus } = observation;
  if (status === 'cancelled') return withdraw('cancelled');
  if (status === 'registered') return skip('registered, without a result yet');
  if (status !== undefined && !STATUSES.has(status)) return skip('a status that is not known');
  if (focus.length > 0) return withdraw('it is about somebody or something else than the patient (focus)');
  const said = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? effectivePeriod?.end;
  const date = dateOf(said);
  if (date === undefined) return skip(said === undefined ? 'no date' : 'a date that is none, or outside 1900 to 2050');
  const unheld: string[] = [];
  const all = valuesOf(observation, reference, unheld);
  const values = withOwnIds(all.flatMap((value) => ('reason' in value ? [] : [value])));
  const without = all.flatMap((value) => ('reason' in value ? [value.reason] : [])).concat(unheld);
  if (values.length === 0) return skip(without[0] ?? 'no value');
  const draft = status === undefined || status === 'preliminary' || status === 'unknown';
  const place = placeOf(observation.category);
  if (place === 'examination') without.push(...values.flatMap(besideMeasurement));
  return { kind: 'observation', place, date, draft, values, without, notes: notesOf(observation.note) };
};
