import { printedRange, wordsBeside } from '#contracts/observations/limits';
import { type ObservationLine, pointsBetween } from '#contracts/observations/observation-columns';
import type { Observation } from '#contracts/observations/observations';
import type { Origin } from '#contracts/wire/origin';
import { whenShown } from '#contracts/wire/clock';
import { type Precision, shownAt } from '#contracts/wire/precision';
import { windowOf } from '#web/charts/columns.ts';
import { type Column, sheetOf, type Sheets } from '#web/charts/export/figure.ts';
import type { Span } from '#web/charts/series.ts';
import { showNumber, showValue } from '#web/lib/numbers.ts';
import { seenText } from '#web/record/critical-results/seen-text.ts';
import { isLab, pointId, seriesKey, standingSaid, timesOf } from './value-series.ts';

interface ValueRow {
  id: string;
  draft: boolean;
  /** Several clinics are shown together. */
  isShared: boolean;
  one: ObservationLine;
  point: Observation;
  reportName: (id: string) => string;
}

const SOURCE = { manual: 'Manual entry', ocr: 'OCR', fhir: 'External record' } as const;

/** Whether series of several clinics stand together, so that each has to say its own. */
export const isSharedBy = (series: readonly { organization_id: string }[]): boolean =>
  new Set(series.map(({ organization_id }) => organization_id)).size > 1;

/** Where something came from; the clinic is the one of the banner unless several are shown. */
export const sourceSaid = (origin: Origin, one: { organization_name?: string | undefined }, isShared: boolean): string =>
  [SOURCE[origin], ...(isShared && one.organization_name ? [one.organization_name] : [])].join(', ');

/** How much of a date was said; what was stored without a word of it is exact to the minute unless it is midnight. */
const precisionOf = (local: string, precision?: Precision): Precision => precision ?? (local.slice(11, 16) > '00:00' ? 'time' : 'day');

/** A date in words, as far as it was said. */
export const paperDate = (local: string, precision?: Precision): string => shownAt(local, precisionOf(local, precision));

const paperDateOf = ({
  date_applies: local,
  precision,
  shown_offset,
}: Pick<Observation, 'date_applies' | 'precision' | 'shown_offset'>): string =>
  shown_offset === undefined ? paperDate(local, precision) : whenShown({ local, shown_offset });

const WORDS: Readonly<Record<string, string>> = { '<=': 'at most', '>=': 'at least' };

/** A value in words that every font has: 'at most 5'. */
export const valueSaid = (point: Pick<Observation, 'value' | 'comparator' | 'text'>): string => {
  const word = point.value === null || point.comparator === undefined ? undefined : WORDS[point.comparator];
  return word ? `${word} ${showNumber(point.value ?? '')}` : showValue(point);
};

const inEveryFont = (words: string): string => words.replace(/\u2264 ?/g, 'at most ').replace(/\u2265 ?/g, 'at least ');

/** A range in words that every font has: as it was printed, otherwise '0.5–1.2', 'up to 5', 'from 60'; '' where there is none. */
export const rangeSaid = (min: string | null, max: string | null, range_text?: string): string => {
  const printed = printedRange({ min, max, range_text });
  if (printed !== undefined) return inEveryFont(printed);
  const words = wordsBeside({ min, max, range_text });
  return words === undefined ? limitsSaid(min, max) : `${limitsSaid(min, max)} (${inEveryFont(words)})`;
};

const limitsSaid = (min: string | null, max: string | null): string => {
  if (min === null) return max === null ? '' : `up to ${showNumber(max)}`;
  if (max === null) return `from ${showNumber(min)}`;
  return min.startsWith('-') ? `${showNumber(min)} to ${showNumber(max)}` : `${showNumber(min)}\u2013${showNumber(max)}`;
};

/** What a point said before it was corrected: 'corrected from 7.0 mg/L', 'range corrected from up to 5'. */
export const correctionsSaid = (point: Observation): string[] => {
  const value = point.corrected_from;
  const range = point.range_corrected_from;
  const rangeText = ({ min, max, range_text }: NonNullable<typeof range>) =>
    // no 'from from 60'
    rangeSaid(min, max, range_text).replace(/^from /, 'at least ') || 'none';
  const otherUnit = ({ unit }: { unit: string }) => (unit === point.unit ? '' : ` ${unit || 'no unit'}`);
  const said = [
    value && `corrected from ${valueSaid(value)}${value.value === null ? '' : otherUnit(value)}`,
    range && `range corrected from ${rangeText(range)}${otherUnit(range)}`,
  ].filter((words) => words !== undefined);
  return said.length === 0 && point.corrected ? ['corrected'] : said;
};

/** Parts of the external record of a value, and the names of the reports that list it; '' without either. */
export const externalText = (
  { beside, reports = [] }: Pick<Observation, 'beside' | 'reports'>,
  reportName: (id: string) => string,
): string => [beside, reports.length > 0 && `see report: ${reports.map(reportName).join('; ')}`].filter(Boolean).join('; ');

const remarks = ({ one, point, reportName }: ValueRow): string => {
  const { converted_from: from } = point;
  const own = [
    standingSaid(point),
    point.seen ? seenText(point.seen) : '',
    point.draft ? 'draft, not checked' : '',
    ...correctionsSaid(point),
    point.range_before
      ? `range on ${paperDateOf(point.range_before)} was ${rangeSaid(point.range_before.min, point.range_before.max, point.range_before.range_text)}`
      : '',
    one.computed ? 'computed' : '',
    from ? `converted from ${showNumber(from.value)} ${from.unit}` : '',
  ];
  return [own.filter(Boolean).join(', '), externalText(point, reportName)].filter(Boolean).join('; ');
};

const paper: readonly Column<ValueRow>[] = [
  { title: 'Date', of: ({ point }) => paperDateOf(point), isDate: true },
  { title: 'Parameter', of: ({ one }) => one.name },
  { title: 'Value', of: ({ point }) => valueSaid(point), isNumber: true },
  { title: 'Unit', of: ({ point }) => (point.value === null ? '' : point.unit || 'no unit') },
  {
    title: 'Range',
    of: ({ point }) => (isLab(point) ? rangeSaid(point.min, point.max, point.range_text) : ''),
    isNumber: true,
  },
  { title: 'Remarks', of: remarks },
  { title: 'Source', of: ({ one, point, isShared }) => sourceSaid(point.origin, one, isShared) },
];

/**
 * The values of some series, newest first, in words. Where only the first are wanted, no more of each series is looked at:
 * there may be a hundred thousand.
 * @param reportName name of a report by its id
 */
export const valueSheets = (series: readonly ObservationLine[], reportName: (id: string) => string, span?: Span, isAll = false): Sheets => {
  const windows = series.map((one) => {
    const times = timesOf(one);
    return { one, times, window: span ? windowOf(times, span) : ([0, times.length] as const) };
  });
  const isShared = isAll || isSharedBy(series);
  const total = windows.reduce((sum, { window: [start, end] }) => sum + end - start, 0);
  const rows = (most = Infinity): ValueRow[] =>
    windows
      .flatMap(({ one, times, window: [start, end] }) => {
        const first = Math.max(start, end - most);
        return pointsBetween(one, first, end).map((point, index) => ({ one, point, time: times[first + index]! }));
      })
      .sort((a, b) => b.time - a.time)
      .slice(0, most)
      .map(({ one, point }) => ({ id: `${seriesKey(one)} ${pointId(point)}`, draft: point.draft, isShared, one, point, reportName }));
  return { paper: (most) => sheetOf(paper, rows(most), total) };
};
