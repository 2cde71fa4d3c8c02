import { shownAt } from '#contracts/wire/precision';
import { codeSystem } from '#contracts/wire/code-systems';
import { unitKey } from '#contracts/rules/units';
import { daysPerUnit, type PeriodUnit } from '#contracts/treatments/schedules';
import type { Regimen } from '#contracts/treatments/dosages';
import { dateOf, decimalOf, nameOf, plain, quantityWords, unitOf } from '../resources/fhir-text.ts';
import type { Repeat, Timing } from '../resources/medications.ts';
import type { CodeableConcept, Quantity } from '../resources/resource.ts';

/** Times in each so many units of time; null where it is said in words only. */
export type Often = Pick<Regimen, 'frequency' | 'period' | 'period_unit'>;

/** No number: it stands in words only. */
export const NOT_SAID: Often = { frequency: null, period: null, period_unit: 'Day' };

/** Entry of a table for any word of a sender. */
const known = <T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined =>
  word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;

const units: Readonly<Record<string, PeriodUnit>> = { h: 'Hour', d: 'Day', wk: 'Week', mo: 'Month', a: 'Year' };

/** Codes of GTSAbbreviation that say how often. */
type Abbreviation = readonly [times: number, period: number, unit: PeriodUnit, words: string];
const abbreviations: Readonly<Record<string, Abbreviation>> = {
  QD: [1, 1, 'Day', 'every day'],
  AM: [1, 1, 'Day', 'every morning'],
  PM: [1, 1, 'Day', 'every afternoon'],
  BED: [1, 1, 'Day', 'at bedtime'],
  BID: [2, 1, 'Day', 'twice a day'],
  TID: [3, 1, 'Day', '3 times a day'],
  QID: [4, 1, 'Day', '4 times a day'],
  Q1H: [1, 1, 'Hour', 'every hour'],
  Q2H: [1, 2, 'Hour', 'every 2 hours'],
  Q3H: [1, 3, 'Hour', 'every 3 hours'],
  Q4H: [1, 4, 'Hour', 'every 4 hours'],
  Q6H: [1, 6, 'Hour', 'every 6 hours'],
  Q8H: [1, 8, 'Hour', 'every 8 hours'],
  QOD: [1, 2, 'Day', 'every other day'],
  WK: [1, 1, 'Week', 'every week'],
  MO: [1, 1, 'Month', 'every month'],
};

