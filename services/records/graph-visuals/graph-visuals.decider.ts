import { saysTheSame } from '#contracts/rules/equal';
import { type GraphVisualsCommand, type GraphVisualsEvent, NO_VISUALS, type SeenSeries } from '#contracts/items/graph-visuals';
import type { Decider } from '#infra/event-store/decider';

/** What was saved last; null where nothing was. */
type Saved = GraphVisualsEvent['data'] | null;

/**
 * What was seen on several devices: a mark stays the first one, what was shown once stays shown, and the last device says what was passed
 * over.
 */
const merged = (before: readonly SeenSeries[], more: readonly SeenSeries[]): SeenSeries[] => {
  const all = new Map(before.map((one) => [`${one.graph_type} ${one.parameter_id}`, one]));
  for (const one of more) {
    const key = `${one.graph_type} ${one.parameter_id}`;
    const known = all.get(key);
    const shown = known?.shown === true || one.shown;
    const { passed_over: _passed, ...rest } = { ...one, ...known };
    all.set(key, { ...rest, ...(shown === undefined ? {} : { shown }), ...(one.passed_over && !shown ? { passed_over: true } : {}) });
  }
  return [...all.values()];
};

/** Whole states: what looks the same as before is not stored again. */
export const graphVisuals: Decider<Saved, GraphVisualsCommand, GraphVisualsEvent> = {
  initial: null,
  evolve: (_, { data }) => data,
  decide: (command, saved) => {
    const { user_id, patient_id } = command.data;
    const next: GraphVisualsEvent['data'] =
      command.type === 'KeepSeenSeries'
        ? { ...NO_VISUALS, ...saved, user_id, patient_id, seen: merged(saved?.seen ?? [], command.data.seen) }
        : { type: 'Timeline', ...command.data, ...(saved?.seen ? { seen: saved.seen } : {}) };
    return saved && saysTheSame(saved, next) ? [] : [{ type: 'GraphVisualsSaved', data: next }];
  },
};
