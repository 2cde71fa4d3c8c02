import { useWaitingRows } from '#web/ui/use-waiting-rows.ts';
import type { Markable } from './critical-results.data.ts';
import { useMarks } from './seen-marks.tsx';

/** A row in the place where it was first listed. */
export interface Staying<T> {
  id: string;
  item: T;
  /** It was marked here, or it waits no more. */
  isSettled: boolean;
}

export const areSettled = (rows: readonly Staying<unknown>[]): boolean => rows.every(({ isSettled }) => isSettled);

/**
 * Rows with 'Seen' that never move: another one in the place of one that was just marked would be marked by the next click. New ones wait to
 * be asked for. `question` names what was asked, as for `useWaitingRows`; `overall_count` counts those that were not read as well.
 */
export const useStaying = <T extends Markable>(
  question: string,
  { items: read, overall_count }: { items: readonly T[]; overall_count: number },
) => {
  const [, { rows, waiting }] = useWaitingRows(question, read, false);
  const { timeOf } = useMarks();
  const now = new Set(read.map(({ id }) => id));
  const areAll = overall_count <= read.length;
  const items = rows.map(({ item, removed }): Staying<T> => {
    const isGone = removed || (areAll && !now.has(item.id));
    return { id: item.id, item, isSettled: isGone || timeOf(item) !== undefined };
  });
  const listed = new Set(items.map(({ id }) => id));
  const open = items.filter(({ isSettled }) => !isSettled).length;
  return {
    items,
    overall_count,
    /** New ones. */
    arrived: waiting,
    /** Those that were read and have no row, new or not. */
    ready: read.filter(({ id }) => !listed.has(id)).length,
    /** All without a row, but for the new ones. */
    notListed: Math.max(0, overall_count - open - waiting),
  };
};
