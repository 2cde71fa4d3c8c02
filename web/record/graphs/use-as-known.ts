import { useMemo } from 'react';
import type { GraphType } from '#contracts/items/graph-visuals';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import { useVisuals } from './use-visuals.tsx';
import { asKnown } from './value-series.ts';

/**
 * Lines as this person knows them: one whose parameter took in another goes on with the colour, the order and all else that was chosen for
 * the other, as long as it was not on the chart itself. Once the merge is undone each has its own again.
 */
export const useAsKnown = (series: readonly ObservationLine[], type: GraphType): readonly ObservationLine[] => {
  const { visuals, seen } = useVisuals();
  return useMemo(() => {
    if (series.every(({ former_ids }) => former_ids === undefined)) return series;
    const known = new Set([...visuals.styles, ...seen.now()].flatMap((one) => (one.graph_type === type ? [one.parameter_id] : [])));
    return series.map((one) => asKnown(one, known));
    // what is chosen later is chosen for the line as it is known then
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [series, type, seen]);
};
