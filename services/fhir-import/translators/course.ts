import { addDays, addMonths, daysBetween, latest } from '#contracts/rules/calendar-days';
import { compare } from '#contracts/rules/compare';
import { instantWith } from '#contracts/rules/time-zones';
import { unitKey } from '#contracts/rules/units';
import type { ExpectedUntil } from '#contracts/treatments/courses';
import { daysPerUnit } from '#contracts/treatments/schedules';
import { lastDayOf } from '#contracts/wire/precision';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { dateOf, decimalOf, nameOf, type SaidDate, unitOf } from '../resources/fhir-text.ts';
import type { Dosage, Repeat } from '../resources/medications.ts';
import type { Quantity } from '../resources/resource.ts';
import { isLongerThanPeriod, oftenOf, rateOf } from './timing.ts';
import { MAX_DOSAGES } from './dosage.ts';
import { readWritten } from './written-dosage.ts';

/** Start and end of a course, as far as the order itself names them (ruling 64). */
export interface ReadCourse {
  start: SaidDate | undefined;
  end: SaidDate | undefined;
  /** `end` follows from a duration that may also be that of one administration. */
  isProbable: boolean;
  /** Without an end: a day that the order names. */
  expected: ExpectedUntil | undefined;
  /** It names a length without a day on which that ends. */
  isInWords: boolean;
}

/** A length of time: months, and days that count the first one: a month is { months: 1, days: 0 }, a week { months: 0, days: 7 }. */
interface Length {
  days: number;
  months: number;
}

const DAYS: Readonly<Record<string, number>> = { s: 1 / 86_400, min: 1 / 1440, h: 1 / 24, d: 1, wk: 7 };

const lengthOf = (count: number, unit: string): Length | undefined => {
  if (!(count > 0) || count > 100_000) return undefined;
  if (unit === 'mo' || unit === 'a') return Number.isInteger(count) ? { days: 0, months: count * (unit === 'a' ? 12 : 1) } : undefined;
  const days = Object.hasOwn(DAYS, unit) ? count * DAYS[unit]! : Number.NaN;
  // a day begun is a day; hours may reach into the next one
  return Number.isNaN(days) ? undefined : { days: Math.ceil(days) + (unit === 'h' ? 1 : 0), months: 0 };
};

/** At least, more than: no length after which anything is over. */
const quantityLength = (said: Quantity | undefined): Length | undefined =>
  said === undefined || /^>/.test(said.comparator ?? '') ? undefined : lengthOf(Number(decimalOf(said.value)), unitKey(unitOf(said)));

/** The last day of a length that begins on a day: the first one counts. */
const lastDay = (from: string, { days, months }: Length): string => addDays(addMonths(from.slice(0, 10), months), days - 1);

/** By how many doses there are at most; undefined where nobody can say when the last one is due. */
const countLength = (dosage: Dosage): Length | undefined => {
  const { repeat } = dosage.timing ?? {};
  const count = Number(decimalOf(repeat?.countMax) ?? decimalOf(repeat?.count));
  if (repeat === undefined || !(count > 0) || dosage.asNeededBoolean === true || dosage.asNeededCodeableConcept !== undefined)
    return undefined;
  // the first one is due on the first of its days of the week
  const wait = repeat.dayOfWeek.length > 0 ? 6 : 0;
  if (count === 1) return { days: 1 + wait, months: 0 };
  const { frequency, period, period_unit } = oftenOf(dosage.timing);
  if (frequency === null || period === null) return undefined;
  const periods = Math.floor((count - 1) / frequency);
  const months = { Month: period, Year: period * 12 }[period_unit as string];
  // several in a period may be due at its end, and hours reach into the next day
  const rest = frequency > 1 ? Math.ceil(period * daysPerUnit[period_unit]) - 1 : period_unit === 'Hour' ? 1 : 0;
  if (months !== undefined && Number.isInteger(months)) return lengthWithin({ days: 1 + Math.max(rest, wait), months: periods * months });
  return lengthWithin({ days: Math.ceil(periods * period * daysPerUnit[period_unit]) + 1 + Math.max(rest, wait), months: 0 });
};

/** Undefined beyond the dates that a record can hold. */
const lengthWithin = (length: Length): Length | undefined => (length.days + length.months * 31 > 100_000 ? undefined : length);

interface Lengths {
  /** It ends the course. */
  certain: Length[];
  /** It may be the length of one administration. */
  probable: Length | undefined;
  /** It may be that of something else. */
  doubtful: Length | undefined;
}

const probableLength = (repeat: Repeat | undefined): Length | undefined =>
  repeat && isLongerThanPeriod(repeat)
    ? lengthOf(Number(decimalOf(repeat.durationMax) ?? decimalOf(repeat.duration)), repeat.durationUnit ?? '')
    : undefined;

const GOES_ON =
  /\b(?:long[ -]term|keep|increas\w*|refill\w*|ongoing|continu\w*|indefinite\w*|repeat\w*|again|then|until|cycles?|every \d+ (?:days|weeks|months)|weiter|renouvel\w*)\b/i;

