import { extent, line, scaleLinear } from 'd3';
import { memo } from 'react';
import { lineRuns } from './line-runs.ts';
import { markOf, symbolPath } from './marks.ts';
import type { ChartSeries } from './series.ts';

const SIZE = { width: 72, height: 20, pad: 3 };

/** The course of a series at a glance, checked values only, on a scale of its own; decoration beside the last value. */
export const Sparkline = memo(function Sparkline({ series }: { series: ChartSeries }) {
  const points = series.points.filter((point) => !point.draft && point.raw !== null);
  const [from = 0, to = 0] = extent(points, (point) => point.time);
  const [low = 0, high = 0] = extent(points, (point) => point.raw ?? 0);
  const flat = high === low;
  const x = scaleLinear([from, to === from ? from + 1 : to], [SIZE.pad, SIZE.width - SIZE.pad]);
  const y = scaleLinear([low, flat ? low + 1 : high], flat ? [SIZE.height / 2, SIZE.height / 2] : [SIZE.height - SIZE.pad, SIZE.pad]);
  const path = line<(typeof points)[number]>(
    (point) => x(point.time),
    (point) => y(point.raw ?? 0),
  ).digits(1);
  const last = points.at(-1);
  return (
    <svg className="sparkline" width={SIZE.width} height={SIZE.height} aria-hidden color={markOf(series.mark).color}>
      {lineRuns(points, (point) => point.raw).map((run) => (
        <path key={run[0]?.id} d={path(run) ?? ''} fill="none" stroke="currentColor" strokeWidth={1.5} />
      ))}
      {last && <circle cx={points.length === 1 ? SIZE.width / 2 : x(last.time)} cy={y(last.raw ?? 0)} r={2.5} fill="currentColor" />}
    </svg>
  );
});

/** How a series is drawn: stroke, dash and symbol. Faint where it is hidden. */
export function LineSample({ mark, hidden = false }: { mark: number; hidden?: boolean }) {
  const { color, dash, symbol } = markOf(mark);
  return (
    <svg className={`line-sample${hidden ? ' is-hidden' : ''}`} width={30} height={14} aria-hidden color={color}>
      <line x1={0} x2={30} y1={7} y2={7} stroke="currentColor" strokeWidth={2} strokeDasharray={dash} />
      <path d={symbolPath(symbol, 4)} transform="translate(15,7)" fill="currentColor" />
    </svg>
  );
}
