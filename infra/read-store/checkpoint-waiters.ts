/** Who waits for checkpoints to be written, by their names. */
export class CheckpointWaiters {
  private readonly waiting = new Map<string, Set<() => void>>();

  /** Resolves at the next write of one of these, and at the latest after so many milliseconds. */
  wait(names: readonly string[], milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(latest);
        for (const name of names) {
          const waiters = this.waiting.get(name);
          if (waiters?.delete(wake) && waiters.size === 0) this.waiting.delete(name);
        }
        resolve();
      };
      const latest = setTimeout(wake, milliseconds);
      for (const name of names) this.waiting.set(name, (this.waiting.get(name) ?? new Set()).add(wake));
    });
  }

  written(name: string): void {
    for (const wake of this.waiting.get(name) ?? []) wake();
  }

  /** Lets everybody go. */
  close(): void {
    for (const name of this.waiting.keys()) this.written(name);
  }
}
