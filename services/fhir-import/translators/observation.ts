import { v5 } from 'uuid';
import type { Coding } from '#contracts/coding';
import type { Comparator } from '#contracts/lab-values';
import { unitKey } from '#contracts/units';
import type { CodeableConcept, Component, Observation, Quantity, ReferenceRange } from '../resource.ts';
import { codingOf, dateOf, decimalOf, hasCode, loincOf, nameOf, plain, type SaidDate } from '../said.ts';
import { skip, type Skipped } from '../skipped.ts';

const ENTRIES = '5f0b7c1e-3a52-4d0e-8a9c-0d6f6f1f8a11';

/** One value of an observation, before it is known whether it is a laboratory's or was measured at a visit. */
export interface Measured {
  /** The same each time this value of this resource is read. */
  entry_id: string;
  loinc?: string;
  coding?: Coding[];
  name: string;
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
}

export interface ReadObservation {
  kind: 'observation';
  place: 'laboratory' | 'examination';
  date: SaidDate;
  /** The standard's 'preliminary': not final yet. */
  draft: boolean;
  values: Measured[];
  /** Of a panel, the components that could not be taken. */
  without: string[];
}

const comparators: Readonly<Record<string, Comparator>> = { '<': '<', '<=': '<=', '>': '>', '>=': '>=' };

type Values = Omit<Component, 'code'>;
type Said = Pick<Measured, 'value' | 'comparator' | 'text' | 'unit'>;

const words = (text: string | undefined): Said | Skipped => {
  const said = plain(text);
  if (said === undefined) return skip('a value without text');
  return said.length > 400 ? skip('a text of more than 400 characters') : { value: null, text: said, unit: '' };
};

const unitOf = ({ unit, code }: Quantity): string => (plain(unit) ?? plain(code) ?? '').slice(0, 60);

const quantity = (said: Quantity): Said | Skipped => {
  const value = decimalOf(said.value);
  if (value === undefined) return skip(said.value === undefined ? 'a quantity without a value' : 'a number that cannot be held');
  const comparator = said.comparator === undefined ? undefined : comparators[said.comparator];
  if (said.comparator !== undefined && comparator === undefined) return skip('a comparator that is not known');
  return { value, ...(comparator ? { comparator } : {}), unit: unitOf(said) };
};

const both = (low: Quantity | undefined, high: Quantity | undefined, sign: string): string | undefined => {
  const [a, b] = [decimalOf(low?.value), decimalOf(high?.value)];
  if (a === undefined && b === undefined) return undefined;
  const unit = (high && unitOf(high)) || (low && unitOf(low)) || '';
  return `${a ?? ''}${sign}${b ?? ''}${unit ? ` ${unit}` : ''}`;
};

/** What was observed; undefined where nothing was said. */
const saidBy = (from: Values): Said | Skipped | undefined => {
  if (from.valueQuantity) return quantity(from.valueQuantity);
  if (from.valueInteger !== undefined) return { value: decimalOf(from.valueInteger) ?? null, unit: '' };
  if (from.valueCodeableConcept) return words(nameOf(from.valueCodeableConcept) ?? from.valueCodeableConcept.coding[0]?.code);
  if (from.valueString !== undefined) return words(from.valueString);
  if (from.valueBoolean !== undefined) return words(from.valueBoolean ? 'Yes' : 'No');
  if (from.valueRange) return words(both(from.valueRange.low, from.valueRange.high, ' - '));
  if (from.valueRatio) return words(both(from.valueRatio.numerator, from.valueRatio.denominator, ':'));
  if (from.valueDateTime !== undefined) return words(from.valueDateTime);
  if (from.valueTime !== undefined) return words(from.valueTime);
  if (from.valuePeriod) return words([from.valuePeriod.start, from.valuePeriod.end].filter(Boolean).join(' to '));
  if (from.valueSampledData !== undefined) return skip('sampled data (a curve)');
  return undefined;
};

const rangeWords = (range: ReferenceRange): string | undefined => plain(range.text) ?? both(range.low, range.high, ' - ');

/** Whether a limit speaks of the unit that the value has; one without a unit does. */
const inUnit = (limit: Quantity | undefined, unit: string): boolean =>
  limit === undefined || unitOf(limit) === '' || unitKey(unitOf(limit)) === unitKey(unit);

/**
 * The range of this very result. Of several none is chosen for the patient, and one in another unit or in words alone is not computed
 * with: they are kept in words.
 */
