import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { uncertaintyOf } from '#contracts/diagnoses/lasting';
import { dateShown } from '#contracts/wire/clock';
import type { Precision } from '#contracts/wire/precision';
import { DAY } from '#web/charts/local-time.ts';
import { barDates } from '#web/record/graphs/bar-dates.ts';
import { barSpan, byDay, isOpenEnded, isVisit, statusOf, visitsOf, visitStatusesOf } from './diagnosis-table.ts';

/** What the legend says below the name. */
export const notesOf = ({ bars }: DiagnosisSeries): string[] | undefined => {
  const statuses = visitStatusesOf(bars.filter(isVisit).map((bar) => ({ ...bar, verification_status: uncertaintyOf(bar) })));
  const notes = [
    ...(bars.some((bar) => !bar.active && bar.to === null && !bar.of_visit) ? ['ended, no date given'] : []),
    ...(bars.some((bar) => !bar.draft && statusOf(bar).includes('status not stated')) ? ['status not stated'] : []),
    ...(statuses.length > 0 ? [`by its source: ${statuses.join(', ')}`] : []),
  ];
  return notes.length > 0 ? notes : undefined;
};

const fromText = ({ from, from_precision, from_offset }: DiagnosisBar): string =>
  from === null ? 'start not known' : dateShown(from, from_precision, from_offset);
/** A span after what its source calls it while that is not confirmed: 'differential, since 06/01/2026'. */
export const certain = (bar: DiagnosisBar, text: string): string => [uncertaintyOf(bar), text].filter(Boolean).join(', ');
/** The same in days: a time of day is told by the bar itself. */
export const daysText = (bar: DiagnosisBar): string => {
  const inDays = (precision: Precision | undefined) => (precision === 'time' ? 'day' : precision);
  const days = { ...bar, from_precision: inDays(bar.from_precision), to_precision: inDays(bar.to_precision) };
  return certain(bar, bar.from !== null && bar.to?.slice(0, 10) === bar.from.slice(0, 10) ? fromText(days) : spanText(days));
};
export const NOT_THEN = 'not on this day';
export const spanText = (bar: DiagnosisBar): string => {
  if (bar.to !== null) return `${fromText(bar)} to ${dateShown(bar.to, bar.to_precision, bar.to_offset)}`;
  if (bar.of_visit) return `at a visit, ${bar.from === null ? 'a day not stated' : fromText(bar)}`;
  return bar.active ? `since ${fromText(bar)}` : `${fromText(bar)}, ended`;
};

/** The spans of a disease, those of visits as one. */
export const spansOf = (bars: readonly DiagnosisBar[]): string[] => {
  const visits = bars.filter(isVisit);
  return [...bars.filter((bar) => !visits.includes(bar)).map((bar) => certain(bar, spanText(bar))), visitsOf(visits)].filter(
    (text) => text !== '',
  );
};

/** What is known of a disease now: what lasts, otherwise what came last, a span or visits, with the bar that it is said of. */
export const nowOf = (bars: readonly DiagnosisBar[]): { text: string; bar: DiagnosisBar | undefined } => {
  const [spans, visits] = [bars.filter((bar) => !isVisit(bar)), bars.filter(isVisit)];
  const span = spans.findLast(({ active }) => active) ?? spans.at(-1);
  const lastVisit = Math.max(...visits.map((bar) => barDates(bar).from ?? -Infinity));
  const isVisitLater = span === undefined || (!span.active && visits.length > 0 && lastVisit > (barSpan(span).to ?? -Infinity));
  return isVisitLater ? { text: visitsOf(visits), bar: visits.toSorted(byDay)[0] } : { text: daysText(span), bar: span };
};

/** What is known of a disease on a day: what holds then, otherwise the visits until then; undefined where there is nothing. */
export const knownOn = (bars: readonly DiagnosisBar[], day: number): string | undefined => {
  const there = bars.find((bar) => !isVisit(bar) && holds(bar, day));
  const until = bars.filter((bar) => isVisit(bar) && (barDates(bar).from ?? Infinity) < day + DAY);
  return there ? daysText(there) : visitsOf(until) || undefined;
};

/** Whether a bar holds on a day; one that ended at an unknown time is not known to. */
export const holds = (bar: DiagnosisBar, day: number): boolean => {
  const { from, to } = barDates(bar);
  return (from === null || from < day + DAY) && (to === null ? bar.active && !isOpenEnded(bar) : to >= day);
};
