import type { DatabaseSyncInstance } from '@photostructure/sqlite';

/** A stream of the log: its number and the revision of its last event. */
export interface KnownStream {
  number: number;
  revision: number;
}

/** Names remembered at once; beyond it the memory starts afresh, which costs one look-up for each name in use. */
const REMEMBERED = 100_000;

/** The numbers that stand for the names of streams and types, remembered. Used inside the writer's transactions only. */
export class Numbers {
  private readonly streams = new Map<string, KnownStream>();
  private readonly types = new Map<string, number>();
  private readonly statements;

  constructor(db: DatabaseSyncInstance) {
    this.statements = {
      stream: db.prepare(
        'SELECT number, (SELECT max(revision) FROM events WHERE stream = streams.number) AS revision FROM streams WHERE name = ?',
      ),
      addStream: db.prepare('INSERT INTO streams (name) VALUES (?) ON CONFLICT (name) DO NOTHING'),
      type: db.prepare('SELECT number FROM types WHERE name = ?'),
      addType: db.prepare('INSERT INTO types (name) VALUES (?)'),
    };
  }

  /** Undefined where the stream does not exist. */
  stream(name: string): KnownStream | undefined {
    const known = this.streams.get(name);
    if (known) return known;
    const found = this.statements.stream.get(name) as KnownStream | undefined;
    return found && this.remember(name, { number: found.number, revision: found.revision });
  }

  /** A new stream at revision -1, to be followed by its first event in the same transaction; undefined where it exists. */
  addStream(name: string): KnownStream | undefined {
    if (this.streams.has(name)) return undefined;
    const { changes, lastInsertRowid } = this.statements.addStream.run(name);
    return changes === 0 ? undefined : this.remember(name, { number: Number(lastInsertRowid), revision: -1 });
  }

  type(name: string): number {
    const known = this.types.get(name);
    if (known !== undefined) return known;
    const found = this.statements.type.get(name) as { number: number } | undefined;
    const number = found?.number ?? Number(this.statements.addType.run(name).lastInsertRowid);
    if (this.types.size >= REMEMBERED) this.types.clear();
    this.types.set(name, number);
    return number;
  }

  /** To be called when a transaction did not last. */
  forget(): void {
    this.streams.clear();
    this.types.clear();
  }

  private remember(name: string, stream: KnownStream): KnownStream {
    if (this.streams.size >= REMEMBERED) this.streams.clear();
    this.streams.set(name, stream);
    return stream;
  }
}
