const known = new Set<string>();

/** Safari has no idle time to ask for. */
const whenIdle = (work: () => void): void =>
  void ('requestIdleCallback' in globalThis ? requestIdleCallback(work, { timeout: 10_000 }) : setTimeout(work, 1000));

/**
 * Holds an answer against the contract once there is nothing else to do. What differs is reported, each place once, and shown all the same:
 * a screen that says most is better than none.
 */
export const checkAnswer = (method: string, path: string, value: unknown): void =>
  whenIdle(() => {
    void import('./answer-contract.ts').then(({ faultsOf }) => {
      const faults = faultsOf(method, path, value).filter((fault) => !known.has(fault));
      if (faults.length === 0) return;
      for (const fault of faults) known.add(fault);
      console.error(`An answer is not what the contract says. ${faults.slice(0, 5).join('; ')}`);
    });
  });
