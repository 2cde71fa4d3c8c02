import { useLayoutEffect, useMemo } from 'react';
import { emptyTime, foldLength, NO_FOLDS } from '#web/charts/empty-time.ts';
import { dayLabel, reach } from '#web/charts/local-time.ts';
import type { Timeframe } from '#web/charts/timeframe.ts';
import { showCount } from '#web/lib/numbers.ts';
import type { SectionDays } from './record-days.ts';

/**
 * Folds the empty time of a record on its axis: where no section has a day, hidden sections included, so that hiding one moves nothing.
 * Answers what is folded, or could be, in words; nothing while no section is known. `today` is the clinic's, in milliseconds of the wall clock.
 */
export const useFolds = (frame: Timeframe, sections: readonly SectionDays[], today: number, isFolded: boolean): string => {
  const folds = useMemo(() => {
    const times = sections.flatMap(({ days, ends = [] }) => [...days, ...ends]);
    return times.length === 0 ? NO_FOLDS : emptyTime([...times, today], reach(today));
  }, [sections, today]);
  const wanted = isFolded ? folds : NO_FOLDS;
  // as with its span: nothing is drawn unfolded first
  if (!frame.isWatched()) frame.fold(wanted);
  useLayoutEffect(() => frame.fold(wanted), [frame, wanted]);
  if (sections.length === 0) return '';
  if (folds.length === 0) return 'There is no year without an entry';
  const stretches = showCount(folds.length, 'stretch', 'stretches');
  if (!isFolded) return `Fold ${stretches} of more than a year without an entry in any section`;
  const all = folds.map((fold) => `${foldLength(fold)} (${dayLabel(fold.from)} to ${dayLabel(fold.to)})`);
  return `${stretches} without an entry folded: ${all.join(', ')}`;
};
