import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';

const KEPT = 300;

/** Prepared statements by their text, the least recently used ones let go: preparing costs more than most reads. */
export class Statements {
  private readonly prepared = new Map<string, StatementSyncInstance>();
  private last?: { text: string; statement: StatementSyncInstance };

  constructor(private readonly db: DatabaseSyncInstance) {}

  of(text: string): StatementSyncInstance {
    if (this.last?.text === text) return this.last.statement;
    const statement = this.prepared.get(text) ?? this.db.prepare(text);
    this.prepared.delete(text);
    this.prepared.set(text, statement);
    if (this.prepared.size > KEPT) this.prepared.delete(this.prepared.keys().next().value!);
    this.last = { text, statement };
    return statement;
  }

  clear(): void {
    this.last = undefined;
    this.prepared.clear();
  }
}
