import { canonicalJson } from '#infra/event-store/canonical-json';
import { idBytes } from '#infra/event-store/event-id';
import { BEGINNING, type EventStore, type Position, type ReadOptions, type StoredEvent } from '#infra/event-store/event-store';
import type { Changed, Filter, GatewayLog, LoggedEvent, Page, Span, StreamState } from './gateway-log.ts';
import { Growth } from './growth.ts';

/** A page ends at whichever comes first. */
const PAGE_EVENTS = 256;
const PAGE_BYTES = 4 * 1024 * 1024;
/** Events that a filtered page looks at. */
const WINDOW = 4096;

/** How the embedded engine writes its positions: numbers from 1 on without gaps. */
export interface Positions {
  to(number: number): Position;
  from(position: Position): number;
}

/**
 * The product's own log behind the protocol, read only: events as they lie on the disk, sealed. Metadata are the envelope with the content hash,
 * as they lie on a server that holds the product's events.
 */
export class ProductLog implements GatewayLog {
  readonly isWritable = false;
  readonly growth = new Growth();
  private readonly ending = new AbortController();
  private readonly following: Promise<void>;

  private constructor(
    private readonly store: EventStore,
    private readonly positions: Positions,
    private end: number,
    onEnd: (error: unknown) => void,
  ) {
    this.following = this.follow().catch(onEnd);
  }

  /** @param onEnd told where the log can no longer be followed */
  static async open(store: EventStore, positions: Positions, onEnd: (error: unknown) => void): Promise<ProductLog> {
    return new ProductLog(store, positions, positions.from(await store.head()), onEnd);
  }

  head(): number {
    return this.end;
  }

  async state(stream: string): Promise<StreamState> {
    const last = isName(stream) ? await this.store.lastRevision(stream) : -1;
    return last < 0 ? { kind: 'missing' } : { kind: 'there', first: 0, last };
  }

  async readStream(stream: string, { from, direction, limit }: Span): Promise<Page> {
    const isForwards = direction === 'forwards';
    const state = await this.state(stream);
    if (state.kind !== 'there') return { events: [], seen: isForwards ? from - 1 : from, isEnd: true };
    const start = isForwards ? from - 1 : Math.min(from, state.last) + 1;
    const options = { after: start, direction, limit: Math.min(limit, PAGE_EVENTS) };
    const events = await this.page(this.store.readStream(stream, options));
    const seen = events.at(-1)?.revision ?? (isForwards ? Math.max(state.last, from - 1) : 0);
    return { events, seen, isEnd: events.length === 0 || seen === (isForwards ? state.last : 0) };
  }

  async readAll({ from, direction, limit, filter, scan = WINDOW }: Span & { filter?: Filter; scan?: number }): Promise<Page> {
    const isForwards = direction === 'forwards';
    const head = this.end;
    const start = isForwards ? Math.max(from, 1) - 1 : Math.min(from, head) + 1;
    const window = filter ? Math.min(scan, WINDOW) : PAGE_EVENTS;
    const options: ReadOptions = { after: start === 0 ? BEGINNING : this.positions.to(start), direction, limit: window };
    let seen = start;
    const wanted = async function* (this: ProductLog): AsyncGenerator<StoredEvent> {
      let left = Math.min(limit, PAGE_EVENTS);
      for await (const event of this.store.readAll(options)) {
        const position = this.positions.from(event.position);
        if (isForwards && position > head) return; // told of with the next growth
        seen = position;
        if (filter && !filter(event)) continue;
        yield event;
        if (--left === 0) return;
      }
    };
    const events = await this.page(wanted.call(this));
    return { events, seen: isForwards ? Math.max(seen, from - 1) : seen, isEnd: seen === (isForwards ? head : 1) || seen === start };
  }

  /** Never: the product alone writes to its log. */
  async change(): Promise<Changed> {
    throw new Error('The log of the product is read only');
  }

  async close(): Promise<void> {
    this.ending.abort();
    await this.following;
  }

  private async follow(): Promise<void> {
    const after = this.end === 0 ? BEGINNING : this.positions.to(this.end);
    for await (const message of this.store.subscribe({ after, signal: this.ending.signal })) {
      if (message.kind !== 'event') continue;
      this.end = this.positions.from(message.event.position);
      this.growth.announce([message.event.stream]);
    }
  }

  private async page(stored: AsyncIterable<StoredEvent>): Promise<LoggedEvent[]> {
    const events: LoggedEvent[] = [];
    let bytes = 0;
    for await (const event of stored) {
      events.push(this.shown(event));
      bytes += event.data.byteLength;
      if (bytes >= PAGE_BYTES) break;
    }
    return events;
  }

  private shown({ stream, revision, position, type, id, metadata, content_hash, data }: StoredEvent): LoggedEvent {
    return {
      ...{ stream, revision, type, data, isJson: false },
      position: this.positions.from(position),
      id: idBytes(id),
      created: Date.parse(metadata.recorded_at) || 0,
      metadata: Buffer.from(canonicalJson({ ...metadata, content_hash })),
    };
  }
}

/** Names of the product's streams are printable ASCII; nothing else can be one. */
const isName = (stream: string): boolean => /^[\x20-\x7e]{1,1024}$/.test(stream);
