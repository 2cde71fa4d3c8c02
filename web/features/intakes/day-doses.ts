import { shownDay } from '#contracts/rules/calendar-days';
import { averageText } from '#contracts/treatments/dose-text';
import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { dayShown } from '#contracts/wire/precision';
import { timeOf } from '#web/charts/local-time.ts';
import { showCount } from '#web/lib/numbers.ts';
import { widest } from '#web/record/graphs/legend-room.ts';
import type { DosesOn } from './doses-on.ts';

/** Said of a day on which nothing of a series is taken. */
export const NOT_THEN = 'not on this day';

/** The last day of a dosage, as exactly as it is known. */
const dayOf = ({ to, to_precision }: { to: string; to_precision?: IntakeSegment['to_precision'] | undefined }): string =>
  dayShown(to, to_precision);

/** Over before a day; of what ended nobody knows when, its start was not after it. */
const isOver = ({ draft, from, to, ongoing }: IntakeSegment, day: number): boolean => {
  if (draft) return false;
  return to === null ? !ongoing && (from === null || timeOf(from) <= day) : timeOf(to) < day;
};

/** What a bar of a dosage says, the longer one where there is room for it. */
export const barWords = (segment: IntakeSegment, unit: string): string[] => {
  const { dose_text, average, as_needed, to, to_precision, ongoing, state_text = '' } = segment;
  const shown = averageText(average, unit, as_needed);
  // what is over says so: alone in sight it would read as the dose of today
  const over = state_text === '' && to ? `${dose_text} until ${dayOf({ to, to_precision })}` : joined([dose_text, state_text], ', ');
  const dose = dose_text === '' || (ongoing && state_text === '') ? dose_text : over;
  return [...(shown === '' || dose === '' ? [] : [`${dose}, ${shown}`]), dose].filter((text) => text !== '');
};

/** What was ordered last before a day on which nothing is taken any more, and when it ended; undefined where nothing was taken before. */
export const endedText = (series: Pick<IntakeSeries, 'segments'>, day: number): string | undefined => {
  const last = lastOver(series, day);
  return last && endedSaid(last);
};

const lastOver = ({ segments }: Pick<IntakeSeries, 'segments'>, day: number) => segments.findLast((segment) => isOver(segment, day));

const endedSaid = (last: IntakeSegment): string => {
  const { order, to, to_precision, state_text = '' } = last;
  if (to === null || state_text !== '') return joined([order, state_text], ', ');
  const on = dayOf({ to, to_precision });
  return order.includes(`until ${on}`) ? order : joined([order, `ended ${on}`], ', ');
};

const joined = (texts: readonly string[], by: string): string => texts.filter((text) => text !== '').join(by);

/** Texts of doses that are taken together: of several that read alike one, with how many they are, so that no dose is lost from sight. */
const together = (texts: readonly string[]): string =>
  joined(
    [...new Set(texts)].map((text) => {
      const times = texts.filter((other) => other === text).length;
      return text === '' || times === 1 ? text : `${text} (${showCount(times, 'treatment')})`;
    }),
    ' and ',
  );

type Doses = Pick<DosesOn, 'total' | 'upTo' | 'segments' | 'possiblySame'>;

/**
 * The doses of a day in words, as ordered: first what is taken regularly, then what is taken as needed; either may be empty. Several stand
 * one after the other, with what they come to (ruling 30).
 */
export const dayDoses = ({ total, upTo, segments, possiblySame }: Doses, unit: string): [regular: string, needed: string] => {
  const regular = segments.filter(({ as_needed }) => !as_needed);
  const needed = segments.filter(({ as_needed }) => as_needed);
  const orders = (own: readonly IntakeSegment[]) =>
    together(own.map((each) => joined([each.order, each.order === '' ? '' : (each.state_text ?? '')], ', ')));
  const several = regular.length > 1 && total !== null ? `in all ${averageText(total, unit, false)}` : '';
  const twice = possiblySame ? 'possibly the same order' : '';
  // an external record may say of a medication only that it is taken
  const ordered = orders(regular) || 'without a dosage';
  const most = needed.length > 1 && upTo > 0 ? `in all ${averageText(upTo, unit, true)}` : '';
  return [
    regular.length === 0 ? '' : joined([ordered, total === null ? 'no average' : several, needed.length === 0 ? twice : ''], ', '),
    needed.length === 0 ? '' : joined([orders(needed) || 'as needed', most, twice], ', '),
  ];
};