const rangeOf = (ranges: readonly ReferenceRange[], unit: string): Pick<Measured, 'min' | 'max' | 'range_text'> => {
  const usual = ranges.filter(({ type }) => type === undefined || hasCode(type, 'normal'));
  const [only, ...others] = usual.length > 0 ? usual : ranges;
  if (only === undefined) return { min: null, max: null };
  const said = [only, ...others]
    .flatMap((range) => rangeWords(range) ?? [])
    .join('; ')
    .slice(0, 400);
  const kept = said === '' ? {} : { range_text: said };
  if (others.length > 0 || !inUnit(only.low, unit) || !inUnit(only.high, unit)) return { min: null, max: null, ...kept };
  const [min, max] = [decimalOf(only.low?.value) ?? null, decimalOf(only.high?.value) ?? null];
  return { min, max, ...(min === null && max === null ? kept : plain(only.text) ? { range_text: plain(only.text)!.slice(0, 400) } : {}) };
};

/** The laboratory's own flag, as its code. */
const flagOf = (interpretation: readonly CodeableConcept[]): string | undefined =>
  interpretation.flatMap(({ coding, text }) => coding.flatMap(({ code }) => plain(code) ?? []).concat(plain(text) ?? []))[0]?.slice(0, 8);

const measured = (code: CodeableConcept | undefined, from: Values, entry_id: string, status: string | undefined): Measured | Skipped => {
  const said = saidBy(from);
  if (said === undefined) {
    const why = nameOf(from.dataAbsentReason);
    return skip(why === undefined ? 'no value' : `no value: ${why.toLowerCase()}`);
  }
  if ('reason' in said) return said;
  const coding = codingOf(code);
  const name = (nameOf(code) ?? coding?.[0]?.code)?.slice(0, 200);
  if (name === undefined) return skip('it does not say what was observed');
  const [loinc, flag] = [loincOf(code), flagOf(from.interpretation)];
  return {
    entry_id,
    ...(loinc === undefined ? {} : { loinc }),
    ...(coding === undefined ? {} : { coding }),
    name,
    ...said,
    ...rangeOf(from.referenceRange, said.unit),
    ...(flag === undefined ? {} : { flag }),
    ...(status === 'corrected' || status === 'amended' ? { reported_status: status } : {}),
  };
};

/** Measured at a visit or told by the patient; everything else that has no category is a laboratory's. */
const VISIT = ['vital-signs', 'exam', 'social-history', 'survey', 'activity', 'procedure', 'therapy', 'imaging', 'sdoh'];

const placeOf = (categories: readonly CodeableConcept[]): ReadObservation['place'] => {
  if (categories.some((category) => hasCode(category, 'laboratory', 'LAB'))) return 'laboratory';
  return categories.some((category) => hasCode(category, ...VISIT)) ? 'examination' : 'laboratory';
};

/** A value of its own and each component; the observation that only names a panel has none of its own. */
const valuesOf = (observation: Observation, reference: string): (Measured | Skipped)[] => {
  const { status, component } = observation;
  const parts = component.map((part, index) => {
    const key = part.code.coding[0]?.code ?? part.code.text ?? String(index);
    const read = measured(part.code, part, v5(`${reference}#${key}`, ENTRIES), status);
    return 'reason' in read ? skip(`${nameOf(part.code) ?? key}: ${read.reason}`) : read;
  });
  const isPanel = component.length > 0 && saidBy(observation) === undefined;
  return isPanel ? parts : [measured(observation.code, observation, v5(reference, ENTRIES), status), ...parts];
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

/**
 * What an Observation says.
 * @param reference `Observation/<id>`
 */
export const readObservation = (observation: Observation, reference: string): ReadObservation | Skipped => {
  const { status, effectiveDateTime, effectivePeriod, effectiveInstant } = observation;
  if (status === 'cancelled') return skip('cancelled');
  if (status === 'registered') return skip('registered, without a result yet');
  const said = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? effectivePeriod?.end;
  const date = dateOf(said);
  if (date === undefined) return skip(said === undefined ? 'no date' : 'a date outside 1900 to 2050');
  const all = valuesOf(observation, reference);
  const values = withOwnIds(all.flatMap((value) => ('reason' in value ? [] : [value])));
  const without = all.flatMap((value) => ('reason' in value ? [value.reason] : []));
  if (values.length === 0) return skip(without[0] ?? 'no value');
  const draft = status === 'preliminary' || status === 'unknown';
  return { kind: 'observation', place: placeOf(observation.category), date, draft, values, without };
};
