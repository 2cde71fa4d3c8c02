import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { decodedEvent } from '../wire.ts';
import { type Filter, type LoggedEvent, type Page, type Span, type StreamState, TOMBSTONE } from '../gateway-log.ts';
import { metastreamOf, readMetadata, type StreamMetadata } from '../stream-metadata.ts';
import { Recorded } from './recorded.ts';

/** A page ends at whichever comes first, so that neither many small nor a few large events fill the memory or hold up the process. */
const PAGE_EVENTS = 256;
const PAGE_BYTES = 4 * 1024 * 1024;
/** Positions that a filtered page looks at. */
const WINDOW = 4096;

type Row = [position: number, stream: number, revision: number, type: number, event: Uint8Array];

const COLUMNS = 'position, stream, revision, type, event';
/** Names remembered at once; beyond it the memory starts afresh. */
const REMEMBERED = 100_000;

/** What the numbers of streams or types stand for: a text made anew for each event would be a third of reading it. */
class Names {
  private readonly known = new Map<number, string>();
  constructor(private readonly find: (number: number) => string) {}

  of(number: number): string {
    const known = this.known.get(number);
    if (known !== undefined) return known;
    const name = this.find(number);
    if (this.known.size >= REMEMBERED) this.known.clear();
    this.known.set(number, name);
    return name;
  }
}

/** The read-only connection of the main thread. Each page is a read of its own that sees everything committed. */
export class LogReader {
  private readonly db: DatabaseSyncInstance;
  private readonly prepared = new Map<string, StatementSyncInstance>();
  private readonly streams = new Names((number) => this.name('SELECT name FROM streams WHERE number = ?', number));
  private readonly types = new Names((number) => this.name('SELECT name FROM types WHERE number = ?', number));

  constructor(
    file: string,
    private readonly now: () => number = Date.now,
  ) {
    this.db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    this.db.exec('PRAGMA cache_size = -8192');
  }

  state(stream: string): StreamState {
    return this.stateOf(stream, this.stream(stream));
  }

  private stateOf(stream: string, found: { number: number; last: number } | undefined): StreamState {
    if (found === undefined || found.last < 0) return { kind: 'missing' };
    if (found.last === TOMBSTONE) return { kind: 'tombstoned' };
    const metadata = this.metadata(stream);
    if (metadata.truncateBefore === 'all') return { kind: 'missing' };
    return { kind: 'there', first: this.firstOf(found.number, found.last, metadata), last: found.last };
  }

  /** The stream's events that its metadata let be seen. */
  readStream(stream: string, { from, direction, limit }: Span): Page {
    const found = this.stream(stream);
    const state = this.stateOf(stream, found);
    if (!found || state.kind !== 'there') return { events: [], seen: direction === 'forwards' ? from - 1 : from, isEnd: true };
    const { first, last } = state;
    const most = Math.min(limit, PAGE_EVENTS);
    const isForwards = direction === 'forwards';
    const span = isForwards ? [Math.max(from, first), last] : [Math.min(from, last), first];
    const sql = isForwards
      ? `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? AND revision <= ? ORDER BY revision LIMIT ?`
      : `SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision <= ? AND revision >= ? ORDER BY revision DESC LIMIT ?`;
    const events = this.rows(sql, found.number, ...span, most);
    const seen = events.at(-1)?.revision ?? (isForwards ? Math.max(last, from - 1) : first);
    return { events, seen, isEnd: events.length === 0 || seen === (isForwards ? last : first) };
  }

