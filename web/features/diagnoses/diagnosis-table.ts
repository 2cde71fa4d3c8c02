import { compare } from '#contracts/rules/compare';
import type { DiagnosisBar, DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
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
}

const paper: readonly Column<SpanRow>[] = [
  { title: 'ICD', of: ({ one }) => one.icd ?? '' },
  { title: 'Diagnosis', of: ({ one }) => one.name },
  { title: 'From', of: ({ bar }) => (bar.from === null ? 'not known' : paperDate(bar.from, bar.from_precision ?? 'day')), isDate: true },
  {
    title: 'To',
    of: ({ bar }) => (bar.to === null ? (bar.active ? 'ongoing' : 'ended, no date') : paperDate(bar.to, bar.to_precision ?? 'day')),
  },
  {
    title: 'Remarks',
    of: ({ bar }) =>
      [bar.verification_status ?? '', bar.draft ? 'draft, not checked' : '', bar.corrected ? 'corrected' : ''].filter(Boolean).join(', '),
  },
  { title: 'Source', of: ({ one, bar, isShared }) => sourceSaid(bar.origin, one, isShared) },
];

/** The key of a series where several clinics are shown together. */
export const keyOf = ({ id, organization_id }: Pick<DiagnosisSeries, 'id' | 'organization_id'>): string => `${id} ${organization_id}`;

/** Where a bar begins and ends on the chart: one that is over without a date is known by its start alone. */
export const barSpan = (bar: DiagnosisBar): ReturnType<typeof barDates> => {
  const dates = barDates(bar);
  return { ...dates, to: dates.to === null && !bar.active ? (dates.fromUntil ?? dates.from ?? null) : dates.to };
};

/** The spans of some diseases, begun last first, as data and in words. */
export const diagnosisSheets = (series: readonly DiagnosisSeries[], span?: Span, isAll = false): Sheets => {
  const isShared = isAll || isSharedBy(series);
  const rows = series.flatMap((one) =>
    one.bars.flatMap((bar): SpanRow[] => {
      const { from, to } = barSpan(bar);
      const isKept = !span || ((to ?? Infinity) >= span.from && (from ?? -Infinity) <= span.to);
      return isKept ? [{ id: `${keyOf(one)} ${bar.diagnosis_id}`, draft: bar.draft, isShared, one, bar }] : [];
    }),
  );
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
