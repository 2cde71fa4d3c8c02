import { type BarSeries, barsBeyond, isUnsure } from '#web/charts/bars.ts';
import type { Figure, LegendLine, SheetsOf } from '#web/charts/export/figure.ts';
import { beyondSaid, hiddenSaid } from '#web/charts/export/left-out.ts';
import type { Timeframe } from '#web/charts/timeframe.ts';
import type { BarEntry } from './bar-entry.ts';

interface Given {
  id: string;
  title: string;
  frame: Timeframe;
  entries: readonly BarEntry[];
  /** In the same order. */
  drawn: readonly BarSeries[];
  ids: ReadonlySet<string>;
  /** What a row is, and what a bar. */
  noun: readonly [one: string, many: string];
  barNoun: readonly [one: string, many: string];
  leftOut: readonly string[];
  sheets: SheetsOf;
}

/** Bars as they are shown now, to be exported. */
export const barFigure = ({ id, title, frame, entries, drawn, ids, noun, barNoun, leftOut, sheets }: Given): Figure => {
  const { span, today, bounds } = frame.shown();
  const visible = drawn.filter((each) => ids.has(each.id));
  return {
    id,
    title,
    drawing: { kind: 'bars', series: visible, span, today, bounds },
    legend: entries.flatMap(({ series, organization, says }, index): LegendLine[] => {
      const { mark, style } = drawn[index]!;
      const unit = series.unit?.startsWith('no unit') ? undefined : series.unit;
      const name = [series.name, unit].filter(Boolean).join(', ');
      const line = { id: series.id, kind: 'bar' as const, mark, style, isUnsure: isUnsure(series) };
      return ids.has(series.id) ? [{ ...line, name: organization ? `${name} [${organization}]` : name, says: says() }] : [];
    }),
    leftOut: [
      ...hiddenSaid(
        entries.filter(({ series }) => !ids.has(series.id)).map(({ series }) => series.name),
        0,
        noun,
      ),
      ...beyondSaid(barsBeyond(visible, span, bounds), span, barNoun),
      ...leftOut,
    ],
    sheets: sheets(ids, span),
  };
};
