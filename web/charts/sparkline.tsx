import { extent, line, scaleLinear } from 'd3';
import { memo } from 'react';
import { lineRuns } from './line-runs.ts';
import { lookOf, type MarkStyle, symbolPath } from './marks.ts';
import type { ChartSeries } from './series.ts';

const SIZE = { width: 72, height: 20, pad: 3 };

/**
 * The course of a series at a glance, checked values only, on a scale of its own; decoration beside a value: the last one, or the point
 * that `at` names.
 */
export const Sparkline = memo(function Sparkline({ series, at }: { series: ChartSeries; at?: string | undefined }) {
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
  const last = at === undefined ? points.at(-1) : points.find(({ id }) => id === at);
  return (
    <svg className="sparkline" width={SIZE.width} height={SIZE.height} aria-hidden color={lookOf(series).color}>
      {lineRuns(points, (point) => point.raw).map((run) => (
        <path key={run[0]?.id} d={path(run) ?? ''} fill="none" stroke="currentColor" strokeWidth={1.5} />
      ))}
      {last && <circle cx={points.length === 1 ? SIZE.width / 2 : x(last.time)} cy={y(last.raw ?? 0)} r={2.5} fill="currentColor" />}
    </svg>
  );
});

interface SampleProps {
  mark: number;
  style?: MarkStyle | undefined;
  hidden?: boolean;
}

/** How a series is drawn: stroke, dash, width and symbol. Faint where it is hidden. */
export function LineSample({ mark, style, hidden = false }: SampleProps) {
  const { color, dash, symbol, width } = lookOf({ mark, style });
  return (
    <svg className={`line-sample${hidden ? ' is-hidden' : ''}`} width={30} height={14} aria-hidden color={color}>
      <line x1={0} x2={30} y1={7} y2={7} stroke="currentColor" strokeWidth={width} strokeDasharray={dash} />
      <path d={symbolPath(symbol, 4)} transform="translate(15,7)" fill="currentColor" />
    </svg>
  );
}

/** How a bar is drawn. */
export function BarSample({ mark, style, hidden = false }: SampleProps) {
  return (
    <svg className={`line-sample${hidden ? ' is-hidden' : ''}`} width={30} height={14} aria-hidden color={lookOf({ mark, style }).color}>
      <rect x={1} y={2} width={28} height={10} fill="currentColor" fillOpacity={0.25} stroke="currentColor" strokeWidth={1.5} />
    </svg>
  );
}
