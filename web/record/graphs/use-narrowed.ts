import { useCallback, useMemo, useState } from 'react';
import type { GraphType } from '#contracts/items/graph-visuals';
import { type Found, narrowed } from './narrowed.ts';
import type { Present } from './seen.ts';
import { type Change, useChoices } from './use-choices.ts';
import { useSeen } from './use-seen.ts';

/**
 * Which series of a section are shown and by which marks, and everything that changes it. The filter and 'Only this' are for the moment:
 * what the person chose before is there again after them. @param series and `present` keep their identity while nothing changes
 */
export const useNarrowed = (type: GraphType, series: readonly Found[], present: readonly Present[]) => {
  const choice = useChoices(type);
  const { marks, byDefault, markFor } = useSeen(type, present);
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const [filter, onFilter] = useState('');
  const [isReordering, onReordering] = useState(false);

  const applied = isReordering ? '' : filter;
  const shown = useMemo(
    () => narrowed(series, { choices: choice.choices, byDefault, only, filter: applied }),
    [series, choice, byDefault, only, applied],
  );
  const onToggle = useCallback(
    (id: string, isShown: boolean) => {
      if (!only) return choice.set(id, { hidden: !isShown });
      const next = new Set(only);
      if (isShown) next.add(id);
      else next.delete(id);
      return setOnly(next);
    },
    [choice, only],
  );
  const onOnly = useCallback((id: string) => setOnly(new Set([id])), []);
  const style = (id: string, how: Change) =>
    choice.set(id, 'color' in how ? { ...how, mark: how.color === undefined ? undefined : markFor(id, how.color) } : how);

  return {
    choice,
    marks,
    style,
    ...shown,
    onOnly,
    legend: {
      filter,
      onFilter,
      isReordering,
      onReordering,
      onReorder: choice.reorder,
      onToggle,
      onShowAll: () => choice.show(series.map(({ id }) => id)),
      shown,
      only: only && series.filter(({ id }) => only.has(id)).map(({ name }) => name),
      onBack: () => setOnly(null),
    },
  };
};
