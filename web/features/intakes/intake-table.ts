import { compare } from '#contracts/rules/compare';
import { searchText } from '#contracts/rules/search-text';
import { amountsText, byGiving, isGivenWhole } from '#contracts/treatments/given';
import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { type Column, type Figure, sheetOf, type Sheets } from '#web/charts/export/figure.ts';
import type { Span } from '#web/charts/series.ts';
import { barDates } from '#web/record/graphs/bar-dates.ts';
import { givenSaid, givingOf, markDates } from './given-marks.ts';
import { isSharedBy, paperDate, sourceSaid } from '#web/record/graphs/value-table.ts';

interface DoseRow {
  id: string;
  draft: boolean;
  /** Several clinics are shown together. */
  isShared: boolean;
  one: IntakeSeries;
  segment: IntakeSegment;
  /** All doses that were given of a product, where this one stands for them. */
  doses?: readonly IntakeSegment[];
}

const paper: readonly Column<DoseRow>[] = [
  // a combination has a row for each ingredient, whose dose it is
  { title: 'Medication', of: ({ one, segment }) => (segment.name.includes(';') ? one.name : segment.name) },
  {
    title: 'From',
    of: ({ segment }) => (segment.from === null ? 'not known' : paperDate(segment.from, segment.from_precision ?? 'day')),
    isDate: true,
  },
  {
    title: 'To',
    of: ({ segment, doses }) =>
      doses
        ? givenSaid(doses)
        : segment.given || segment.to === null || segment.state_text !== undefined
          ? segment.until_text
          : paperDate(segment.to, segment.to_precision ?? 'day'),
  },
  { title: 'As prescribed or given', of: ({ segment }) => segment.order },
  {
    title: 'Remarks',
    of: ({ segment: { planned, draft, corrected_from, given }, doses = [] }) =>
      [
        given ? amountsText(doses.map(({ dose_text }) => dose_text)) : '',
        planned ? 'planned' : '',
        draft ? 'draft, not checked' : '',
        corrected_from ? `corrected from ${corrected_from}` : '',
      ]
        .filter(Boolean)
        .join(', '),
  },
  { title: 'Source', of: ({ one, segment, isShared }) => sourceSaid(segment.origin, one, isShared) },
];

/** Rows of the paper; completed doses of one product in one clinic are one, as in the list. */
const folded = (rows: readonly DoseRow[]): DoseRow[] => {
  const groups = new Map<string, DoseRow[]>();
  const isFolded = ({ segment }: DoseRow) =>
    segment.given === true &&
    !segment.draft &&
    isGivenWhole(segment) &&
    segment.corrected_from === undefined &&
    (segment.asks ?? []).length === 0;
  for (const row of rows.filter(isFolded)) {
    // of a combination each ingredient has its row
    const key = JSON.stringify([row.one.organization_id, searchText(row.one.ingredient), row.segment.product]);
    if (groups.get(key)?.push(row) === undefined) groups.set(key, [row]);
  }
  const ofDoses = [...groups.values()].map((own): DoseRow => {
    const doses = own.map(({ segment }) => segment).sort((a, b) => byGiving(givingOf(a), givingOf(b)));
    return { ...own.find(({ segment }) => segment === doses[0])!, doses };
  });
  return [...rows.filter((row) => !isFolded(row)), ...ofDoses];
};

const earliest = (known: string | undefined, from: string): string => (known === undefined || from < known ? from : known);

/** The key of a series where several clinics are shown together. */
export const keyOf = ({ id, organization_id }: Pick<IntakeSeries, 'id' | 'organization_id'>): string => `${id} ${organization_id}`;

/** The dosages of some series, the treatment begun last first and each from its start on, as data and in words. */
export const intakeSheets = (series: readonly IntakeSeries[], span?: Span, isAll = false): Sheets => {
  const isShared = isAll || isSharedBy(series);
  const rows = folded(
    series.flatMap((one) =>
      one.segments.flatMap((segment): DoseRow[] => {
        const { from, to } = segment.given ? markDates(segment) : barDates(segment);
        const isKept = !span || ((to ?? Infinity) >= span.from && (from ?? -Infinity) <= span.to);
        return isKept ? [{ id: `${keyOf(one)} ${segment.intake_id} ${segment.period}`, draft: segment.draft, isShared, one, segment }] : [];
      }),
    ),
  );
  const begun = new Map<string, string>();
  const treatmentOf = ({ one, segment }: DoseRow) => `${keyOf(one)} ${segment.intake_id}`;
  for (const row of rows) begun.set(treatmentOf(row), earliest(begun.get(treatmentOf(row)), row.segment.from ?? ''));
  rows.sort(
    (a, b) =>
      compare(begun.get(treatmentOf(b)) ?? null, begun.get(treatmentOf(a)) ?? null) ||
      compare(treatmentOf(a), treatmentOf(b)) ||
      a.segment.period - b.segment.period,
  );
  return { paper: (most) => sheetOf(paper, rows.slice(0, most), rows.length) };
};

/** The treatments of a section that is shown as a list: all of them, whatever page is open. */
export const intakeListFigure = (series: readonly IntakeSeries[], leftOut: readonly string[], isAll: boolean): Figure => ({
  id: 'intakes',
  title: 'Treatments',
  legend: [],
  leftOut,
  sheets: intakeSheets(series, undefined, isAll),
});
