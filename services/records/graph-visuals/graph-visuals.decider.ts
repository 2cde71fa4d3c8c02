import { saysTheSame } from '#contracts/equal';
import type { GraphVisualsCommand, GraphVisualsEvent } from '#contracts/graph-visuals';
import type { Decider } from '#infra/event-store/decider';

/** What was saved last; null where nothing was. */
type Saved = GraphVisualsEvent['data'] | null;

/** Whole states: what looks the same as before is not stored again. */
export const graphVisuals: Decider<Saved, GraphVisualsCommand, GraphVisualsEvent> = {
  initial: null,
  evolve: (_, { data }) => data,
  decide: ({ data }, saved) => {
    const next = { type: 'Timeline' as const, ...data };
    return saved && saysTheSame(saved, next) ? [] : [{ type: 'GraphVisualsSaved', data: next }];
  },
};
