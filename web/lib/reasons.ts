// in memory only: reasons are clinical text
const MOST = 5;
let reasons: readonly string[] = [];

/** Remembers a reason that was accepted, as a suggestion for the next change of this sitting. */
export const rememberReason = (reason: string): void => {
  reasons = [reason, ...reasons.filter((other) => other !== reason)].slice(0, MOST);
};

export const lastReasons = (): readonly string[] => reasons;

/** At the end of a session: the next person is offered nothing of it. */
export const forgetReasons = (): void => {
  reasons = [];
};