const weekdays: Readonly<Record<string, string>> = {
  ...{ mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday', sat: 'Saturday', sun: 'Sunday' },
};

/** Codes of EventTiming and TimingEvent, each a moment of the day; those of a meal may be one or all of them. */
const moments: Readonly<Record<string, string>> = {
  ...{ MORN: 'in the morning', 'MORN.early': 'early in the morning', 'MORN.late': 'late in the morning', NOON: 'at noon' },
  ...{ AFT: 'in the afternoon', 'AFT.early': 'early in the afternoon', 'AFT.late': 'late in the afternoon' },
  ...{ EVE: 'in the evening', 'EVE.early': 'early in the evening', 'EVE.late': 'late in the evening', NIGHT: 'at night' },
  ...{ PHS: 'after falling asleep', HS: 'before bedtime', WAKE: 'after waking' },
  ...{ CM: 'with breakfast', CD: 'with lunch', CV: 'with dinner' },
  ...{ ACM: 'before breakfast', ACD: 'before lunch', ACV: 'before dinner' },
  ...{ PCM: 'after breakfast', PCD: 'after lunch', PCV: 'after dinner' },
};
const meals: Readonly<Record<string, string>> = { C: 'with meals', AC: 'before meals', PC: 'after meals' };

/** A whole number above 0; null for everything else. */
const numeric = (written: string | undefined): number | null => {
  const decimal = decimalOf(written);
  return decimal === undefined || Number(decimal) <= 0 ? null : Number(decimal);
};

const periodDays = ({ period, periodUnit }: Repeat): number => (numeric(period) ?? 1) * (known(lengths, periodUnit) ?? Number.NaN);

/** Mean lengths in days, for comparing. */
const lengths: Readonly<Record<string, number>> = {
  ...{ s: 1 / 86_400, min: 1 / 1440, h: daysPerUnit.Hour, d: 1, wk: 7, mo: daysPerUnit.Month, a: daysPerUnit.Year },
};

/** True for a duration of the whole course. One as long as its period is that of a patch or an infusion without a pause. */
export const isLongerThanPeriod = (repeat: Repeat, period = periodDays(repeat)): boolean => {
  const duration = Number(decimalOf(repeat.duration)) * (known(lengths, repeat.durationUnit) ?? Number.NaN);
  return duration > period * (1 + 1e-9);
};

/** 'One to two times', 'every four to six hours', one dose in all, days on end each day: no one frequency. */
const isOpen = (repeat: Repeat): boolean =>
  repeat.unread.length > 0 ||
  repeat.dayOfWeek.some((day) => !Object.hasOwn(weekdays, day)) ||
  repeat.frequencyMax !== undefined ||
  repeat.periodMax !== undefined ||
  [repeat.frequency, repeat.period].some((written) => written !== undefined && numeric(written) === null) ||
  (repeat.count === '1' && repeat.countMax === undefined) ||
  isLongerThanPeriod(repeat);

const PARTS = [/morning|breakfast|waking/, /at noon|lunch/, /afternoon/, /evening|dinner/, /night|bedtime|asleep/];
/** The part of the day that a moment belongs to: two of one part may be one moment. */
const partOf = (code: string): number => PARTS.findIndex((part) => part.test(known(moments, code) ?? ''));

/** How many moments of a day it names; null where nobody can count them. */
const momentsOf = ({ timeOfDay, when }: Repeat): { count: number | null; isOfMeals: boolean; mayBeOne: boolean } => {
  const isOfMeals = when.some((code) => Object.hasOwn(meals, code));
  const isUnclear =
    (timeOfDay.length > 0 && when.length > 0) ||
    timeOfDay.some((time) => !CLOCK.test(time)) ||
    when.some((code) => !Object.hasOwn({ ...meals, ...moments }, code));
  const codes = new Set([...timeOfDay.map((time) => time.slice(0, 5)), ...when]);
  return { count: isUnclear ? null : codes.size, isOfMeals, mayBeOne: new Set(when.map(partOf)).size < new Set(when).size };
};
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;

/** Times on each day: where moments are named they are counted, and a frequency that differs is a contradiction. */
const dailyOf = (frequency: number | null, repeat: Repeat): number | null => {
  const { count, isOfMeals, mayBeOne } = momentsOf(repeat);
  if (count === null || (mayBeOne && frequency !== count)) return null;
  // 'before meals' may be one meal or all of them
  if (isOfMeals) return frequency !== null && frequency >= Math.max(2, count) ? frequency : null;
  if (count === 0) return frequency ?? 1;
  return frequency === null || frequency === 1 || frequency === count ? count : null;
};

/** The period, with 24 hours as a day and 7 days as a week where days are named. */
const periodOf = (repeat: Repeat, hasDays: boolean): { period: number; unit: PeriodUnit | undefined } => {
  const [period, unit] = [numeric(repeat.period) ?? 1, known(units, repeat.periodUnit)];
  if (unit === 'Hour' && period === 24) return { period: 1, unit: 'Day' };
  return hasDays && unit === 'Day' && period % 7 === 0 ? { period: period / 7, unit: 'Week' } : { period, unit };
};

const repeatOften = (repeat: Repeat): Often => {
  const days = new Set(repeat.dayOfWeek).size;
  const { period, unit } = periodOf(repeat, days > 0);
  if (isOpen(repeat) || (repeat.periodUnit !== undefined && unit === undefined)) return NOT_SAID;
  const frequency = numeric(repeat.frequency);
  const { count, isOfMeals } = momentsOf(repeat);
  const said = (times: number | null, each = period, of: PeriodUnit = unit ?? 'Day'): Often =>
    times === null ? NOT_SAID : { frequency: times, period: each, period_unit: of };
  const isEachDay = unit === undefined || (unit === 'Day' && period === 1);
  if (days > 0) {
    // 'twice, on Monday and Thursday' may be of each day or of the week
    if (unit === undefined && (frequency ?? 1) > 1) return NOT_SAID;
    // 'once a day, on Mondays' is once a week: days are what counts, whatever the period says
    const daily = dailyOf(isEachDay ? frequency : null, repeat);
    const weekly = daily === null ? null : days * daily;
    if (isEachDay) return said(weekly, 1, 'Week');
    return unit === 'Week' && (frequency === null || frequency === weekly) ? said(weekly) : NOT_SAID;
  }
  if (count === 0) return unit === undefined ? NOT_SAID : said(frequency ?? 1);
  if (isEachDay) return said(dailyOf(frequency, repeat));
  if (count === null || isOfMeals) return NOT_SAID;
  if (unit === 'Hour') return (24 * (frequency ?? 1)) / period === count ? said(frequency ?? 1) : NOT_SAID;
  // 'every second day, in the morning'; 'twice a week, at night'
  return count === 1 && (unit !== 'Day' || (frequency ?? 1) === 1) ? said(frequency ?? 1) : NOT_SAID;
};

const isSilent = (repeat: Repeat): boolean => repeatOften(repeat).frequency === null && !isOpen(repeat) && repeat.periodUnit === undefined;

const abbreviationOf = (concept: CodeableConcept | undefined): Abbreviation | undefined =>
  concept?.coding
    .filter(({ system }) => system === undefined || codeSystem(system) === 'GTS')
    .map(({ code }) => known(abbreviations, code))
    .find((one) => one !== undefined);

/** Times a day. */
export const rateOf = ({ frequency, period, period_unit }: Often): number | null =>
  frequency === null || period === null ? null : frequency / (period * daysPerUnit[period_unit]);

/** How often, if it is certain. */
export const oftenOf = (timing: Timing | undefined): Often => {
  const [times, period, period_unit] = abbreviationOf(timing?.code) ?? [];
  const coded: Often = times === undefined ? NOT_SAID : { frequency: times, period: period!, period_unit: period_unit! };
  const { repeat } = timing ?? {};
  // a frequency without a period, beside a code that says another one
  const differs =
    repeat !== undefined && repeat.periodUnit === undefined && repeat.frequency !== undefined && numeric(repeat.frequency) !== times;
  if (times !== undefined && differs) return NOT_SAID;
  if (!repeat || (isSilent(repeat) && repeat.when.length + repeat.timeOfDay.length === 0)) return coded;
  const read = repeatOften(repeat);
  const isContradicted = coded.frequency !== null && rateOf(coded)!.toPrecision(6) !== rateOf(read)?.toPrecision(6);
  return isContradicted ? NOT_SAID : read;
};

const upTo = (low: string | undefined, high: string | undefined): string | undefined =>
  high === undefined || low === undefined || low === high ? (low ?? (high && `up to ${high}`)) : `${low} - ${high}`;

const names: Readonly<Record<string, string>> = {
  ...{ s: 'second', min: 'minute', h: 'hour', d: 'day', wk: 'week', mo: 'month', a: 'year' },
};
const counted = (count: string, unit: string): string => `${count} ${unit}${count === '1' ? '' : 's'}`;

/** 'morning and night', 'a, b and c' */
const listed = (texts: readonly string[]): string => [texts.slice(0, -1).join(', '), texts.at(-1)].filter(Boolean).join(' and ');

/** '7 days'; a unit that is no length of time stays as it came. */
export const lengthWords = (said: Quantity | undefined): string | undefined => {
  const [unit, amount] = [said && known(names, unitKey(unitOf(said))), decimalOf(said?.value)];
  return unit !== undefined && amount !== undefined && said?.comparator === undefined ? counted(amount, unit) : quantityWords(said);
};

/** '7 - 10 days', 'at least 7 days', 'up to 10 days' */
const rangeLengthWords = (low: Quantity | undefined, high: Quantity | undefined): string | undefined => {
  const [from, to] = [lengthWords(low), lengthWords(high)];
  if (from === undefined || to === undefined) return from === undefined ? to && `up to ${to}` : `at least ${from}`;
  return unitOf(low) === unitOf(high) ? `${decimalOf(low?.value)} - ${to}` : `${from} - ${to}`;
};

/** A date as exactly as it was said. */
const dateWords = (said: string | undefined): string | undefined => {
  const date = dateOf(said);
  return date ? shownAt(date.local, date.precision) : plain(said);
};

const momentWords = (code: string, offset: string | undefined): string => {
  const words = known(moments, code) ?? known(meals, code) ?? plain(code) ?? '';
  if (offset === undefined || Number(offset) === 0) return words;
  const minutes = counted(offset, 'minute');
  return /^(before|after) /.test(words) ? `${minutes} ${words}` : `${words} (${minutes} after)`;
};

const everyWords = (repeat: Repeat): (string | undefined)[] => {
  const times = upTo(decimalOf(repeat.frequency), decimalOf(repeat.frequencyMax));
  const period = upTo(decimalOf(repeat.period), decimalOf(repeat.periodMax));
  const unit = known(names, repeat.periodUnit) ?? plain(repeat.periodUnit);
  const often = times && `${times} ${times === '1' ? 'time' : 'times'}`;
  if (unit === undefined) return [often];
  const every = period === undefined || period === '1' ? `every ${unit}` : `every ${period} ${unit}s`;
  const hasDays = repeat.dayOfWeek.length > 0;
  const { count } = momentsOf(repeat);
  // 'once a day' is what is said of each of its days and moments
  const isEach = every === 'every day' && (times === undefined || times === '1');
  if (isEach && (hasDays || (count !== null && count > 1))) return [hasDays ? undefined : every];
  return [often, hasDays && every === 'every day' ? 'a day' : every];
};

/** How often in words: every part that was said. */
const repeatWords = (repeat: Repeat): string | undefined => {
  const moment = repeat.when.map((code) => momentWords(code, decimalOf(repeat.offset)));
  const words = [
    ...everyWords(repeat),
    repeat.dayOfWeek.length > 0 ? `on ${listed(repeat.dayOfWeek.map((day) => known(weekdays, day) ?? plain(day) ?? ''))}` : undefined,
    repeat.timeOfDay.length > 0
      ? `at ${listed(repeat.timeOfDay.map((time) => plain(CLOCK.test(time) ? time.slice(0, 5) : time) ?? ''))}`
      : undefined,
    moment.length > 0 ? listed(moment) : undefined,
  ].filter(Boolean);
  return words.length === 0 ? undefined : words.join(' ');
};

const isShown = (date: string | undefined, shown: readonly (string | undefined)[]): boolean => {
  const read = dateOf(date);
  return read !== undefined && shown.includes(read.local);
};

/** How long, and how many, in words. */
const boundWords = (repeat: Repeat, shown: readonly (string | undefined)[]): (string | undefined)[] => {
  const { boundsPeriod, boundsDuration, boundsRange } = repeat;
  const [start, end] = [boundsPeriod?.start, boundsPeriod?.end].map((date) => (isShown(date, shown) ? undefined : dateWords(date)));
  const lasting = lengthWords(boundsDuration) ?? rangeLengthWords(boundsRange?.low, boundsRange?.high);
  const count = upTo(decimalOf(repeat.count), decimalOf(repeat.countMax));
  const duration = upTo(decimalOf(repeat.duration), decimalOf(repeat.durationMax));
  const unit = known(names, repeat.durationUnit) ?? plain(repeat.durationUnit);
  const lasts = duration && (unit === undefined ? `${duration} (no unit said)` : counted(duration, unit));
  return [
    lasts && (isLongerThanPeriod(repeat) ? `duration ${lasts}` : `over ${lasts}`),
    lasting && `for ${lasting}`,
    count && `${counted(count, 'dose')} in all`,
    [start && `from ${start}`, end && `until ${end}`].filter(Boolean).join(' '),
    ...repeat.unread.map((field) => `${field} cannot be read`),
  ];
};

/** A text that is an abbreviation in words as well. */
const codeWords = (concept: CodeableConcept | undefined): string | undefined => {
  const name = nameOf(concept);
  const coded = abbreviationOf(concept);
  if (name !== undefined && !Object.hasOwn(abbreviations, name.toUpperCase())) return name;
  return coded?.[3] ?? name ?? plain(concept?.coding[0]?.code);
};

/** A timing in words. */
export interface TimingWords {
  /** How often, by its numbers and its abbreviation. */
  often: string[];
  /** The words of its code that are no abbreviation. */
  named: string | undefined;
  /** What bounds it. */
  bounds: string[];
}

/** @param shown local dates that stand beside it already */
export const timingWords = (timing: Timing | undefined, shown: readonly (string | undefined)[]): TimingWords => {
  const { event = [], repeat, code } = timing ?? {};
  const said = repeat && repeatWords(repeat);
  // 'twice a day' beside '2 times every day'; 'every morning' says more
  const [, , , coded = ''] = abbreviationOf(code) ?? [];
  const words = codeWords(code);
  const isAbbreviation = coded !== '' && words === coded;
  const isSame = said !== undefined && oftenOf(timing).frequency !== null && !/morning|noon|bed/.test(coded);
  const events = event.flatMap((date) => dateWords(date) ?? []);
  const often = [isAbbreviation && !isSame ? coded : undefined, said, events.length > 0 ? `on ${listed(events)}` : undefined];
  const given = (texts: readonly (string | undefined)[]) => texts.flatMap((text) => text || []);
  return { often: given(often), named: isAbbreviation ? undefined : words, bounds: given(repeat ? boundWords(repeat, shown) : []) };
};
