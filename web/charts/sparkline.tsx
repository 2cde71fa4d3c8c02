import { memo } from 'react';
import { FLAG } from './columns.ts';
import styles from './drawing.module.css';
import { lookOf, type MarkStyle, symbolPath } from './marks.ts';
import type { ChartSeries, Columns } from './series.ts';

const SIZE = { width: 72, height: 20, pad: 3 };

/** Places of what a sparkline shows: checked numbers. */
const shownIn = ({ reported, flags }: Columns): number[] => {
  const places: number[] = [];
  for (let index = 0; index < flags.length; index += 1) {
    if ((flags[index]! & FLAG.draft) === 0 && !Number.isNaN(reported[index]!)) places.push(index);
  }
  return places;
};

const digit = (value: number): number => Math.round(value * 10) / 10;

/** The stretches that a line may join, each a path: nothing is drawn across what is open or was corrected. */
const runsOf = ({ flags }: Columns, places: readonly number[], at: (place: number) => string): { from: number; path: string }[] => {
  const runs: { from: number; path: string }[] = [];
  let run: number[] = [];
  const close = () => {
    if (run.length > 1) runs.push({ from: run[0]!, path: `M${run.map(at).join('L')}` });
    run = [];
  };
  for (const place of places) {
    if ((flags[place]! & (FLAG.open | FLAG.corrected)) === 0) run.push(place);
    else close();
  }
  close();
  return runs;
};

/**
 * The course of a series at a glance, checked values only, on a scale of its own; decoration beside a value: the last one, or the point
 * whose place is `at`.
 */
export const Sparkline = memo(function Sparkline({ series, at }: { series: ChartSeries; at?: number | undefined }) {
  const { columns } = series;
  const { times, reported } = columns;
  const places = shownIn(columns);
  let [low, high] = [Infinity, -Infinity];
  for (const place of places) {
    low = Math.min(low, reported[place]!);
    high = Math.max(high, reported[place]!);
  }
  const [from, to] = [times[places[0] ?? 0] ?? 0, times[places.at(-1) ?? 0] ?? 0];
  const kx = (SIZE.width - 2 * SIZE.pad) / (to === from ? 1 : to - from);
  const ky = high > low ? (SIZE.height - 2 * SIZE.pad) / (high - low) : 0;
  const x = (place: number) => SIZE.pad + (times[place]! - from) * kx;
  const y = (place: number) => (ky === 0 ? SIZE.height / 2 : SIZE.height - SIZE.pad - (reported[place]! - low) * ky);
  const last = at === undefined ? places.at(-1) : places.find((place) => place === at);
  return (
    <svg className={styles.sample} width={SIZE.width} height={SIZE.height} aria-hidden color={lookOf(series).color}>
      {runsOf(columns, places, (place) => `${digit(x(place))},${digit(y(place))}`).map((run) => (
        <path key={run.from} d={run.path} fill="none" stroke="currentColor" strokeWidth={1.5} />
      ))}
      {last !== undefined && <circle cx={places.length === 1 ? SIZE.width / 2 : x(last)} cy={y(last)} r={2.5} fill="currentColor" />}
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
    <svg className={styles.sample} {...(hidden ? { opacity: 0.35 } : {})} width={30} height={14} aria-hidden color={color}>
      <line x1={0} x2={30} y1={7} y2={7} stroke="currentColor" strokeWidth={width} strokeDasharray={dash} />
      <path d={symbolPath(symbol, 4)} transform="translate(15,7)" fill="currentColor" />
    </svg>
  );
}

/** How a bar is drawn: an outline where nobody is sure of it. */
export function BarSample({ mark, style, hidden = false, isUnsure = false }: SampleProps & { isUnsure?: boolean | undefined }) {
  return (
    <svg
      className={styles.sample}
      {...(hidden ? { opacity: 0.35 } : {})}
      width={30}
      height={14}
      aria-hidden
      color={lookOf({ mark, style }).color}
    >
      <rect
        x={1}
        y={2}
        width={28}
        height={10}
        fill={isUnsure ? 'none' : 'currentColor'}
        fillOpacity={0.25}
        stroke="currentColor"
        strokeWidth={1.5}
      />
    </svg>
  );
}
