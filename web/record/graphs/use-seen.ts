import { useEffect, useMemo, useState } from 'react';
import type { GraphType, SeenSeries } from '#contracts/items/graph-visuals';
import { markOfColor } from './parameter-marks.ts';
import { type Present, takenMarks, withMarks, withShown } from './seen.ts';
import { useVisuals } from './use-visuals.tsx';

interface Seen {
  /** The mark of each series by its id. */
  marks: ReadonlyMap<string, number>;
  /** What is shown as long as the person does not choose otherwise. */
  byDefault: ReadonlySet<string>;
  /** The mark for a series whose colour the person chooses: its symbol and dash are those of no other of that colour. */
  markFor: (id: string, color: number) => number;
}

/**
 * The marks of series and, with `shows`, which of them are shown by default: as this person saw them first for this patient, whatever came
 * since (ruling 53). What is new of it is kept on the server.
 */
export const useSeen = (type: GraphType, present: readonly Present[], shows = true): Seen => {
  const { visuals, seen: store } = useVisuals();
  const { styles } = visuals;
  const [seen, setSeen] = useState<readonly SeenSeries[]>(store.now);
  const next = useMemo(() => {
    const marked = withMarks(seen, type, present, styles);
    return shows ? withShown(marked, type, present) : marked;
  }, [seen, type, present, styles, shows]);
  if (next !== seen) setSeen(next);
  useEffect(() => store.keep(next.filter(({ graph_type }) => graph_type === type)), [store, next, type]);
  return useMemo(() => {
    const marks = new Map<string, number>();
    for (const { graph_type, parameter_id, mark } of [...next, ...styles]) {
      if (graph_type === type && mark !== undefined) marks.set(parameter_id, mark);
    }
    return {
      marks,
      byDefault: new Set(next.flatMap((one) => (one.graph_type === type && one.shown ? [one.parameter_id] : []))),
      markFor: (id, color) => markOfColor(color, takenMarks(next, styles, type, id)),
    };
  }, [next, styles, type]);
};
