import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Faults } from './faults.ts';
import { IdempotencyCheck } from './idempotency.ts';
import { Numbers } from './numbers.ts';
import { firstRevision, NO_STREAM, type Incoming } from './writer-messages.ts';

/** What became of one append: the place of its last event, or (`wrong`) the revision that the stream really has. */
export type Outcome = { revision: number; position: number } | { wrong: number };

/**
 * The only one who writes to the log: decides each append and commits groups of them. Runs in the worker thread, without knowing it.
 * Each append of a group is decided on its own, seeing those before it; what is thrown concerns the whole group, of which nothing was
 * kept then, unless `committed` says otherwise.
 */
export class Writer {
  /** Position of the last event written. */
  private position: number;
  private readonly numbers: Numbers;
  private readonly idempotency: IdempotencyCheck;
  private readonly statements;

  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly faults?: Faults,
  ) {
    this.statements = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      head: db.prepare('SELECT coalesce(max(position), 0) AS position FROM events'),
      // Only a repeated id is an answer; any other conflict would be a fault of the engine and stops it.
      insert: db.prepare(
        'INSERT INTO events (position, stream, revision, type, id, hash, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ' +
          'ON CONFLICT (stream, id) DO NOTHING',
      ),
      undo: db.prepare('DELETE FROM events WHERE position > ?'),
    };
    this.numbers = new Numbers(db);
    this.idempotency = new IdempotencyCheck(db);
    this.position = this.head();
  }

  /** Decides the appends in order and returns once what they wrote is on the disk; `wrote` is the new head, or 0 where nothing was new. */
  commit(group: readonly Incoming[]): { outcomes: Outcome[]; wrote: number } {
    const before = this.position;
    this.statements.begin.run();
    try {
      const outcomes = group.map((append) => this.append(append));
      this.faults?.pass('before-commit');
      this.faults?.pass('at-commit');
      this.statements.commit.run();
      return { outcomes, wrote: this.position > before ? this.position : 0 };
    } catch (error) {
      this.rollBack();
      throw error;
    }
  }

  private append(append: Incoming): Outcome {
    const { stream, expected, events } = append;
    // Most streams begin with their first event, expected to be that: then one statement looks and adds.
    const known = (expected === NO_STREAM && this.numbers.addStream(stream)) || this.numbers.stream(stream);
    const actual = known?.revision ?? -1;
    if (!known || expected > actual) return { wrong: actual };
    if (expected < actual) return this.idempotency.from(known.number, firstRevision(expected), events) ?? { wrong: actual };
    if (!this.write(known.number, actual + 1, events)) return { wrong: actual };
    known.revision = actual + events.length;
    return { revision: known.revision, position: this.position };
  }

  /** False, with nothing written, where the stream holds one of the ids already. */
  private write(number: number, from: number, events: Incoming['events']): boolean {
    const before = this.position;
    let revision = from;
    for (const { id, type, envelope, data, hash } of events) {
      const { changes } = this.statements.insert.run(
        this.position + 1,
        number,
        revision,
        this.numbers.type(type),
        id,
        hash,
        envelope,
        data,
      );
      if (changes === 0) {
        if (this.position > before) this.statements.undo.run(before);
        this.position = before;
        return false;
      }
      this.position += 1;
      revision += 1;
    }
    return true;
  }

  /** SQLite may have rolled back by itself. What was learnt inside the group is forgotten with it. */
  private rollBack(): void {
    if (this.db.isTransaction) this.db.exec('ROLLBACK');
    this.numbers.forget();
    this.position = this.head();
  }

  private head(): number {
    return (this.statements.head.get() as { position: number }).position;
  }
}
