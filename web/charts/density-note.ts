import type { Scene } from './drawing.ts';

/** What stands behind a drawing whose points are closer than their symbols. */
export const densityNote = ({ panes }: Pick<Scene, 'panes'>): string | undefined => {
  const dense = panes.flatMap((pane) => pane.dense ?? []);
  if (dense.length === 0) return undefined;
  const sum = (pick: (one: (typeof dense)[number]) => number) => dense.reduce((total, one) => total + pick(one), 0).toLocaleString('en-US');
  const unmarked = dense.some((one) => one.unmarked > 0)
    ? `, ${sum((one) => one.unmarked)} flagged, unchecked, corrected, open or with a new range without a symbol`
    : '';
  return `${sum((one) => one.points)} results drawn close together: lines keep every extreme, ${sum((one) => one.outOfRange)} are out of range${unmarked}. Zoom in to see each.`;
};
