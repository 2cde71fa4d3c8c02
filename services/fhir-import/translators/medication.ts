import { stopDateOf } from '#contracts/rules/calendar-days';
import { compare } from '#contracts/rules/compare';
import { instantWith } from '#contracts/rules/time-zones';
import { unitKey } from '#contracts/rules/units';
import type { IntakeCommand } from '#contracts/treatments/intakes';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import type { CodeableConcept, Dosage, Medication, MedicationRequest, MedicationStatement, Quantity } from '../resources/resource.ts';
import {
  codingOf,
  dateOf,
  decimalOf,
  differingUnits,
  nameOf,
  notesOf,
  plain,
  quantityWords,
  rangeWords,
  ratioWords,
  type SaidDate,
  shortened,
  unitOf,
} from '../resources/fhir-text.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';

type Taken = Omit<Extract<IntakeCommand, { type: 'TakeFromExternal' }>['data'], 'intake_id' | 'patient_id' | 'source' | 'comment'>;
export interface ReadMedication {
  kind: 'medication';
  intake: Taken;
  /** What it says and a treatment here has no field for. */
  without: string[];
}
type Regimen = Pick<Taken, 'form' | 'quantity' | 'frequency' | 'period' | 'period_unit' | 'as_needed' | 'dosages'>;

/** What is given, from the concept itself or from the Medication that is referred to. */
export interface Given {
  concept: CodeableConcept | undefined;
  medication: Medication | undefined;
  /** The display of a reference that leads nowhere. */
  display: string | undefined;
  /** It refers to a Medication that is not in the file. */
  isMissing?: boolean;
}

const units: Readonly<Record<string, Regimen['period_unit']>> = { h: 'Hour', d: 'Day', wk: 'Week', mo: 'Month', a: 'Year' };

/** Codes that say how often in one word. */
const spoken: Readonly<Record<string, [number, number, Regimen['period_unit']]>> = {
  QD: [1, 1, 'Day'],
  AM: [1, 1, 'Day'],
  PM: [1, 1, 'Day'],
  BED: [1, 1, 'Day'],
  BID: [2, 1, 'Day'],
  TID: [3, 1, 'Day'],
  QID: [4, 1, 'Day'],
  Q4H: [1, 4, 'Hour'],
  Q6H: [1, 6, 'Hour'],
  Q8H: [1, 8, 'Hour'],
  QOD: [1, 2, 'Day'],
  WK: [1, 1, 'Week'],
  MO: [1, 1, 'Month'],
};

const numeric = (written: string | undefined): number | null => {
  const decimal = decimalOf(written);
  return decimal === undefined || Number(decimal) < 0 ? null : Number(decimal);
};

type Often = Pick<Regimen, 'frequency' | 'period' | 'period_unit'>;
type Repeat = NonNullable<NonNullable<Dosage['timing']>['repeat']>;

/** Said in words only: whatever number were put here would be a guess. */
const NOT_SAID: Often = { frequency: null, period: null, period_unit: 'Day' };

/** 'One to two times', 'every four to six hours', a number of doses in all: no one frequency. */
const isOpen = ({ frequencyMax, periodMax, count, frequency, period }: Repeat): boolean =>
  frequencyMax !== undefined || periodMax !== undefined || count !== undefined || numeric(frequency) === 0 || numeric(period) === 0;

const often = (repeat: Repeat): Often => {
  const unit = units[repeat.periodUnit ?? ''];
  if (isOpen(repeat) || (repeat.periodUnit !== undefined && unit === undefined)) return NOT_SAID;
  const [days, times] = [new Set(repeat.dayOfWeek).size, new Set(repeat.timeOfDay).size || new Set(repeat.when).size];
  const frequency = numeric(repeat.frequency);
  if (days > 0) {
    // 'Once a day, on Mondays' is once a week: days are what counts, whatever the period says.
    const isEachDay = unit === undefined || (unit === 'Day' && (numeric(repeat.period) ?? 1) === 1);
    if (isEachDay) return { frequency: days * (frequency ?? (times || 1)), period: 1, period_unit: 'Week' };
    const isAlike = unit === 'Week' && (frequency === null || frequency === days * (times || 1));
    return isAlike ? { frequency: days * (times || 1), period: numeric(repeat.period) ?? 1, period_unit: 'Week' } : NOT_SAID;
  }
  if (unit !== undefined) return { frequency: frequency ?? (times || 1), period: numeric(repeat.period) ?? 1, period_unit: unit };
  return times > 0 ? { frequency: times, period: 1, period_unit: 'Day' } : NOT_SAID;
};

