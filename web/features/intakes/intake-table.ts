import type { IntakeSegment, IntakeSeries } from '#contracts/intake-views';
import { amountText } from '#web/charts/bar-scene.ts';
import { type Column, type Figure, sheetOf, type Sheets } from '#web/charts/export/figure.ts';
import type { Span } from '#web/charts/series.ts';
import { barDates } from '#web/features/graph-visuals/bar-dates.ts';
import { exactDate, exactPrecision, isSharedBy, paperDate, SOURCE, sourceSaid, yes } from '#web/features/graph-visuals/value-table.ts';

interface DoseRow {
  id: string;
  draft: boolean;
  /** Several clinics are shown together. */
  isShared: boolean;
  one: IntakeSeries;
  segment: IntakeSegment;
}

const average = ({ average: amount }: IntakeSegment): string => (amount === null ? '' : amountText(amount));
const exactly = (local: string | null, precision: IntakeSegment['from_precision']): string =>
  local === null ? '' : exactDate(local, precision ?? 'day');
const precisely = (local: string | null, precision: IntakeSegment['from_precision']): string =>
  local === null ? '' : exactPrecision(local, precision ?? 'day');

const exact: readonly Column<DoseRow>[] = [
  { title: 'Medication', of: ({ segment }) => segment.name },
  { title: 'Ingredient', of: ({ one }) => one.name },
  { title: 'From', of: ({ segment }) => exactly(segment.from, segment.from_precision) },
  { title: 'From precision', of: ({ segment }) => precisely(segment.from, segment.from_precision) },
  { title: 'To', of: ({ segment }) => exactly(segment.to, segment.to_precision) },
  { title: 'To precision', of: ({ segment }) => precisely(segment.to, segment.to_precision) },
  { title: 'Ongoing', of: ({ segment }) => yes(segment.ongoing) },
  { title: 'As prescribed', of: ({ segment }) => segment.order },
  { title: 'Average daily dosage', of: ({ segment }) => average(segment) },
  { title: 'Unit', of: ({ one, segment }) => (segment.average === null ? '' : `${one.unit}/day`) },
  { title: 'As needed', of: ({ segment }) => yes(segment.as_needed) },
  { title: 'Source', of: ({ segment }) => SOURCE[segment.origin] },
  { title: 'Organization', of: ({ one }) => one.organization_name ?? '' },
  { title: 'Draft', of: ({ segment }) => yes(segment.draft) },
  { title: 'Corrected', of: ({ segment }) => yes(segment.corrected) },
];

const paper: readonly Column<DoseRow>[] = [
  { title: 'Medication', of: ({ segment }) => segment.name },
  {
    title: 'From',
    of: ({ segment }) => (segment.from === null ? 'not known' : paperDate(segment.from, segment.from_precision ?? 'day')),
    isDate: true,
  },
  {
    title: 'To',
    of: ({ segment }) =>
      segment.to === null ? (segment.ongoing ? 'ongoing' : 'not known') : paperDate(segment.to, segment.to_precision ?? 'day'),
  },
  { title: 'As prescribed', of: ({ segment }) => (segment.as_needed ? `as needed: ${segment.order}` : segment.order) },
  {
    title: 'Remarks',
    of: ({ segment }) => [segment.draft ? 'draft, not checked' : '', segment.corrected ? 'corrected' : ''].filter(Boolean).join(', '),
  },
  { title: 'Source', of: ({ one, segment, isShared }) => sourceSaid(segment.origin, one, isShared) },
];

/** The key of a series where several clinics are shown together. */
export const keyOf = ({ id, organization_id }: Pick<IntakeSeries, 'id' | 'organization_id'>): string => `${id} ${organization_id}`;

/** The dosages of some series, begun last first, as data and in words. */
export const intakeSheets = (series: readonly IntakeSeries[], span?: Span): Sheets => {
  const isShared = isSharedBy(series);
  const rows = series.flatMap((one) =>
    one.segments.flatMap((segment): DoseRow[] => {
      const { from, to } = barDates(segment);
      const isKept = !span || ((to ?? Infinity) >= span.from && (from ?? -Infinity) <= span.to);
      return isKept ? [{ id: `${keyOf(one)} ${segment.intake_id} ${segment.period}`, draft: segment.draft, isShared, one, segment }] : [];
    }),
  );
  rows.sort((a, b) => (a.segment.from ?? '').localeCompare(b.segment.from ?? '') * -1);
  return { exact: () => sheetOf(exact, rows), paper: (most) => sheetOf(paper, rows.slice(0, most), rows.length) };
};

/** The treatments of a section that is shown as a list: all of them, whatever page is open. */
export const intakeListFigure = (series: readonly IntakeSeries[], leftOut: readonly string[]): Figure => ({
  id: 'intakes',
  title: 'Treatments',
  legend: [],
  leftOut,
  sheets: intakeSheets(series),
});
