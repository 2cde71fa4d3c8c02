/** So long after one's own command every read asks for an answer that has it. */
const WHILE = 30_000;

let last: { position: string; at: number } | undefined;

/** Notes the position at which a command of this page was accepted. */
export const noteWrite = (answer: unknown, now = Date.now()): void => {
  if (typeof answer !== 'object' || answer === null || !('position' in answer)) return;
  if (typeof answer.position === 'string') last = { position: answer.position, at: now };
};

/** The newest of a position told by a notice and that of one's own last command; undefined when neither is known. */
export const newestPosition = (told: { position: string; at: number } | undefined, now = Date.now()): string | undefined => {
  const own = last && now - last.at <= WHILE ? last : undefined;
  if (!own || !told) return (own ?? told)?.position;
  return own.at >= told.at ? own.position : told.position;
};