const timing = ({ timing: said }: Dosage): Often => {
  const read = said?.repeat && often(said.repeat);
  if (read && (read.frequency !== null || isOpen(said.repeat!) || said.repeat!.periodUnit !== undefined)) return read;
  const [word] = said?.code?.coding.flatMap(({ code }) => (code && spoken[code] ? [spoken[code]] : [])) ?? [];
  return word ? { frequency: word[0], period: word[1], period_unit: word[2] } : NOT_SAID;
};

const tablets = /^(\{?(tbl|tab|tablet|cap|capsule|caplet|pill)s?\}?|tablet\(s\)|capsule\(s\))$/i;

/** The dose in its own unit. A number of tablets is a quantity, not a dose: how much is in one is the strength's to say. */
const dose = (given: string, { doseAndRate }: Dosage): Pick<Regimen, 'form' | 'quantity' | 'dosages'> => {
  const none = { form: null, quantity: null, dosages: [] };
  const said = doseAndRate.flatMap(({ doseQuantity }) => (doseQuantity?.value === undefined ? [] : [doseQuantity]));
  const [quantity, ...others] = said;
  // 'ordered' and 'calculated' beside each other, a range, a comparator: no one dose
  const isOne = quantity && quantity.comparator === undefined && others.every((other) => quantityWords(other) === quantityWords(quantity));
  const amount = decimalOf(quantity?.value);
  if (!isOne || amount === undefined || doseAndRate.some(({ doseRange }) => doseRange !== undefined)) return none;
  const unit = unitOf(quantity) || null;
  if (unit !== null && tablets.test(unit)) return { form: 'per tablet', quantity: Number(amount), dosages: [] };
  return { form: 'total dose', quantity: null, dosages: [{ nonproprietary_name: given, step: 0, days: null, dose: amount, unit }] };
};

/** One instruction is computed with; of several, each has its words only: to add them up would be a guess. */
const regimenOf = (given: string, dosages: readonly Dosage[]): Regimen => {
  const as_needed =
    dosages.length > 0 && dosages.every((said) => said.asNeededBoolean === true || said.asNeededCodeableConcept !== undefined);
  const [only, ...others] = dosages;
  if (only === undefined || others.length > 0) {
    return { form: null, quantity: null, frequency: null, period: null, period_unit: 'Day', as_needed, dosages: [] };
  }
  return { ...dose(given, only), ...timing(only), as_needed };
};

const periods: Readonly<Record<string, string>> = { s: 'second', min: 'minute', h: 'hour', d: 'day', wk: 'week', mo: 'month', a: 'year' };

const upTo = (low: string | undefined, high: string | undefined): string | undefined =>
  high === undefined || low === undefined ? (low ?? (high && `up to ${high}`)) : `${low} - ${high}`;

