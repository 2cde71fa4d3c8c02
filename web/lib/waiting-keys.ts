/** Whether what is typed was answered; `failed`: it will not be, unless it is asked again. */
export type Readiness = 'answered' | 'awaited' | 'failed';

/** Keys pressed before what was typed was answered, in their order. */
export interface WaitingKeys {
  /** What was typed when they were pressed. */
  of: string;
  keys: readonly string[];
}

export const NO_KEYS: WaitingKeys = { of: '', keys: [] };

/** One more key waits; those that were pressed for another text do not any more. */
export const waitWith = ({ of, keys }: WaitingKeys, typed: string, key: string): WaitingKeys => ({
  of: typed,
  keys: of === typed ? [...keys, key] : [key],
});

/** Which key acts now, and which go on waiting: one acts at a time, since each acts on what the one before left. */
export const due = (waiting: WaitingKeys, typed: string, readiness: Readiness): { key?: string; rest: WaitingKeys } => {
  const [key, ...later] = waiting.keys;
  if (key === undefined) return { rest: waiting };
  if (waiting.of !== typed || readiness === 'failed') return { rest: NO_KEYS };
  if (readiness === 'awaited') return { rest: waiting };
  return { key, rest: later.length === 0 ? NO_KEYS : { of: typed, keys: later } };
};
