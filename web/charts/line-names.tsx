import { symbolPath } from './marks.ts';
import type { Mark } from './marks.ts';
import type { Pane, Scene } from './drawing.ts';
import styles from './drawing.module.css';
import { fade } from './scene-svg.tsx';
import type { ChartSeries } from './series.ts';

export interface LineName {
  series: string;
  name: string;
  mark: Mark;
  /** The first or last point of the series in sight. */
  point: { x: number; y: number };
  /** Where the name stands, at the end of its words. */
  y: number;
}

const LINE = 15;
/** Pixels between the point and its name. */
const GAP = 12;

type Side = 'start' | 'end';

/** The first or last point of each series of a pane, from the top down. Of lines too: where there are thousands of points they are no dots. */
const endsOf = ({ strokes, dots }: Pane, { left, right }: Scene, side: Side) => {
  const ends = new Map<string, { series: string; mark: Mark; x: number; y: number }>();
  const take = (series: string, mark: Mark, x: number, y: number) => {
    if (!(x >= left && x <= right) || Number.isNaN(y)) return;
    const known = ends.get(series);
    if (!known || (side === 'end' ? known.x <= x : known.x > x)) ends.set(series, { series, mark, x, y });
  };
  for (const { series, mark, line } of strokes) {
    for (let at = 0; at + 1 < line.length; at += 2) take(series, mark, line[at]!, line[at + 1]!);
  }
  for (const { series, mark, x, y } of dots) take(series, mark, x, y);
  return [...ends.values()].sort((one, other) => one.y - other.y);
};

/** How far lines are apart there, as far as it matters for a name. */
const apart = (ends: readonly { y: number }[]): number =>
  ends.slice(1).reduce((sum, { y }, index) => sum + Math.min(LINE, y - ends[index]!.y), 0);

/**
 * The names of the lines on the common axis, where the lines are further apart: at their beginnings or at their ends. Each is as near to its
 * point as the others leave room, in the order of their heights.
 */
export const lineNames = (scene: Scene, series: readonly Pick<ChartSeries, 'id' | 'name'>[]): LineName[] => {
  const pane = scene.panes.find(({ kind }) => kind === 'common');
  if (!pane) return [];
  const nameOf = new Map(series.map(({ id, name }) => [id, name]));
  const sides = { start: endsOf(pane, scene, 'start'), end: endsOf(pane, scene, 'end') };
  const side: Side = apart(sides.start) > apart(sides.end) ? 'start' : 'end';
  // more names than lines of text would lie over each other
  const room = Math.max(0, Math.floor((pane.bottom - pane.top) / LINE));
  let next = pane.top + LINE / 2;
  const placed = sides[side].slice(0, room).map(({ series: id, mark, x, y: at }) => {
    const y = Math.max(next, at);
    next = y + LINE;
    return { series: id, name: nameOf.get(id) ?? '', mark, point: { x, y: at }, y };
  });
  // what went below the pane goes up again
  let lowest = pane.bottom - LINE / 2;
  for (const one of placed.toReversed()) {
    one.y = Math.min(one.y, lowest);
    lowest = one.y - LINE;
  }
  return placed;
};

/** Names at the lines: on a phone the legend is out of sight. */
export function LineNames({ scene, series }: { scene: Scene; series: readonly ChartSeries[] }) {
  return (
    <svg className={styles.over} data-line-names width={scene.width} height={scene.height} aria-hidden>
      {lineNames(scene, series).map(({ series: id, name, mark, point, y }) => {
        // towards the middle of the chart
        const isLeft = point.x > scene.width / 2;
        const x = point.x + (isLeft ? -GAP : GAP);
        return (
          <g key={id} color={mark.color} {...fade(scene.focused, id)}>
            {Math.abs(y - point.y) > 6 && <line x1={point.x} y1={point.y} x2={x} y2={y} stroke="currentColor" strokeWidth={1} />}
            <path d={symbolPath(mark.symbol, 3)} fill="currentColor" transform={`translate(${x},${y})`} />
            <text className={styles.words} x={x + (isLeft ? -7 : 7)} y={y + 4} textAnchor={isLeft ? 'end' : 'start'}>
              {name}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