const lengthsOf = (dosage: Dosage): Lengths => {
  const { repeat, code } = dosage.timing ?? {};
  const beside = [dosage.patientInstruction, ...dosage.additionalInstruction.map(nameOf)].flatMap((text) => text ?? []);
  const goesOn = beside.some((text) => GOES_ON.test(text));
  const read = (texts: readonly string[]) => texts.flatMap((text) => readWritten(text).lasts ?? []);
  // instructions to the patient beside a text may name any length
  const written = read([dosage.text ?? dosage.patientInstruction, nameOf(code)].flatMap((text) => text ?? []));
  const often = rateOf(oftenOf(dosage.timing));
  const inWords = written
    .map(({ count, unit, isCertain }) => ({ length: lengthOf(count, unit), isCertain: isCertain && !goesOn }))
    // a length that is not longer than the period is that of one dose
    .filter(({ length }) => often === null || often >= 1 || (length !== undefined && length.days + length.months * 30 > 1 / often));
  const { low, high } = repeat?.boundsRange ?? {};
  const range = high && longest([quantityLength(low), quantityLength(high)].flatMap((one) => one ?? []));
  const bounds = quantityLength(repeat?.boundsDuration);
  return {
    certain: [bounds, range, countLength(dosage), ...inWords.flatMap((one) => (one.isCertain ? one.length : []))].flatMap(
      (one) => one ?? [],
    ),
    probable: probableLength(repeat),
    doubtful: inWords.find(({ isCertain }) => !isCertain)?.length,
  };
};

/** By the moment where both have an offset, otherwise by the local time. */
const byTime = (a: SaidDate, b: SaidDate): number =>
  a.offset !== undefined && b.offset !== undefined
    ? instantWith(a.local, a.offset) - instantWith(b.local, b.offset)
    : compare(a.local, b.local);
const inOrder = (dates: readonly (SaidDate | undefined)[]): SaidDate[] => dates.flatMap((date) => date ?? []).sort(byTime);
/** The last moment that a date may mean. */
const latestOf = (date: SaidDate): SaidDate =>
  date.precision === 'time' ? date : { local: `${lastDayOf(date.local, date.precision)}T23:59:59`, precision: 'time' };
const lastAmong = (dates: readonly (SaidDate | undefined)[]): SaidDate | undefined =>
  inOrder(dates)
    .sort((a, b) => byTime(latestOf(a), latestOf(b)))
    .at(-1);

/** The first day that instructions name, and the last of their bounds where each has one. */
const periodsOf = (dosages: readonly Dosage[]): { start: SaidDate | undefined; ends: (SaidDate | undefined)[] } => {
  const bounds = dosages.map(({ timing }) => timing?.repeat?.boundsPeriod);
  const events = dosages.flatMap(({ timing }) => timing?.event.map(dateOf) ?? []);
  const starts = [...bounds.map((period) => dateOf(period?.start)), ...(bounds.every((one) => one === undefined) ? events : [])];
  return { start: inOrder(starts)[0], ends: bounds.map((period) => dateOf(period?.end)) };
};

const day = (said: string): SaidDate | undefined => (isLocalDateTime(`${said}T00:00:00`) ? dateOf(said) : undefined);

/** The last of some days; undefined where one of them is open. */
const lastOf = (days: readonly (string | undefined)[]): string | undefined =>
  days.reduce((last, next) => (last === undefined || next === undefined ? undefined : latest(last, next)));

/** Steps that follow each other, by their numbers; those of one number, and those without, at the same time. */
const stepsOf = (dosages: readonly Dosage[]): Dosage[][] => {
  const groups = new Map<string, Dosage[]>();
  for (const dosage of dosages) {
    const [step, group] = [dosage.sequence ?? '', groups.get(dosage.sequence ?? '')];
    if (group) group.push(dosage);
    else groups.set(step, [dosage]);
  }
  return [...groups.values()];
};

/** The last day of instructions, steps one after the other; undefined if one of them has no length. */
const lastOfSteps = (
  from: string,
  steps: readonly Dosage[][],
  length: (dosage: Dosage) => Length | undefined,
  endOf: (dosage: Dosage) => SaidDate | undefined,
): string | undefined => {
  let [begins, last]: [string, string | undefined] = [from, undefined];
  for (const step of steps) {
    const lasts = step.map((dosage) => {
      const [bound, own] = [endOf(dosage), length(dosage)];
      return bound ? lastDayOf(bound.local, bound.precision) : own && lastDay(begins, own);
    });
    const end = lastOf(lasts);
    if (end === undefined) return undefined;
    last = last === undefined ? end : latest(last, end);
    begins = addDays(end, 1);
  }
  return last;
};

const longest = (lengths: readonly Length[]): Length | undefined =>
  lengths.toSorted((a, b) => b.days + b.months * 31 - (a.days + a.months * 31))[0];

/** True if it is known which instructions follow each other. */
const areSteps = (dosages: readonly Dosage[]): boolean => {
  const sequences = new Set(dosages.map(({ sequence }) => sequence));
  return dosages.length < 2 || (!sequences.has(undefined) && sequences.size > 0);
};

