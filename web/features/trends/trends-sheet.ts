import { showUnit } from '#contracts/examinations/measurement-units';
import type { TrendLine } from '#contracts/observations/trends';
import { type Column, type Sheet, sheetOf } from '#web/charts/export/figure.ts';
import { externalText, valueSaid } from '#web/record/graphs/value-table.ts';
import { dayOf, standingSaid } from '#web/record/graphs/value-series.ts';
import { showCount } from '#web/lib/numbers.ts';

/** '+1.5 (+25 %)': how far the last value lies from the one before. */
export const changeSaid = ({ change, change_percent }: TrendLine): string => {
  if (change === null) return 'not known exactly';
  const percent =
    change_percent === null || change_percent === 0 ? '' : ` (${change_percent > 0 ? '+' : '\u2212'}${Math.abs(change_percent)} %)`;
  return change === '0' ? 'no change' : `${change}${percent}`;
};

/** How long before the last value the one before it was taken. */
export const sinceSaid = ({ days }: TrendLine): string => (days === 0 ? 'the same day' : `${showCount(days, 'day')} before`);

const columns = (reportName: (id: string) => string): readonly Column<TrendLine & { draft: boolean }>[] => [
  { title: 'Parameter', of: ({ series }) => [series.name, series.organization_name].filter(Boolean).join(', ') },
  { title: 'Last value', of: ({ series: { last } }) => (last ? valueSaid(last) : ''), isNumber: true },
  { title: 'Unit', of: ({ series }) => showUnit(series.unit) },
  {
    title: 'Remarks',
    of: ({ series: { last } }) => (last ? [standingSaid(last), externalText(last, reportName)].filter(Boolean).join('; ') : ''),
  },
  { title: 'Date', of: ({ series: { last } }) => (last ? dayOf(last) : '') },
  { title: 'Change', of: changeSaid, isNumber: true },
  { title: 'Since', of: sinceSaid },
  { title: 'Values', of: ({ count }) => count.toLocaleString('en-US'), isNumber: true },
];

/** The table of trends for paper. @param reportName name of a report by its id */
export const trendsSheet = (trends: readonly TrendLine[], reportName: (id: string) => string): Sheet =>
  sheetOf(
    columns(reportName),
    trends.map((trend) => ({ ...trend, draft: false })),
  );