/** Whether nothing of it has begun. */
export const isPlanned = ({ segments }: Pick<Doses, 'segments'>): boolean => segments.every(({ planned }) => planned);

/** Both in one text. */
export const dayDosesText = (doses: Doses, unit: string): string => joined(dayDoses(doses, unit), ' and ');

/** The order with its days, without what it comes to. */
const withoutAverage = ({ order, average, as_needed }: IntakeSegment, unit: string): string => {
  const end = `, ${averageText(average, unit, as_needed)}`;
  return order.endsWith(end) ? order.slice(0, -end.length) : order;
};

/** What a dose belongs to that is only a step on its way. */
const wayOf = ({ order }: IntakeSegment): string =>
  /^taper /.test(order) ? 'taper, ' : /^\d+ steps from /.test(order) ? 'in steps, ' : '';

/**
 * What stands after the name of a row of the chart, the fullest first: on a phone there is no room for averages, then none for the days. A
 * dose without its days says 'now' where there were others: its row has bars of years in which it was not taken.
 */
export const nowTexts = (doses: Doses | null, { segments, unit }: Pick<IntakeSeries, 'segments' | 'unit'>, day: number): string[] => {
  const last = lastOver({ segments }, day);
  const isOnly = new Set(segments.filter(({ draft }) => !draft).map(({ dose_text }) => dose_text)).size < 2;
  const bare = (each: IntakeSegment) => {
    const { confirmed_to, state_text } = each;
    // 'on hold', 'probably until ...' and 'not confirmed' are never cut, nor called what is taken now
    const state = confirmed_to ? `not confirmed since ${shownDay(confirmed_to)}` : state_text;
    if (each.dose_text !== '' && state) return `${each.dose_text}, ${state}`;
    return each.dose_text === '' || (isOnly && !each.to) ? each.dose_text : `${wayOf(each)}now ${each.dose_text}`;
  };
  const ordered = (each: IntakeSegment) => {
    const text = withoutAverage(each, unit);
    return text === each.dose_text ? bare(each) : text;
  };
  // a step of a tapering must not read as a dose that stays
  const untilThen = (each: IntakeSegment) => {
    const { to, to_precision } = each;
    if (each.dose_text === '' || !to || each.state_text) return bare(each);
    const way = wayOf(each);
    return `${way}${isOnly && way === '' ? '' : 'now '}${each.dose_text} until ${dayOf({ to, to_precision })}`;
  };
  const said = (text: (each: IntakeSegment) => string) => together((doses?.segments ?? []).map(text));
  const texts = doses
    ? [dayDosesText(doses, unit), ...[ordered, untilThen, bare].map(said)]
    : last
      ? [endedSaid(last), last.state_text ?? `ended ${dayOf({ to: last.to!, to_precision: last.to_precision })}`]
      : [];
  return [...new Set(texts)].filter((text) => text !== '');
};

/** The longest that is said of a series on any day. */
export const roomOfDoses = ({ segments, sums, unit }: Pick<IntakeSeries, 'segments' | 'sums' | 'unit'>): string => {
  const said = (taken: readonly IntakeSegment[], average: number | null, upTo: number, possiblySame: boolean) => {
    const isSummed = taken.every((each) => each.as_needed || each.average !== null) && taken.some((each) => !each.as_needed);
    return dayDoses({ total: isSummed ? average : null, upTo, segments: taken, possiblySame }, unit).join(' ');
  };
  return widest([
    NOT_THEN,
    ...segments.flatMap((each) => (each.ongoing ? [] : [endedSaid(each)])),
    ...segments.map((each) => said([each], each.average, each.as_needed ? (each.average ?? 0) : 0, false)),
    ...sums.map(({ addends, average, up_to, possibly_same_order }) =>
      said(
        addends.flatMap((place) => segments[place] ?? []),
        average,
        up_to,
        possibly_same_order,
      ),
    ),
  ]);
};
