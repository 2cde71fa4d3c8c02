import { randomUUID } from 'node:crypto';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { idBytes } from '#infra/event-store/event-id';
import { decodedEvent, encodedEvent } from '../wire.ts';
import { type Change, type Changed, type Expectation, type ProposedEvent, TOMBSTONE } from '../gateway-log.ts';
import { describedBy, metastreamOf, readMetadata, withTruncateBefore } from '../stream-metadata.ts';

/** A stream as the writer knows it. */
interface Known {
  number: number;
  /** Revision of the last event, -1 where there is none yet, TOMBSTONE for ever. */
  last: number;
  /** Hidden as a whole until somebody writes again. */
  isDeleted: boolean;
}

/** Names remembered at once; beyond it the memory starts afresh. */
const REMEMBERED = 100_000;
const NOTHING = new Uint8Array();

const SQL = {
  head: 'SELECT coalesce(max(position), 0) AS head FROM events',
  stream:
    'SELECT number, (SELECT coalesce(max(revision), -1) FROM events WHERE stream = streams.number) AS last FROM streams WHERE name = ?',
  addStream: 'INSERT INTO streams (name) VALUES (?)',
  type: 'SELECT number FROM types WHERE name = ?',
  addType: 'INSERT INTO types (name) VALUES (?)',
  lastEvent: 'SELECT event FROM events WHERE stream = (SELECT number FROM streams WHERE name = ?) ORDER BY revision DESC LIMIT 1',
  // Left to itself, SQLite walks the whole stream in the order of its revisions.
  firstWithId: 'SELECT revision FROM events INDEXED BY ids WHERE stream = ? AND id = ? ORDER BY revision LIMIT 1',
  place: 'SELECT position, id FROM events WHERE stream = ? AND revision = ?',
  insert: 'INSERT INTO events (position, stream, revision, type, id, created, event) VALUES (?, ?, ?, ?, ?, ?, ?)',
} as const;

/**
 * Decides each change of a group, seeing those before it, and commits the group. Runs in the worker thread, without knowing it. What is
 * thrown concerns the whole group, of which nothing was kept then.
 */
export class LogWriter {
  /** Position of the last event written. */
  head: number;
  private readonly streams = new Map<string, Known>();
  private readonly types = new Map<string, number>();
  private readonly statements;

  constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly now: () => number = Date.now,
  ) {
    const prepare = (name: keyof typeof SQL) => db.prepare(SQL[name]);
    this.statements = {
      head: prepare('head'),
      stream: prepare('stream'),
      addStream: prepare('addStream'),
      type: prepare('type'),
      addType: prepare('addType'),
      lastEvent: prepare('lastEvent'),
      firstWithId: prepare('firstWithId'),
      place: prepare('place'),
      insert: prepare('insert'),
    };
    this.head = this.readHead();
  }

  /** Returns once what the changes wrote is on the disk. */
  commit(group: readonly Change[]): Changed[] {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      const outcomes = group.map((change) => this.change(change));
      this.db.exec('COMMIT');
      return outcomes;
    } catch (error) {
      if (this.db.isTransaction) this.db.exec('ROLLBACK');
      this.streams.clear();
      this.types.clear();
      this.head = this.readHead();
      throw error;
    }
  }

  private change(change: Change): Changed {
    const known = this.known(change.stream);
    if (known?.last === TOMBSTONE || this.isOfTombstoned(change.stream)) return { kind: 'deleted' };
    return change.kind === 'append' ? this.append(change, known) : this.delete(change, known);
  }

  private append({ stream, expected, events }: Change & { kind: 'append' }, known: Known | undefined): Changed {
    const last = known?.last ?? -1;
    const before = this.decidedBefore(known, expected, events);
    if (before) return before;
    if (!holds(expected, known)) return { kind: 'wrong', actual: last };
    if (events.length === 0) return { kind: 'done', revision: last, position: 0 };
    const target = known ?? this.add(stream);
    for (const [n, event] of events.entries()) this.write(stream, target, last + 1 + n, event);
    const { head: position } = this;
    const described = describedBy(stream);
    if (described !== undefined) this.streams.delete(described); // its metadata are others now
    if (target.isDeleted) {
      // it comes back with what is written from now on
      this.writeMetadata(stream, last + 1);
      target.isDeleted = false;
    }
    return { kind: 'done', revision: target.last, position };
  }

  /** Where the same events were written before, by their ids: there, or with no expectation of a revision anywhere in the stream. */
  private decidedBefore(known: Known | undefined, expected: Expectation, events: readonly ProposedEvent[]): Changed | undefined {
    if (!known || events.length === 0) return undefined;
    let from: number;
    if (typeof expected === 'number' || expected === 'no-stream') {
      from = expected === 'no-stream' ? 0 : expected + 1;
      if (from > known.last || (known.isDeleted && expected === 'no-stream')) return undefined;
    } else {
      const first = this.statements.firstWithId.get(known.number, events[0]!.id) as { revision: number } | undefined;
      if (!first) return undefined;
      from = first.revision;
    }
    let position = 0;
    for (const [n, { id }] of events.entries()) {
      const place = this.statements.place.get(known.number, from + n) as { position: number; id: Uint8Array } | undefined;
      if (!place || !Buffer.from(place.id).equals(id)) return { kind: 'wrong', actual: known.last };
      ({ position } = place);
    }
    return { kind: 'done', revision: from + events.length - 1, position };
  }

  private delete({ stream, expected, how }: Change & { kind: 'delete' }, known: Known | undefined): Changed {
    const actual = known?.last ?? -1;
    if (!holds(expected, known)) return { kind: 'wrong', actual };
    if (how === 'hard') {
      this.write(stream, known ?? this.add(stream), TOMBSTONE, marker('$streamDeleted', NOTHING));
    } else {
      const isThere = actual >= 0 || (this.known(metastreamOf(stream))?.last ?? -1) >= 0;
      if (!isThere) return { kind: 'wrong', actual };
      this.writeMetadata(stream, 'all');
      if (known) known.isDeleted = true;
    }
    return { kind: 'done', revision: actual, position: this.head };
  }

  private writeMetadata(stream: string, before: number | 'all'): void {
    const metastream = metastreamOf(stream);
    const data = withTruncateBefore(this.lastData(metastream), before);
    const target = this.known(metastream) ?? this.add(metastream);
    this.write(metastream, target, target.last + 1, marker('$metadata', data));
  }

  private write(stream: string, target: Known, revision: number, event: ProposedEvent): void {
    const [position, created] = [this.head + 1, this.now()];
    const encoded = encodedEvent({ ...event, stream, revision, position, created });
    this.statements.insert.run(position, target.number, revision, this.type(event.type), event.id, created, encoded);
    this.head = position;
    target.last = revision;
  }

  /** The metadata of a stream that is closed for ever are closed with it. */
  private isOfTombstoned(stream: string): boolean {
    const described = describedBy(stream);
    return described !== undefined && this.known(described)?.last === TOMBSTONE;
  }

  private known(name: string): Known | undefined {
    const remembered = this.streams.get(name);
    if (remembered) return remembered;
    const found = this.statements.stream.get(name) as Pick<Known, 'number' | 'last'> | undefined;
    if (!found) return undefined;
    const { truncateBefore } = readMetadata(name, this.lastData(metastreamOf(name)));
    return this.remember(name, { number: found.number, last: found.last, isDeleted: truncateBefore === 'all' });
  }

  /** A new stream; its metadata may be older than it. */
  private add(name: string): Known {
    const { lastInsertRowid } = this.statements.addStream.run(name);
    const { truncateBefore } = readMetadata(name, this.lastData(metastreamOf(name)));
    return this.remember(name, { number: Number(lastInsertRowid), last: -1, isDeleted: truncateBefore === 'all' });
  }

  private remember(name: string, known: Known): Known {
    if (this.streams.size >= REMEMBERED) this.streams.clear();
    this.streams.set(name, known);
    return known;
  }

  private type(name: string): number {
    const known = this.types.get(name);
    if (known !== undefined) return known;
    const found = this.statements.type.get(name) as { number: number } | undefined;
    const number = found?.number ?? Number(this.statements.addType.run(name).lastInsertRowid);
    if (this.types.size >= REMEMBERED) this.types.clear();
    this.types.set(name, number);
    return number;
  }

  private lastData(stream: string): Uint8Array | undefined {
    const found = this.statements.lastEvent.get(stream) as { event: Uint8Array } | undefined;
    return found && decodedEvent(found.event).data;
  }

  private readHead(): number {
    return (this.statements.head.get() as { head: number }).head;
  }
}

const holds = (expected: Expectation, known: Known | undefined): boolean => {
  const last = known?.last ?? -1;
  switch (expected) {
    case 'any':
      return true;
    case 'no-stream':
      return last < 0 || known!.isDeleted;
    case 'stream-exists':
      return last >= 0 && !known!.isDeleted;
    default:
      return expected === last;
  }
};

const marker = (type: string, data: Uint8Array): ProposedEvent => ({
  type,
  id: idBytes(randomUUID()),
  isJson: data.byteLength > 0,
  metadata: NOTHING,
  data,
});
