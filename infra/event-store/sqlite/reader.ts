import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { ContentHashes } from '../content-hash.ts';
import type { StoredEvent } from '../event-store.ts';
import { fromRow, type Row } from './rows.ts';

/** Events to read: those of one stream by revision, or those of the log by position, filtered. */
export interface Selection {
  stream?: string;
  stream_prefixes?: readonly string[];
  types?: readonly string[];
}

export interface Page {
  events: StoredEvent[];
  /** Revision or position up to which (forwards) or down to which (backwards) everything was looked at. */
  seen: number;
}

/** A page ends at whichever comes first, so that neither many small nor a few large events fill the memory or hold up the process. */
const PAGE_EVENTS = 256;
const PAGE_BYTES = 4 * 1024 * 1024;
/** Positions that a page looks at when a filter may reject most of them. */
const FILTERED_WINDOW = 4096;
/** So many types are looked for by their index. Projections and reactions follow many types, which most events have: those read faster in one go. */
const FEW_TYPES = 4;

/**
 * Where the events of some types stand, by the index on type alone. CROSS JOIN: the types first, whatever the planner guesses; without the index, which
 * a full disk may have kept from being made, by looking at each event.
 */
export const positionsOf = (types: readonly string[]): string => `
  SELECT e.position FROM types t CROSS JOIN events e ON e.type = t.number
  WHERE e.position > ? AND e.position <= ? AND t.name IN (${types.map(() => '?').join(', ')}) ORDER BY e.position LIMIT ?`;

/** The rows after a place, exclusive, as far as a bound, inclusive, in the order of a selection; at most so many. */
type Rows = (after: number, bound: number, most: number) => Iterable<Row>;

const columns = (place: string): string =>
  `e.position, ${place} AS place, s.name AS stream, e.revision, t.name AS type, e.id, e.hash, e.metadata, e.data`;

/** Reads one selection page by page. Each page is a read of its own that sees everything committed. */
export class Pages {
  constructor(
    private readonly rows: Rows,
    private readonly window: number,
    private readonly direction: 1 | -1,
    private readonly hashes: ContentHashes,
  ) {}

  /** From `after`, exclusive, as far as `bound`, inclusive; at most `limit` events. */
  read(after: number, bound: number, limit = PAGE_EVENTS): Page {
    const nearest = this.direction === 1 ? Math.min(bound, after + this.window) : bound;
    const most = Math.min(limit, PAGE_EVENTS);
    const events: StoredEvent[] = [];
    let bytes = 0;
    for (const row of this.rows(after, nearest, most)) {
      const event = fromRow(row, this.hashes);
      events.push(event);
      bytes += event.data.byteLength;
      if (events.length === most || bytes >= PAGE_BYTES) return { events, seen: row[1] };
    }
    return { events, seen: nearest };
  }
}

/** The read-only connection of the main thread. */
export class Reader {
  private readonly db: DatabaseSyncInstance;
  private readonly prepared = new Map<string, StatementSyncInstance>();

  constructor(
    file: string,
    private readonly hashes: ContentHashes,
  ) {
    this.db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    // Room for the upper pages of the indexes of a log of millions of events: each stream that is read goes through them.
    this.db.exec('PRAGMA cache_size = -8192');
  }

  /** Number of the log's last event; 0 when there is none. */
  head(): number {
    return this.number('SELECT coalesce(max(position), 0) AS number FROM events');
  }

  /** Revision of the stream's last event; -1 when there is none. */
  lastRevision(stream: string): number {
    return this.number(
      'SELECT coalesce(max(revision), -1) AS number FROM events WHERE stream = (SELECT number FROM streams WHERE name = ?)',
      stream,
    );
  }

  pages(selection: Selection, direction: 'forwards' | 'backwards'): Pages {
    const { stream, stream_prefixes: prefixes, types } = selection;
    const isFew = types !== undefined && types.length <= FEW_TYPES && stream === undefined && !prefixes && direction === 'forwards';
    if (isFew) return new Pages(this.rowsOf(types), FILTERED_WINDOW, 1, this.hashes);
    const place = stream === undefined ? 'e.position' : 'e.revision';
    const span = direction === 'forwards' ? `${place} > ? AND ${place} <= ?` : `${place} < ? AND ${place} >= ?`;
    const conditions = [span];
    if (stream !== undefined) conditions.push('s.name = ?');
    if (types) conditions.push(`e.type IN (SELECT number FROM types WHERE name IN (${types.map(() => '?').join(', ')}))`);
    if (prefixes) conditions.push(`(${prefixes.map(() => 'substr(s.name, 1, length(?)) = ?').join(' OR ') || 'FALSE'})`);
    const values = [...(stream === undefined ? [] : [stream]), ...(types ?? []), ...(prefixes ?? []).flatMap((prefix) => [prefix, prefix])];
    // The outer joins keep a row whose stream or type number was damaged: it is told as not intact instead of vanishing. The events of one
    // stream are found from its name, which is looked up once and not for each of them.
    const from =
      stream === undefined ? 'events e LEFT JOIN streams s ON s.number = e.stream' : 'streams s JOIN events e ON e.stream = s.number';
    const sql = `SELECT ${columns(place)}
      FROM ${from} LEFT JOIN types t ON t.number = e.type
      WHERE ${conditions.join(' AND ')} ORDER BY ${place} ${direction === 'forwards' ? 'ASC' : 'DESC'} LIMIT ?`;
    const statement = this.prepare(sql);
    statement.setReturnArrays(true);
    const rows: Rows = (after, bound, most) => statement.iterate(after, bound, ...values, most) as IterableIterator<Row>;
    return new Pages(rows, types || prefixes ? FILTERED_WINDOW : Infinity, direction === 'forwards' ? 1 : -1, this.hashes);
  }

  /** Rows of a few types, by the index, one by one, so that no row is read before it is its turn. */
  private rowsOf(types: readonly string[]): Rows {
    const positions = this.prepare(positionsOf(types));
    const one = this.prepare(`SELECT ${columns('e.position')}
      FROM events e LEFT JOIN streams s ON s.number = e.stream LEFT JOIN types t ON t.number = e.type WHERE e.position = ?`);
    one.setReturnArrays(true);
    return function* (after, bound, most) {
      for (const { position } of positions.all(after, bound, ...types, most) as { position: number }[])
        yield one.get(position) as unknown as Row;
    };
  }

  close(): void {
    this.db.close();
  }

  private number(sql: string, ...values: string[]): number {
    return (this.prepare(sql).get(...values) as { number: number }).number;
  }

  private prepare(sql: string): StatementSyncInstance {
    const statement = this.prepared.get(sql) ?? this.db.prepare(sql);
    this.prepared.set(sql, statement);
    return statement;
  }
}
