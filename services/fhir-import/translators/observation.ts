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
  nameOf,
  plain,
  quantityWords,
  rangeWords,
  ratioWords,
  type SaidDate,
  decimalOf,
  shortened,
  unitOf,
} from '../resources/fhir-text.ts';
import { flagMeaning, isCritical, readFlag } from '#contracts/observations/flags';
import { materialInName } from '#contracts/rules/materials';
import { shownAt } from '#contracts/wire/precision';
import { asksOfUnits } from '../questions.ts';
import { isNameOfLaboratory, isOfLaboratory } from '../laboratories.ts';
import type { Lists } from '../specimens.ts';
import { rangeOf } from './range.ts';
import { assertedName, loincMeaningOf, visitCodeOf } from './visit-codes.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';

const ENTRIES = '5f0b7c1e-3a52-4d0e-8a9c-0d6f6f1f8a11';

/** One value of an observation, before it is known whether it is a laboratory's or was measured at a visit. */
export interface Measured {
  /** The same each time this value of this resource is read. */
  entry_id: string;
  /** All of its LOINC codes, or those of the same meaning. */
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
  /** No category says so, only the code: earlier releases took it for a laboratory's. */
  placedByCode: boolean;
  date: SaidDate;
  /** The standard's 'preliminary': not final yet. */
  draft: boolean;
  values: Measured[];
  /** What could not be taken of it: components, and what has no place beside a value. */
  without: string[];
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

/** The laboratory's own flag, as its code, or as the letters that its words mean; other words stand beside the value. */
const flagOf = (interpretation: readonly CodeableConcept[]): string | undefined => {
  const codes = interpretation.flatMap(({ coding }) => coding.flatMap(({ code }) => plain(code) ?? []));
  const words = interpretation.flatMap(({ coding, text }) =>
    [text, ...coding.map(({ display }) => display)].flatMap((one) => plain(one) ?? []),
  );
  const letters = [...codes.map((code) => code.toUpperCase()), ...words.flatMap((one) => lettersOf(one) ?? [])];
  return FLAGS.find((one) => letters.includes(one)) ?? [...codes, ...letters, ...words].find((one) => one.length <= LONGEST_FLAG);
};

/** 'flag L', or the interpretation in words. */
const flagSaid = ({ interpretation }: Values): string | undefined => {
  const flag = flagOf(interpretation);
  return flag === undefined ? interpretation.map(nameOf).find(Boolean) : `flag ${flag}`;
};

const measured = (
  code: CodeableConcept | undefined,
  from: Values,
  entry_id: string,
  { status, method: by }: Pick<Observation, 'status' | 'method'>,
): Measured | Skipped => {
  const said = saidBy(from);
  if (said === undefined) {
    const why = nameOf(from.dataAbsentReason);
    const [reason, flagged] = [why === undefined ? 'no value' : `no value: ${why.toLowerCase()}`, flagSaid(from)];
    return flagged === undefined && why === undefined
      ? skip(reason)
      : { ...skip(reason), says: [reason, flagged].filter(Boolean).join(', ') };
  }
  if ('reason' in said) return said;
  const coding = codingOf(code);
  const coded = { code, valueCodeableConcept: from.valueCodeableConcept };
  const long = assertedName(coded) ?? nameOf(code) ?? plain(coding?.[0]?.code);
  const name = long && shortened(long, 200);
  if (name === undefined) return skip('it does not say what was observed');
  const [method, flag] = [nameOf(by) ?? plain(by?.coding[0]?.code), flagOf(from.interpretation)];
  return {
    entry_id,
    loinc: loincMeaningOf(coded),
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

/** Categories of what is measured at a visit or told by the patient. */
const VISIT = ['vital-signs', 'exam', 'social-history', 'survey', 'activity', 'procedure', 'therapy', 'imaging', 'sdoh'];
/** What the file says around an observation: its specimen in words, and the reports and panels that list it. */
export interface Around {
  specimen?: string | undefined;
  lists?: Lists | undefined;
}

/** True for reports and panels of a laboratory, on a specimen, or with a name that has one or the word 'laboratory': 'Blood gases'. */
const areOfLaboratory = ({ names, specimens, isLaboratory }: Lists): boolean =>
  isLaboratory ||
  specimens.length > 0 ||
  names.some((name) => isNameOfLaboratory(name) || materialInName(name.replace(/blood pressure/gi, '')) !== undefined);

/** True for an observation that only names its components. */
const isPanel = (observation: Observation): boolean => observation.component.length > 0 && saidBy(observation) === undefined;

/**
 * The category decides, and where there is none that is known, the code. A sender who puts every observation under 'laboratory' makes no
 * blood pressure a laboratory's; on a specimen, though, a laboratory states the temperature or weight that it computes with. A code alone
 * makes no measurement of a value with a critical flag, which would be lost there.
 */
const placeOf = (
  observation: Observation,
  values: readonly Measured[],
  { specimen, lists }: Around,
): Pick<ReadObservation, 'place' | 'placedByCode'> => {
  const isLaboratory = observation.category.some(isOfLaboratory);
  if (!isLaboratory && observation.category.some((category) => hasCode(category, ...VISIT)))
    return { place: 'examination', placedByCode: false };
  const code = visitCodeOf(observation, isPanel(observation));
  const isVisit = () => {
    if (code === undefined || values.some(isCritical)) return false;
    if (code === 'social') return true;
    if (specimen !== undefined) return false;
    if (code === 'body') return true;
    const isFlagged = values.some(({ flag }) => (flagMeaning(flag) ?? 'normal') !== 'normal');
    return !isLaboratory && !isFlagged && !(lists && areOfLaboratory(lists));
  };
  const place = isVisit() ? 'examination' : 'laboratory';
  return { place, placedByCode: place === 'examination' };
};

/** A value of its own and each component; the observation that only names a panel has none of its own. */
const valuesOf = (observation: Observation, reference: string): (Measured | Skipped)[] => {
  const { component } = observation;
  const panel = nameOf(observation.code);
  const parts = component.map((part, index) => {
    const key = part.code.coding[0]?.code ?? part.code.text ?? String(index);
    const read = measured(part.code, part, v5(`${reference}#${key}`, ENTRIES), observation);
    if ('reason' in read) {
      const name = shortened(nameOf(part.code) ?? plain(key) ?? '', 100);
      return { ...skip(`${name}: ${read.reason}`), ...(read.says === undefined ? {} : { says: `${name}: ${read.says}` }) };
    }
    return panel === undefined ? read : { ...read, panel };
  });
  return isPanel(observation) ? parts : [measured(observation.code, observation, v5(reference, ENTRIES), observation), ...parts];
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

/** What a laboratory says beside its value is not imported with what was measured at a visit; the flag itself is named. */
const besideMeasurement = ({ name, min, max, range_text, flag, reported_status }: Measured): string[] => {
  const parts = [
    ...(flag === undefined ? [] : [`its flag ${flag}`]),
    ...(min !== null || max !== null || range_text !== undefined ? ['its range'] : []),
    ...(reported_status === undefined ? [] : [`its mark '${reported_status}'`]),
  ];
  if (parts.length === 0) return [];
  return [`${name}: ${parts.join(' and ')} ${parts.length === 1 ? 'is' : 'are'} not imported: measurements have none`];
};

/** '2.9 mg/dL, flag H'; of a component with its name. */
const valueSaid = ({ name, panel, comparator, value, text, unit, flag }: Measured): string =>
  [
    [panel === undefined ? '' : name, `${comparator ?? ''}${value ?? text ?? ''}`, unit].filter(Boolean).join(' '),
    ...(flag === undefined ? [] : [`flag ${flag}`]),
  ].join(', ');

/** What values say of the patient, those that are missing too. */
const sayOf = (all: readonly (Measured | Skipped)[]): string[] =>
  all.flatMap((one) => ('reason' in one ? (one.says ?? []) : [valueSaid(one)]));

/** A result of a day that nobody knows: when it was reported is not when it was true (R4, `issued`). */
const undated = (reason: string, all: readonly (Measured | Skipped)[], issued: SaidDate | undefined): Skipped => {
  const reported = issued && `reported ${shownAt(issued.local, issued.precision)}`;
  return { ...skip(reason), says: [...sayOf(all), ['no date', reported].filter(Boolean).join(', ')].join('; ') };
};

/** All that may stand there with a result; what else stands there may mean anything. */
const STATUSES = new Set(['preliminary', 'final', 'amended', 'corrected', 'unknown']);

/**
 * What an Observation says.
 * @param reference `Observation/<id>`
 */
export const readObservation = (observation: Observation, reference: string, around: Around = {}): ReadObservation | Skipped => {
  const { status, effectiveDateTime, effectivePeriod, effectiveInstant, focus } = observation;
  if (status === 'cancelled') return withdraw('cancelled');
  if (status === 'registered') return skip('registered, without a result yet');
  if (status !== undefined && !STATUSES.has(status)) return skip('a status that is not known');
  if (focus.length > 0) return withdraw('it is about somebody or something else than the patient (focus)');
  const said = effectiveDateTime ?? effectiveInstant ?? effectivePeriod?.start ?? effectivePeriod?.end;
  const date = dateOf(said);
  const all = valuesOf(observation, reference);
  if (date === undefined) {
    const issued = dateOf(observation.issued);
    if (said !== undefined) return undated('a date that is none, or outside 1900 to 2050', all, issued);
    return undated(issued === undefined ? 'no date' : 'no date, only when it was reported', all, issued);
  }
  const values = withOwnIds(all.flatMap((value) => ('reason' in value ? [] : [value])));
  const without = all.flatMap((value) => ('reason' in value ? [value.reason] : []));
  if (values.length === 0) {
    const says = sayOf(all).join('; ');
    return { ...skip(without[0] ?? 'no value'), ...(says === '' ? {} : { says }) };
  }
  const draft = status === undefined || status === 'preliminary' || status === 'unknown';
  const placed = placeOf(observation, values, around);
  if (placed.place === 'examination') without.push(...values.flatMap(besideMeasurement));
  return { kind: 'observation', ...placed, date, draft, values, without };
};
