/** Spread on the field where typing starts when a screen or dialog opens. */
export const startHere = { autoFocus: true } as const;
