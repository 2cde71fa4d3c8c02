import type { DatabaseSyncInstance } from '@photostructure/sqlite';

interface Waiting {
  work: () => unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

/**
 * Runs what is asked for within one turn of the event loop in one transaction, so that many share one full sync. All of a group is
 * kept or nothing; work that was rejected may be asked for again.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];

  /**
   * @param last runs at the end of each transaction; what it answers is called after the commit with whether it held
   * @param faults called as a transaction passes a point where it can fail: may throw, or end the process; for tests
   */
  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly last: () => (kept: boolean) => void,
    private readonly faults?: (point: 'before-commit' | 'after-commit') => void,
  ) {}

  /** Resolves with the work's result once it is on disk. */
  run<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.waiting.length === 0) setImmediate(() => this.commit());
      this.waiting.push({ work, resolve, reject });
    });
  }

  private commit(): void {
    const group = this.waiting;
    this.waiting = [];
    let after: (kept: boolean) => void = () => {};
    try {
      this.db.exec('BEGIN IMMEDIATE');
      const results = group.map(({ work }) => work());
      after = this.last();
      this.faults?.('before-commit');
      this.db.exec('COMMIT');
      this.faults?.('after-commit');
      group.forEach(({ resolve }, n) => resolve(results[n] as never));
      after(true);
    } catch (error) {
      if (this.db.isOpen && this.db.isTransaction) this.db.exec('ROLLBACK');
      after(false);
      for (const { reject } of group) reject(error);
    }
  }
}
