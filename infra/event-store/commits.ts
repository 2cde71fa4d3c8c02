/** Wakes whoever waits for the log to grow. A waiter compares `count` before and after it looked, so no commit is missed in between. */
export class Commits {
  /** How often the log grew while this store was open. */
  count = 0;
  closed = false;
  private readonly waiting = new Set<() => void>();

  announce(): void {
    this.count += 1;
    this.wakeAll();
  }

  /** Ends all waiting for good. */
  close(): void {
    this.closed = true;
    this.wakeAll();
  }

  /** Resolves once `count` is past the given one, at close, or at the signal. */
  async past(count: number, signal?: AbortSignal): Promise<void> {
    while (this.count === count && !this.closed && !signal?.aborted) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.waiting.delete(wake);
          signal?.removeEventListener('abort', wake);
          resolve();
        };
        this.waiting.add(wake);
        signal?.addEventListener('abort', wake);
      });
    }
  }

  private wakeAll(): void {
    for (const wake of this.waiting) wake();
  }
}
