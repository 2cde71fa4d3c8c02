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

/** Reads one selection page by page. Each page is a read of its own that sees everything committed. */
export class Pages {
  constructor(
    private readonly statement: StatementSyncInstance,
    private readonly values: readonly string[],
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
    for (const row of this.statement.iterate(after, nearest, ...this.values, most) as IterableIterator<Row>) {
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
    const sql = `SELECT e.position, ${place} AS place, s.name AS stream, e.revision, t.name AS type, e.id, e.hash, e.metadata, e.data
      FROM ${from} LEFT JOIN types t ON t.number = e.type
      WHERE ${conditions.join(' AND ')} ORDER BY ${place} ${direction === 'forwards' ? 'ASC' : 'DESC'} LIMIT ?`;
    const statement = this.prepare(sql);
    statement.setReturnArrays(true);
    return new Pages(statement, values, types || prefixes ? FILTERED_WINDOW : Infinity, direction === 'forwards' ? 1 : -1, this.hashes);
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
