import { type CriticalState, isNews } from './critical-results.ts';
import type { LabResultView } from './lab-results.ts';
import { criticalValuesOf, seenAs, type SeenBy, type SeenValue, seenValueOf, unseenOf } from '../observations/critical.ts';
import { isCritical } from '../observations/flags.ts';

/** Fields about critical values in the document of a result; answers do not have them. */
export interface CriticalFields {
  critical?: CriticalState;
  /** When the last of them came in: UTC. */
  critical_since?: string;
  /** Values that a doctor has seen, replaced ones too. */
  seen_values?: SeenBy[];
}

type Result = Omit<LabResultView, 'last_edited_by_name' | 'organization_name'> & CriticalFields;

/** A document without these. */
export const withoutCritical = <D extends CriticalFields>({
  critical: _critical,
  critical_since: _since,
  seen_values: _values,
  ...result
}: D): Omit<D, keyof CriticalFields> => result;

const stateOf = (result: Result, added: readonly SeenValue[], before: Result | undefined, at: string): CriticalState =>
  before?.critical === 'new' || isNews(result, added, before?.parameters ?? [], at) ? 'new' : 'earlier';

/**
 * A result with who has seen its critical values, and whether they wait.
 * @param before the same result before the event
 * @param at when the event was recorded
 */
export const withCritical = (result: Result, before: Result | undefined, at: string): Result => {
  const { seen_values = [] } = result;
  const critical = criticalValuesOf(result);
  // most results have none, and are not copied
  if (critical.length === 0 && result.critical === undefined) return result;
  const history = seen_values.length === 0 ? {} : { seen_values };
  if (critical.length === 0) return { ...withoutCritical(result), ...history };
  const parameters = result.parameters.map(({ seen: _seen, ...entry }) => {
    const by = isCritical(entry) ? seenAs(seen_values, seenValueOf(entry, result.collected)) : undefined;
    return by ? { ...entry, seen: { by: by.by, at: by.at } } : entry;
  });
  const unseen = unseenOf(critical, seen_values);
  const added = unseenOf(unseen, before ? criticalValuesOf(before) : []);
  const since = added.length === 0 ? before?.critical_since : at;
  const state = unseen.length === 0 ? 'seen' : added.length === 0 ? (before?.critical ?? 'new') : stateOf(result, added, before, at);
  return { ...withoutCritical(result), ...history, parameters, critical: state, critical_since: since ?? at };
};
