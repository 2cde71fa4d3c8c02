import { memo } from 'react';
import type { FoldMark } from './empty-time.ts';
import { dayLabel } from './local-time.ts';

/** Of a tooth of the torn edges, in pixels. */
const TOOTH = { width: 4, height: 6 };
const EDGE = { fill: 'none', stroke: 'currentColor' } as const;
const GAP = { fill: 'var(--ground)', fillOpacity: 0.85 } as const;

/** A torn edge from top to bottom. */
const torn = (x: number, top: number, bottom: number): string => {
  let path = `M${x},${top}`;
  for (let y = top, side = 1; y < bottom; y += TOOTH.height, side = -side) {
    path += `L${x + (side * TOOTH.width) / 2},${Math.min(bottom, y + TOOTH.height / 2)}L${x},${Math.min(bottom, y + TOOTH.height)}`;
  }
  return path;
};

/** What a fold says: how long it is, and from when to when. */
export const foldSaid = ({ fold, length }: Pick<FoldMark, 'fold' | 'length'>): string =>
  `${length} without an entry, folded: ${dayLabel(fold.from)} to ${dayLabel(fold.to)}`;

interface Props {
  folds: readonly FoldMark[];
  top: number;
  bottom: number;
}

/** What lies between the torn edges. */
const between = ({ left, right, opens, closes }: FoldMark) => {
  const [from, to] = [left + (opens ? 3 : 1), right - (closes ? 3 : 0)];
  return { x: from, width: Math.max(0, to - from) };
};

/** Folded time on a chart: the paper is torn there, whatever runs across it. */
export const FoldMarks = memo(function FoldMarks({ folds, top, bottom }: Props) {
  return folds.map((mark) => (
    <g key={mark.fold.from} data-fold>
      <title>{foldSaid(mark)}</title>
      <rect {...GAP} {...between(mark)} y={top} height={Math.max(0, bottom - top)} />
      <path
        {...EDGE}
        d={`${mark.opens ? torn(Math.min(mark.left + 5, mark.right - 2), top, bottom) : ''}${mark.closes ? torn(Math.max(mark.right - 5, mark.left + 2), top, bottom) : ''}`}
      />
    </g>
  ));
});

/** The same on an axis, with its length where there is room for it. */
export function AxisFold({ mark, base, named }: { mark: FoldMark; base: number; named: boolean }) {
  const middle = Math.round((mark.left + mark.right) / 2);
  return (
    <g data-fold transform={`translate(${middle},${base})`}>
      <title>{foldSaid(mark)}</title>
      <rect {...GAP} x={-5} y={-3} width={10} height={6} />
      <path {...EDGE} d="M-7,5L-3,-5M3,5L7,-5" />
      {named && (
        <text fontStyle="italic" y={19} textAnchor="middle">
          {mark.short}
        </text>
      )}
    </g>
  );
}