  /** The log's events that the filter lets through, of at most `scan` looked at. */
  readAll({ from, direction, limit, filter, scan = WINDOW }: Span & { filter?: Filter; scan?: number }): Page {
    const head = this.head();
    const isForwards = direction === 'forwards';
    const most = Math.min(limit, PAGE_EVENTS);
    const near = isForwards ? Math.max(from, 1) : Math.min(from, head);
    // positions follow each other without gaps
    const window = filter === undefined ? Infinity : Math.min(scan, WINDOW);
    const far = isForwards ? Math.min(head, near + window - 1) : Math.max(1, near - window + 1);
    const order = isForwards ? 'ASC' : 'DESC';
    const [low, high] = isForwards ? [near, far] : [far, near];
    const between = `position BETWEEN ? AND ? ORDER BY position ${order}`;
    const events: LoggedEvent[] = [];
    if (filter === undefined) {
      events.push(...this.rows(`SELECT ${COLUMNS} FROM events WHERE ${between} LIMIT ?`, low, high, most));
      const seen = events.at(-1)?.position ?? (isForwards ? Math.max(head, from - 1) : 1);
      return { events, seen, isEnd: events.length === 0 || seen === (isForwards ? head : 1) };
    }
    const one = `SELECT ${COLUMNS} FROM events WHERE position = ?`;
    let [seen, bytes] = [isForwards ? from - 1 : from + 1, 0];
    const named = this.prepare(`SELECT position, stream, type FROM events WHERE ${between}`);
    for (const [position, stream, type] of named.all(low, high) as unknown as [number, number, number][]) {
      seen = position;
      if (!filter({ stream: this.streams.of(stream), type: this.types.of(type) })) continue;
      const [event] = this.rows(one, position);
      events.push(event!);
      bytes += event!.encoded!.byteLength;
      if (events.length === most || bytes >= PAGE_BYTES) break;
    }
    if (low > high) seen = isForwards ? Math.max(head, from - 1) : 1;
    return { events, seen, isEnd: low > high || seen === (isForwards ? head : 1) };
  }

  head(): number {
    const [row] = this.prepare('SELECT coalesce(max(position), 0) FROM events').all() as unknown as [number][];
    return row![0];
  }

  close(): void {
    this.db.close();
  }

  private stream(name: string): { number: number; last: number } | undefined {
    const sql = 'SELECT number, (SELECT coalesce(max(revision), -1) FROM events WHERE stream = streams.number) FROM streams WHERE name = ?';
    const [row] = this.prepare(sql).all(name) as unknown as [number, number][];
    return row && { number: row[0], last: row[1] };
  }

  private metadata(stream: string): StreamMetadata {
    const metastream = this.stream(metastreamOf(stream));
    const sql = 'SELECT event FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1';
    const [row] = metastream ? (this.prepare(sql).all(metastream.number) as unknown as [Uint8Array][]) : [];
    return readMetadata(stream, row && decodedEvent(row[0]).data);
  }

  /** The first revision that is still seen; above the last one where all are hidden. */
  private firstOf(number: number, last: number, { maxAge, maxCount, truncateBefore }: StreamMetadata): number {
    const first = Math.max(truncateBefore === 'all' ? last + 1 : (truncateBefore ?? 0), maxCount === undefined ? 0 : last - maxCount + 1);
    if (maxAge === undefined) return first;
    const sql = 'SELECT coalesce(min(revision), ?) FROM events WHERE stream = ? AND revision >= ? AND created >= ?';
    const [row] = this.prepare(sql).all(last + 1, number, first, this.now() - maxAge * 1000) as unknown as [number][];
    return row![0];
  }

  private rows(sql: string, ...values: number[]): LoggedEvent[] {
    const events: LoggedEvent[] = [];
    let size = 0;
    for (const row of this.prepare(sql).iterate(...values) as unknown as IterableIterator<Row>) {
      const [position, stream, revision, type, event] = row;
      events.push(new Recorded(position, this.streams.of(stream), revision, this.types.of(type), event));
      size += event.byteLength;
      if (size >= PAGE_BYTES) break;
    }
    return events;
  }

  private name(sql: string, number: number): string {
    const [row] = this.prepare(sql).all(number) as unknown as [string][];
    return row![0];
  }

  private prepare(sql: string): StatementSyncInstance {
    let statement = this.prepared.get(sql);
    if (!statement) {
      statement = this.db.prepare(sql);
      statement.setReturnArrays(true);
      this.prepared.set(sql, statement);
    }
    return statement;
  }
}