/** How often in words: every part that was said. */
const oftenWords = (repeat: Repeat): string => {
  const times = upTo(decimalOf(repeat.frequency), decimalOf(repeat.frequencyMax));
  const period = upTo(decimalOf(repeat.period), decimalOf(repeat.periodMax));
  const unit = periods[repeat.periodUnit ?? ''] ?? plain(repeat.periodUnit) ?? '';
  const every = unit === '' ? undefined : `every ${period === undefined || period === '1' ? unit : `${period} ${unit}s`}`;
  const count = decimalOf(repeat.count);
  return [
    times && `${times} ${times === '1' ? 'time' : 'times'}`,
    every,
    repeat.dayOfWeek.length > 0 ? `on ${repeat.dayOfWeek.join(', ')}` : undefined,
    repeat.timeOfDay.length > 0 ? `at ${repeat.timeOfDay.map((time) => time.slice(0, 5)).join(', ')}` : undefined,
    repeat.when.length > 0 ? `(${repeat.when.join(', ')})` : undefined,
    repeat.boundsDuration && `for ${quantityWords(repeat.boundsDuration) ?? ''}`,
    count && `${count} in all`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** A bare number beside 'once a day' would be read as whatever is expected there. */
const doseWords = (dose: Quantity | undefined): string | undefined => {
  const words = quantityWords(dose);
  return words === undefined || dose === undefined || unitOf(dose) !== '' ? words : `${words} (no unit said)`;
};

const amountsOf = ({ doseAndRate }: Dosage): string[] =>
  doseAndRate.flatMap(({ doseQuantity, doseRange, rateQuantity, rateRatio, rateRange }) => {
    const rate = quantityWords(rateQuantity) ?? (rateRatio && ratioWords(rateRatio.numerator, rateRatio.denominator));
    const rates = rate ?? (rateRange && rangeWords(rateRange.low, rateRange.high));
    return [doseWords(doseQuantity) ?? (doseRange && rangeWords(doseRange.low, doseRange.high)), rates && `at a rate of ${rates}`].flatMap(
      (said) => said ?? [],
    );
  });

const wordsOf = (dosage: Dosage): string | undefined => {
  const repeat = dosage.timing?.repeat;
  const reason = nameOf(dosage.asNeededCodeableConcept);
  const most = dosage.maxDosePerPeriod && ratioWords(dosage.maxDosePerPeriod.numerator, dosage.maxDosePerPeriod.denominator);
  const bounds = repeat?.boundsPeriod;
  const words = [
    [...new Set(amountsOf(dosage))].join(', '),
    nameOf(dosage.timing?.code) ?? dosage.timing?.code?.coding[0]?.code,
    repeat && oftenWords(repeat),
    nameOf(dosage.route),
    reason ? `as needed: ${reason}` : dosage.asNeededBoolean ? 'as needed' : undefined,
    most && `at most ${most}`,
    bounds && [bounds.start && `from ${bounds.start}`, bounds.end && `until ${bounds.end}`].filter(Boolean).join(' '),
    ...dosage.additionalInstruction.map(nameOf),
    dosage.patientInstruction,
  ];
  return plain(words.filter(Boolean).join(', '));
};

/** As it was written, with the amount behind it where its unit is said in two ways. */
const writtenOf = (dosage: Dosage): string | undefined => {
  const text = plain(dosage.text);
  return text === undefined || differingUnits(dosage.doseAndRate).length === 0 ? text : `${text} (${amountsOf(dosage).join(', ')})`;
};

/** The instructions in words: as they were written, otherwise all that there is of numbers. */
const textOf = (dosages: readonly Dosage[]): string | undefined => {
  const said = dosages.flatMap((dosage) => writtenOf(dosage) ?? wordsOf(dosage) ?? []);
  return said.length === 0 ? undefined : shortened(said.join('; '), 4000);
};

const strengthOf = (medication: Medication | undefined): string | undefined => {
  const said = (medication?.ingredient ?? []).flatMap(({ strength }) => {
    const [part, whole] = [strength?.numerator, strength?.denominator];
    const amount = quantityWords(part);
    if (amount === undefined) return [];
    const per = decimalOf(whole?.value);
    const of = whole && per !== undefined ? `/${per === '1' ? '' : per}${unitOf(whole)}` : '';
    return `${amount}${of === '/' ? '' : of}`;
  });
  return said.length === 0 ? undefined : said.join('; ').slice(0, 2000);
};

const productOf = ({ concept, medication, display }: Given): Taken['medication'] | undefined => {
  const code = concept ?? medication?.code;
  const name = nameOf(code) ?? plain(display) ?? plain(code?.coding[0]?.code);
  const ingredients = (medication?.ingredient ?? []).flatMap(({ itemCodeableConcept }) => nameOf(itemCodeableConcept) ?? []);
  const generic = name ?? (ingredients.length > 0 ? ingredients.join('; ') : undefined);
  if (generic === undefined) return undefined;
  const [coding, form, strength] = [codingOf(code), nameOf(medication?.form), strengthOf(medication)];
  return {
    nonproprietary_name: shortened(generic, 2000),
    ...(form === undefined ? {} : { form: form.slice(0, 400) }),
    ...(strength === undefined ? {} : { strength }),
    ...(coding === undefined ? {} : { coding: coding.slice(0, 50) }),
  };
};

const said = <K extends string, T>(field: K, value: T | undefined) => (value === undefined ? {} : ({ [field]: value } as Record<K, T>));

/** In the order in which they are to be followed. */
const inSequence = (dosages: readonly Dosage[]): Dosage[] =>
  dosages.toSorted((a, b) => Number(a.sequence ?? Number.MAX_SAFE_INTEGER) - Number(b.sequence ?? Number.MAX_SAFE_INTEGER));

const intake = (
  given: Given,
  unordered: readonly Dosage[],
  [start, end]: readonly [SaidDate | undefined, SaidDate | undefined],
  { status, note }: Pick<MedicationRequest, 'status' | 'note'>,
): ReadMedication | Skipped => {
  if (status !== undefined && !STATUSES.has(status)) return skip('a status that is not known');
  const dosages = inSequence(unordered);
  const medication = productOf(given);
  if (medication === undefined) {
    return given.isMissing
      ? { ...skip('its medication is not in the file'), isIncomplete: true }
      : skip('it does not say which medication');
  }
  return {
    kind: 'medication',
    intake: {
      medication,
      is_generic_selected: true,
      schedule_kind: 'Regular',
      time_from: start?.local ?? null,
      time_to: end?.local ?? null,
      until_discontinued: end === undefined,
      duration: null,
      duration_unit: 'Day',
      ...regimenOf(medication.nonproprietary_name, dosages),
      repeat_therapy: false,
      repeat: null,
      repeat_unit: null,
      repeat_time_to: null,
      repeat_until_discontinued: false,
      notes: shortened(notesOf(note).join('; '), LONGEST_COMMENT),
      draft: false,
      ...said('dosage_text', textOf(dosages)),
      ...said('time_from_precision', start?.precision),
      ...said('time_to_precision', end?.precision),
      ...said('time_from_offset', start?.offset),
      ...said('time_to_offset', end?.offset),
      ...said('clinical_status', status),
    },
    without: end === undefined ? dosages.flatMap(lastingOf) : [],
  };
};

/** 'For 7 days' has no day on which it ends until it is known when it began: it stays in words. */
const lastingOf = ({ timing: said }: Dosage): string[] => {
  const repeat = said?.repeat;
  const lasts = repeat?.boundsDuration !== undefined || repeat?.boundsRange !== undefined || repeat?.count !== undefined;
  return lasts ? ['it says how long, not until when: its end is in words only'] : [];
};

/** All that may stand there with a treatment; what else stands there may mean anything. */
const STATUSES = new Set(['active', 'on-hold', 'completed', 'stopped', 'unknown', 'ended']);

const lengths: Readonly<Record<string, number>> = { d: 1, wk: 7 };

/** The last day of so many days from the first one on. */
const lastDay = (start: SaidDate | undefined, dosages: readonly Dosage[]): SaidDate | undefined => {
  const [only, ...others] = dosages;
  const said = only?.timing?.repeat?.boundsDuration;
  const days = Number(decimalOf(said?.value)) * (lengths[unitKey(unitOf(said))] ?? Number.NaN);
  const isDay = start !== undefined && (start.precision === 'day' || start.precision === 'time');
  if (!isDay || others.length > 0 || !Number.isInteger(days) || days < 1 || said?.comparator !== undefined) return undefined;
  return dateOf(stopDateOf(start.local.slice(0, 10), days));
};

/** By the moment where both have an offset, otherwise by the local time. */
const byTime = (a: SaidDate, b: SaidDate): number =>
  a.offset !== undefined && b.offset !== undefined
    ? instantWith(a.local, a.offset) - instantWith(b.local, b.offset)
    : compare(a.local, b.local);

/** From the first start to the last end of all instructions; open where one of them is. */
const boundsOf = (dosages: readonly Dosage[]): { start: SaidDate | undefined; end: SaidDate | undefined } => {
  const bounds = dosages.map(({ timing: said }) => said?.repeat?.boundsPeriod);
  const days = (field: 'start' | 'end') => bounds.map((period) => dateOf(period?.[field]));
  const [starts, ends] = [days('start'), days('end')];
  const sorted = (dates: readonly (SaidDate | undefined)[]) => dates.flatMap((date) => date ?? []).sort(byTime);
  return { start: sorted(starts)[0], end: ends.includes(undefined) ? undefined : sorted(ends).at(-1) };
};

/** Intents that somebody decided on; a proposal or a plan is no treatment yet. */
const ORDERS = new Set(['order', 'original-order', 'reflex-order', 'filler-order', 'instance-order']);

/** What a MedicationRequest orders. Stopped or completed without a day stays so: `clinical_status` says that it is over. */
export const readMedicationRequest = (request: MedicationRequest, given: Given): ReadMedication | Skipped => {
  const { status, intent, dosageInstruction: dosages, dispenseRequest, doNotPerform } = request;
  if (doNotPerform === true) return withdraw('an order not to give it');
  if (status === 'cancelled') return withdraw('cancelled');
  if (status === 'draft') return skip('a draft of a prescription');
  if (intent !== undefined && !ORDERS.has(intent)) return skip(`not ordered: ${plain(intent)?.slice(0, 40) ?? ''}`);
  const bounds = boundsOf(dosages);
  const start = bounds.start ?? dateOf(request.authoredOn) ?? dateOf(dispenseRequest?.validityPeriod?.start);
  return intake(given, dosages, [start, bounds.end ?? lastDay(start, dosages)], request);
};

/** What a MedicationStatement says that somebody takes, or took. */
export const readMedicationStatement = (statement: MedicationStatement, given: Given): ReadMedication | Skipped => {
  const { status, dosage: dosages, effectivePeriod, effectiveDateTime } = statement;
  if (status === 'not-taken') return withdraw('not taken by the patient');
  if (status === 'intended') return skip('only intended');
  const bounds = boundsOf(dosages);
  const start = dateOf(effectivePeriod?.start ?? effectiveDateTime) ?? bounds.start ?? dateOf(statement.dateAsserted);
  return intake(given, dosages, [start, dateOf(effectivePeriod?.end) ?? bounds.end], statement);
};
