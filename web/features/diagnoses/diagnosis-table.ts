import { compare } from '#contracts/rules/compare';
import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import { byVisit, isOfDay, isStatusMissing, visitsText, visitStatuses } from '#contracts/diagnoses/lasting';
import { type Column, type Figure, sheetOf, type Sheets } from '#web/charts/export/figure.ts';
import type { Span } from '#web/charts/series.ts';
import { barDates } from '#web/record/graphs/bar-dates.ts';
import { isSharedBy, paperDate, sourceSaid } from '#web/record/graphs/value-table.ts';

interface SpanRow {
  id: string;
  draft: boolean;
  /** Several clinics are shown together. */
  isShared: boolean;
  one: DiagnosisSeries;
  bar: DiagnosisBar;
  /** All bars of visits of the series, where this one stands for them. */
  visits?: readonly DiagnosisBar[];
}

/** Of a visit, and not to be checked by itself. */
export const isVisit = (bar: DiagnosisBar): boolean => isOfDay({ time_to: bar.to, of_visit: bar.of_visit }) && !bar.draft;

/** 'at visits: 5, last 03/14/2024'; '' of none. */
export const visitsOf = (bars: readonly DiagnosisBar[]): string =>
  visitsText(bars.map(({ from, from_precision }) => ({ time_from: from, time_from_precision: from_precision })));

/** What its source says of it: 'provisional', 'status not stated'. */
export const statusOf = (bar: DiagnosisBar): string[] => [
  ...(isOfDay({ time_to: bar.to, of_visit: bar.of_visit }) && bar.clinical_status !== undefined
    ? [`${bar.clinical_status} by its source`]
    : []),
  ...(isStatusMissing({ ...bar, time_to: bar.to }) ? ['status not stated'] : []),
  ...(bar.verification_status === undefined ? [] : [bar.verification_status]),
];

/** What their source says of visits: 'resolved by its source, active on 02/04/2019'. */
export const visitStatusesOf = (bars: readonly DiagnosisBar[]): string[] =>
  visitStatuses(bars.map((bar) => ({ ...bar, time_from: bar.from, time_from_precision: bar.from_precision })));

/** Until when, in words. */
const untilOf = ({ bar, visits }: SpanRow): string => {
  if (bar.to !== null) return paperDate(bar.to, bar.to_precision ?? 'day');
  if (isOfDay({ time_to: bar.to, of_visit: bar.of_visit })) return visits && visits.length > 1 ? visitsOf(visits) : 'at a visit';
  return bar.active ? 'ongoing' : 'ended, no date';
};

const paper: readonly Column<SpanRow>[] = [
  { title: 'ICD', of: ({ one }) => one.icd ?? '' },
  { title: 'Diagnosis', of: ({ one }) => one.name },
  { title: 'From', of: ({ bar }) => (bar.from === null ? 'not known' : paperDate(bar.from, bar.from_precision ?? 'day')), isDate: true },
  { title: 'To', of: untilOf },
  {
    title: 'Remarks',
    of: ({ bar, visits = [bar] }) =>
      [
        ...(visits.length > 1 ? visitStatusesOf(visits) : statusOf(bar)),
        bar.draft ? 'draft, not checked' : '',
        visits.some((each) => each.corrected) ? 'corrected' : '',
      ]
        .filter(Boolean)
        .join(', '),
  },
  { title: 'Source', of: ({ one, bar, isShared }) => sourceSaid(bar.origin, one, isShared) },
];

/** The key of a series where several clinics are shown together. */
export const keyOf = ({ id, organization_id }: Pick<DiagnosisSeries, 'id' | 'organization_id'>): string => `${id} ${organization_id}`;

/** True for a diagnosis without an end that does not last: of a visit, or over on an unknown day. */
export const isOpenEnded = (bar: DiagnosisBar): boolean => bar.to === null && (!bar.active || bar.of_visit === true);

/** Where a bar begins and ends on the chart: one of a visit, and one that is over without a date, lie on their first day alone. */
export const barSpan = (bar: DiagnosisBar): ReturnType<typeof barDates> => {
  const dates = barDates({ ...bar, ongoing: !isOpenEnded(bar) });
  return isOpenEnded(bar) && dates.fromUntil !== undefined ? { ...dates, to: dates.fromUntil } : dates;
};

/** What the chart draws: what has neither an end nor a day that is known stands in legend and table alone. */
export const drawnBars = (bars: readonly DiagnosisBar[]): DiagnosisBar[] => bars.filter((bar) => bar.from !== null || !isOpenEnded(bar));

/** The later visit first. */
export const byDay = (a: DiagnosisBar, b: DiagnosisBar): number =>
  byVisit({ time_from: a.from, time_from_precision: a.from_precision }, { time_from: b.from, time_from_precision: b.from_precision });

/** The spans of some diseases, begun last first, as data and in words. */
export const diagnosisSheets = (series: readonly DiagnosisSeries[], span?: Span, isAll = false): Sheets => {
  const isShared = isAll || isSharedBy(series);
  const rows = series.flatMap((one) => {
    const bars = one.bars.filter((bar) => {
      const { from, to } = barSpan(bar);
      return !span || ((to ?? Infinity) >= span.from && (from ?? -Infinity) <= span.to);
    });
    const visits = bars.filter((bar) => isVisit(bar) && (bar.asks ?? []).length === 0).sort(byDay);
    const rowOf = (bar: DiagnosisBar): SpanRow => ({ id: `${keyOf(one)} ${bar.diagnosis_id}`, draft: bar.draft, isShared, one, bar });
    const [last] = visits;
    return [...bars.filter((bar) => !visits.includes(bar)).map(rowOf), ...(last ? [{ ...rowOf(last), visits }] : [])];
  });
  rows.sort((a, b) => compare(b.bar.from, a.bar.from));
  return { paper: (most) => sheetOf(paper, rows.slice(0, most), rows.length) };
};

/** The diagnoses of a section that is shown as a list: all of them, whatever page is open. */
export const diagnosisListFigure = (series: readonly DiagnosisSeries[], leftOut: readonly string[], isAll: boolean): Figure => ({
  id: 'diagnoses',
  title: 'Diagnoses',
  legend: [],
  leftOut,
  sheets: diagnosisSheets(series, undefined, isAll),
});
