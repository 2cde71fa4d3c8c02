/** So long after one's own command every read asks for an answer that has it. */
const WHILE = 30_000;

let last: { position: string; at: number } | undefined;
let everything = 0;
const slices = new Map<string, number>();

/** Notes that something of a slice changed; without a slice, that anything may have (notices were lost). */
export const noteChange = (slice?: string, now = Date.now()): void => {
  if (slice === undefined) everything = now;
  else slices.set(slice, now);
};

/** Notes the position at which a command of this page was accepted. */
export const noteWrite = (answer: unknown, now = Date.now()): void => {
  if (typeof answer !== 'object' || answer === null || !('position' in answer)) return;
  if (typeof answer.position !== 'string') return;
  last = { position: answer.position, at: now };
  everything = now;
};

/** When one of these slices last changed as far as this page knows. What was read before is not shown again from memory. */
export const changedAt = (names: readonly string[]): number => Math.max(everything, ...names.map((name) => slices.get(name) ?? 0));

/** The newest of a position told by a notice and that of one's own last command; undefined when neither is known. */
export const newestPosition = (told: { position: string; at: number } | undefined, now = Date.now()): string | undefined => {
  const own = last && now - last.at <= WHILE ? last : undefined;
  if (!own || !told) return (own ?? told)?.position;
  return own.at >= told.at ? own.position : told.position;
};

const JUST = 5000;

/**
 * What was asked for so shortly before need not be asked again because another part of the screen wants it too, unless one of its slices
 * changed since: a list that one's own removal made shorter is never shown as it was.
 */
export const wasJustRead = (asked: number, names: readonly string[], now = Date.now()): boolean =>
  asked > changedAt(names) && asked >= now - JUST;