/**
 * From when until when an order lasts. Only its bounds, the number of its doses, a length in its words and its status end it.
 * @param asked what the order says of its start, and its last day, where that is known from elsewhere
 * @param status of a stopped order nobody knows how long it lasted
 */
export const readCourse = (
  dosages: readonly Dosage[],
  asked: { start: (bounds: SaidDate | undefined) => SaidDate | undefined; end?: SaidDate | undefined },
  status: string | undefined,
  supply: ExpectedSupply = {},
): ReadCourse => {
  const { start: first, ends } = periodsOf(dosages);
  const start = asked.start(first);
  const said = { start, end: undefined, isProbable: false, expected: undefined, isInWords: false };
  const isAfter = (end: SaidDate | undefined) => !start || !end || lastDayOf(end.local, end.precision) >= start.local.slice(0, 10);
  if (asked.end && isAfter(asked.end)) return { ...said, end: asked.end };
  const bound = dosages.length > 0 && !ends.includes(undefined) ? lastAmong(ends) : undefined;
  // an end before its start is a slip: it stays in words
  if (bound && isAfter(bound)) return { ...said, end: bound };
  const all = dosages.slice(0, MAX_DOSAGES).map(lengthsOf);
  const [lengths, dates] = [
    new Map(dosages.map((dosage, at) => [dosage, all[at]])),
    new Map(dosages.map((dosage, at) => [dosage, ends[at]])),
  ];
  const certainOf = (dosage: Dosage) => longest(lengths.get(dosage)?.certain ?? []);
  const endOf = (dosage: Dosage) => (isAfter(dates.get(dosage)) ? dates.get(dosage) : undefined);
  const hasLength = all.some(({ certain, doubtful, probable }) => certain.length > 0 || doubtful !== undefined || probable !== undefined);
  const isInWords = hasLength || dosages.some(({ timing }) => saysHowLong(timing?.repeat));
  if (status === 'stopped') return said;
  if (start === undefined) return { ...said, isInWords };
  // of '03/2018' the last day on which it may have begun
  const from = lastDayOf(start.local, start.precision);
  const isDay = start.precision === 'day' || start.precision === 'time';
  const steps = stepsOf(dosages);
  const certain = dosages.length === 0 ? undefined : lastOfSteps(from, steps, certainOf, endOf);
  const probably = (dosage: Dosage) => certainOf(dosage) ?? lengths.get(dosage)?.probable;
  const probable = dosages.length === 0 ? undefined : lastOfSteps(from, steps, probably, endOf);
  const end = certain ?? probable;
  const supplyEnd = supplied(from, supply);
  // a length that is shorter than the supply with its refills is that of one supply
  const repeats = Number(decimalOf(supply.repeats)) || 0;
  const isRefilled = repeats > 0 && end !== undefined && (supplyEnd === undefined || supplyEnd > end);
  const refilled = isRefilled && repeats < 1000 ? addDays(from, (daysBetween(from, end) + 1) * (repeats + 1) - 1) : undefined;
  if (end !== undefined && isDay && !isRefilled && areSteps(dosages)) {
    const date = day(end);
    if (date) return { ...said, end: date, isProbable: certain === undefined };
  }
  const doubtful = longest(
    all.flatMap(({ certain: own, doubtful: other, probable: third }) => [...own, other, third].flatMap((one) => one ?? [])),
  );
  const byLength = end ?? (doubtful && lastDay(from, doubtful));
  const events = inOrder(dosages.flatMap(({ timing }) => timing?.event.map(dateOf) ?? [])).at(-1);
  const expected = expectedOf([
    ['length', isRefilled ? undefined : byLength],
    ['doses', events && lastDayOf(events.local, events.precision)],
    ['supply', supplyEnd ?? refilled],
    ['prescription', supply.validUntil && lastDayOf(supply.validUntil.local, supply.validUntil.precision)],
  ]);
  return { ...said, expected, isInWords: isInWords && expected?.by !== 'length' };
};

/** Length of the supply, and of the prescription. */
export interface ExpectedSupply {
  duration?: Quantity | undefined;
  /** Refills after the first supply. */
  repeats?: string | undefined;
  validUntil?: SaidDate | undefined;
}

const supplied = (from: string, { duration, repeats }: ExpectedSupply): string | undefined => {
  const times = 1 + (Number(decimalOf(repeats)) || 0);
  const each = quantityLength(duration);
  if (each === undefined || times > 1000) return undefined;
  return lastDay(from, { days: each.days * times, months: each.months * times });
};

/** The first of these days that a record can hold. */
const expectedOf = (days: readonly (readonly [ExpectedUntil['by'], string | undefined])[]): ExpectedUntil | undefined => {
  const [by, last] = days.find(([, one]) => one !== undefined && day(one) !== undefined) ?? [];
  return by === undefined || last === undefined ? undefined : { by, day: last };
};

const saysHowLong = (repeat: Repeat | undefined): boolean =>
  [repeat?.boundsDuration, repeat?.boundsRange, repeat?.count, repeat?.countMax, repeat?.boundsPeriod?.end].some(
    (one) => one !== undefined,
  );
