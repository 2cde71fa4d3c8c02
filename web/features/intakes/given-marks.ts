import { dosesText, type Giving, goingOnText, isGivenWhole } from '#contracts/treatments/given';
import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { lastDayOf } from '#contracts/wire/precision';
import type { Bar } from '#web/charts/bars.ts';
import { DAY } from '#web/charts/local-time.ts';
import { barDates } from '#web/record/graphs/bar-dates.ts';
import { nowTexts } from './day-doses.ts';
import { dosesOn } from './doses-on.ts';
import { widest } from '#web/record/graphs/legend-room.ts';

/** A series as it was ordered, without the doses that were given: its sums are the same, since these come last. */
export const ordersOf = (series: IntakeSeries): IntakeSeries => ({ ...series, segments: series.segments.filter(({ given }) => !given) });

/** Checked doses of a series that were given. */
export const givenIn = ({ segments }: Pick<IntakeSeries, 'segments'>): IntakeSegment[] =>
  segments.filter(({ given, draft }) => given === true && !draft);

/** A dose with the fields of its record. */
export const givingOf = (segment: IntakeSegment): Giving => ({
  time_from: segment.from,
  time_to: segment.to,
  time_from_precision: segment.from_precision,
  time_to_precision: segment.to_precision,
  time_from_offset: segment.from_offset,
  time_to_offset: segment.to_offset,
  clinical_status: segment.clinical_status,
  part_of_dose: segment.part_of_dose,
});

/** 'given 24 times, last 06/03/2025'; '' of none. */
export const givenSaid = (doses: readonly IntakeSegment[]): string => dosesText(doses.map(givingOf));

/**
 * What stands after the name of a row of the chart, the fuller one first; nothing where there are no doses.
 * @param now what may go on, as `goingOn` says
 */
export const givenTexts = (doses: readonly IntakeSegment[], now = ''): string[] => {
  const short = now || (doses.every(isGivenWhole) && doses.length > 1 ? `given ${doses.length} times` : '');
  return [givenSaid(doses), short].filter((text) => text !== '');
};

/**
 * What stands after the name of a row, the fuller one first: its order of today with what may go on, or the doses where it has none.
 * @param orders its series without doses; what nobody checked is no order
 * @param goesOn what may go on, as `goingOn` says
 */
export const rowTexts = (orders: IntakeSeries, given: readonly IntakeSegment[], goesOn: string, today: number): string[] => {
  const now = dosesOn(orders, today);
  const isOnlyGiven = orders.segments.every(({ draft }) => draft);
  // an order that is over is no word for what is being given
  const ordered = isOnlyGiven || (goesOn !== '' && !now) ? [] : nowTexts(now, orders, today);
  return ordered.length === 0 ? givenTexts(given, goesOn) : ordered.map((text) => [text, goesOn].filter(Boolean).join('; '));
};

/** Where the mark of a dose lies: on its day, of a period over its days; without an end on its first day. */
export const markDates = (segment: IntakeSegment): ReturnType<typeof barDates> => {
  const { from, to, from_precision, to_precision } = segment;
  const [start, end] = [
    { day: from ?? to, precision: from === null ? to_precision : from_precision },
    { day: to, precision: to_precision },
  ];
  // what ends before it starts, by clocks of its source, was given on both days
  const isReversed = start.day !== null && end.day !== null && lastDayOf(end.day, end.precision) < start.day.slice(0, 10);
  const [first, last] = isReversed ? [end, start] : [start, end];
  const dated = { from: first.day, to: last.day, from_precision: first.precision, to_precision: last.precision };
  const { toFrom: _toFrom, ...dates } = barDates({ ...dated, ongoing: false });
  return { ...dates, to: Math.max(dates.to ?? -Infinity, dates.fromUntil ?? -Infinity) };
};

/** A dose with the days of its mark. */
export interface DatedDose {
  dose: IntakeSegment;
  from: number;
  to: number;
}

/** Doses with their days, to be asked about many days. */
export const datedDoses = (doses: readonly IntakeSegment[]): DatedDose[] =>
  doses.map((dose) => {
    const { from, to } = markDates(dose);
    return { dose, from: from ?? Infinity, to: to ?? -Infinity };
  });

/** Doses that may go on today, in short: 'being given', 'dose on hold'; '' of none. */
export const goingOn = (doses: readonly DatedDose[], today: number): string =>
  goingOnText(doses.flatMap(({ dose, to }) => (dose.to === null || to >= today ? [givingOf(dose)] : [])));

/** A dose as a mark of the chart. */
export const markOf = (segment: IntakeSegment, id: string): Bar => ({
  id,
  ...markDates(segment),
  amount: null,
  isOfDay: true,
  draft: segment.draft,
  corrected: segment.corrected_from !== undefined,
});

/** Doses that were given on a day. */
export const givenOn = (doses: readonly DatedDose[], day: number): IntakeSegment[] =>
  doses.flatMap(({ dose, from, to }) => (from < day + DAY && to >= day ? [dose] : []));

/** Those of a day in words, otherwise all until then; '' where there are none. */
export const givenUntil = (doses: readonly DatedDose[], day: number): string =>
  givenSaid(givenOn(doses, day)) || givenSaid(doses.flatMap(({ dose, from }) => (from < day + DAY ? [dose] : [])));

/** The longest that is said of doses on any day. */
export const roomOfGiven = (doses: readonly IntakeSegment[]): string =>
  widest([givenSaid(doses), ...doses.map((dose) => givenSaid([dose]))]);
