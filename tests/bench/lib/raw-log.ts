import { mkdir } from 'node:fs/promises';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { canonicalJson } from '#infra/event-store/canonical-json';
import { idBytes } from '#infra/event-store/event-id';
import { logFile, openForWriting, prepareLog } from '#infra/event-store/sqlite/schema';
import { EVENT_TYPES, places, sealedEvent } from './sealed-events.ts';
import type { ContentHashes } from '#infra/event-store/content-hash';

/** A row of the log, ready to be inserted; `stream` names it where it is the stream's first. */
interface Row {
  begins: string | undefined;
  values: [stream: number, revision: number, type: number, id: Uint8Array, hash: Uint8Array, envelope: string, data: Uint8Array];
}

/** Plain inserts into the tables of the embedded log, through the same binding and settings: what the disk and SQLite allow. */
export class RawLog {
  private readonly work = places();
  private stream: number;
  private readonly types: number[];
  private readonly statements;

  private constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly hashes: ContentHashes,
  ) {
    this.statements = {
      begin: db.prepare('BEGIN IMMEDIATE'),
      commit: db.prepare('COMMIT'),
      stream: db.prepare('INSERT INTO streams (number, name) VALUES (?, ?)'),
      event: db.prepare('INSERT INTO events (stream, revision, type, id, hash, metadata, data) VALUES (?, ?, ?, ?, ?, ?, ?)'),
    };
    this.stream = (db.prepare('SELECT coalesce(max(number), 0) AS n FROM streams').get() as { n: number }).n;
    const type = db.prepare('INSERT INTO types (name) VALUES (?) ON CONFLICT DO UPDATE SET name = name RETURNING number');
    this.types = EVENT_TYPES.map((name) => (type.get(name) as { number: number }).number);
  }

  static async open(folder: string, hashes: ContentHashes): Promise<RawLog> {
    await mkdir(folder, { recursive: true });
    prepareLog(folder);
    return new RawLog(openForWriting(logFile(folder)), hashes);
  }

  /** The next rows: made outside of what is measured. */
  rows(count: number): Row[] {
    return Array.from({ length: count }, () => {
      const { stream, revision } = this.work.next().value;
      if (revision === 0) this.stream += 1;
      const { id, type, data, metadata } = sealedEvent(revision);
      const envelope = canonicalJson(metadata);
      const hash = this.hashes.ofParts(stream, revision, id, type, envelope, data);
      const number = this.types[EVENT_TYPES.indexOf(type as (typeof EVENT_TYPES)[number])]!;
      return { begins: revision === 0 ? stream : undefined, values: [this.stream, revision, number, idBytes(id), hash, envelope, data] };
    });
  }

  /** Inserts the rows in one transaction, on the disk when it returns. */
  insert(rows: readonly Row[]): void {
    const { begin, commit, stream, event } = this.statements;
    begin.run();
    for (const { begins, values } of rows) {
      if (begins !== undefined) stream.run(values[0], begins);
      event.run(...values);
    }
    commit.run();
  }

  /** How many there are. */
  events(): number {
    return (this.db.prepare('SELECT coalesce(max(position), 0) AS n FROM events').get() as { n: number }).n;
  }

  /** Rows a second in transactions of so many, for so long. */
  perSecond(milliseconds: number, transaction: number): number {
    let [spent, inserted] = [0, 0];
    while (spent < milliseconds) {
      const rows = this.rows(transaction);
      const start = performance.now();
      this.insert(rows);
      spent += performance.now() - start;
      inserted += rows.length;
    }
    return (1000 * inserted) / spent;
  }

  /** Settings for filling a log that nobody counts on yet. */
  fillFast(): void {
    this.db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
  }

  close(): void {
    this.db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.db.close();
  }
}
