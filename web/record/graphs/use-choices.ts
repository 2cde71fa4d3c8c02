import { useMemo } from 'react';
import type { GraphStyle, GraphType } from '#contracts/items/graph-visuals';
import type { Choices } from '#web/charts/shown.ts';
import { styleOf, withStyles } from './visuals.ts';
import { useVisuals } from './use-visuals.tsx';

export type Change = { [field in 'color' | 'mark' | 'thickness' | 'style' | 'hidden']?: GraphStyle[field] | undefined };

/** What the person chose for the series of a section, and how to choose. */
export const useChoices = (type: GraphType) => {
  const { visuals, change } = useVisuals();
  return useMemo(() => {
    const choices: Choices = Object.fromEntries(
      visuals.styles.flatMap(({ graph_type, parameter_id, hidden }) =>
        graph_type === type && hidden !== undefined ? [[parameter_id, !hidden]] : [],
      ),
    );
    return {
      choices,
      styleOf: (id: string) => styleOf(visuals, type, id),
      set: (id: string, how: Change) => change((now) => withStyles(now, type, { [id]: how })),
      show: (ids: readonly string[]) =>
        change((now) => withStyles(now, type, Object.fromEntries(ids.map((id) => [id, { hidden: false }])))),
      reorder: (ids: readonly string[]) =>
        change((now) => withStyles(now, type, Object.fromEntries(ids.map((id, index) => [id, { index }])))),
    };
  }, [visuals, type, change]);
};
