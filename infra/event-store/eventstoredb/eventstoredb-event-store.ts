import {
  type AppendResult,
  BEGINNING,
  EventStore,
  type Expected,
  type NewEvent,
  type Position,
  type ReadOptions,
  type StoredEvent,
  type Subscription,
  type SubscriptionMessage,
} from '../event-store.ts';
import type { ContentHashes } from '../content-hash.ts';
import { refuseForeign } from '../foreign-log.ts';
import { checkAppend, checkLimit, checkSize, checkStreamName, envelopeText, InvalidInput } from '../valid-input.ts';
import { Appends } from './appends.ts';
import type { ClientClass, RecordedEvent } from './client.ts';
import { Connection, UnusableServer, usualWaits, type Waits } from './connection.ts';
import { followLog } from './follow-log.ts';
import { followStream } from './follow-stream.ts';
import { Head } from './head.ts';
import { LiveFeed } from './live-feed.ts';
import { knownLogName, logIdIn, type LogName, logName, renameLog } from './log-id.ts';
import { readLogEvents } from './log-reads.ts';
import { checkPosition } from './position.ts';
import { proposed } from './stored.ts';
import { lastRevisionOf, readStreamEvents } from './stream-reads.ts';

interface ServerOptions {
  /** Class of @eventstore/db-client or @kurrent/kurrentdb-client. */
  client: ClientClass;
  /** Connection string, checked by whoever reads the settings. It may hold a password. */
  address: string;
  waits?: Waits;
}

export interface EventStoreDbOptions extends ServerOptions {
  hashes: ContentHashes;
  /** The log became another one while it was followed: positions mean nothing any more, the process has to stop. Called once. */
  onFatal: (error: LogReplaced) => void;
  /** There must be a log already. */
  isExpected?: boolean;
}

/** The log is not the one any more that this process has followed: it got another id, or ends before events that stood in it. */
export class LogReplaced extends Error {}

/** The log on a server or cluster that speaks the EventStoreDB protocol: EventStoreDB from 23.10, KurrentDB, or the gateway. */
export class EventStoreDbEventStore extends EventStore {
  readonly gapless = false;
  private readonly appends: Appends;
  private readonly logHead: Head;
  private readonly feed: LiveFeed;
  private replaced?: LogReplaced;
  private closing?: Promise<void>;

  private constructor(
    private readonly name: LogName,
    /** Version of the server. */
    readonly server: string,
    private readonly connection: Connection,
    private readonly onFatal: EventStoreDbOptions['onFatal'],
  ) {
    super();
    this.appends = new Appends(connection);
    this.logHead = new Head(connection, () => this.stop('it ends before events that stood in it'));
    this.feed = new LiveFeed(connection, this.logHead, (event) => this.named(event));
  }

  get log_id(): string {
    return this.name.log_id;
  }

  /** @throws UnusableServer, ForeignLog, StoreUnavailable, Error where a log must be and is not */
  static async open({
    client,
    address,
    hashes,
    onFatal,
    isExpected = false,
    waits = usualWaits,
  }: EventStoreDbOptions): Promise<EventStoreDbEventStore> {
    const connection = new Connection(client, address, waits, hashes);
    try {
      const server = await connection.serverVersion();
      const isEmpty = async () => (await new Head(connection).read()) === BEGINNING;
      const store = new EventStoreDbEventStore(await logName(connection, isExpected, isEmpty), server, connection, onFatal);
      await refuseForeign(store);
      await store.feed.start(await store.logHead.read());
      // An id that was given between the two would go unnoticed.
      const { log_id } = await knownLogName(connection);
      if (log_id !== store.log_id) throw new UnusableServer('The event log got another id just now: start again');
      return store;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  /**
   * Gives the log a new id, so that positions taken from it before are recognised as foreign. Every process that follows it stops.
   * @throws UnusableServer, StoreUnavailable
   */
  static async rename({ client, address, waits = usualWaits }: ServerOptions): Promise<void> {
    const connection = new Connection(client, address, waits);
    try {
      await renameLog(connection);
    } finally {
      await connection.close();
    }
  }

  /** Whether there are events on the server. @throws UnusableServer, StoreUnavailable */
  static async holdsEvents({ client, address, waits = usualWaits }: ServerOptions): Promise<boolean> {
    const connection = new Connection(client, address, waits);
    try {
      await connection.serverVersion();
      return (await new Head(connection).read()) !== BEGINNING;
    } finally {
      await connection.close();
    }
  }

  async append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<AppendResult> {
    checkAppend(stream, events, expected);
    const envelopes = events.map(({ metadata }) => envelopeText(metadata));
    checkSize(events, envelopes);
    this.refuseEnded();
    const first = expected === 'no-stream' ? 0 : expected.exact + 1;
    const batch = events.map((event, n) => proposed(this.connection.hashes!, stream, first + n, event, envelopes[n]!));
    const result = await this.appends.append({ stream, events: batch, expected });
    this.logHead.note(result.position);
    return result;
  }

  readStream(stream: string, { after, direction = 'forwards', limit }: ReadOptions = {}): AsyncIterable<StoredEvent> {
    checkStreamName(stream);
    checkLimit({ limit });
    this.refuseEnded();
    return readStreamEvents(this.connection, { stream, after: after === undefined ? undefined : revisionOf(after), direction, limit });
  }

  readAll({ after, direction = 'forwards', limit }: ReadOptions = {}): AsyncIterable<StoredEvent> {
    checkLimit({ limit });
    if (after !== undefined) checkPosition(after);
    this.refuseEnded();
    return readLogEvents(this.connection, () => this.head(), { after: after as Position | undefined, direction, limit });
  }

  subscribe({ stream, after, stream_prefixes: prefixes, types, signal }: Subscription): AsyncIterable<SubscriptionMessage> {
    this.refuseEnded();
    const wants = (event: StoredEvent): boolean =>
      (types === undefined || types.includes(event.type)) &&
      (prefixes === undefined || prefixes.some((prefix) => event.stream.startsWith(prefix)));
    const { connection, logHead: head, feed } = this;
    const followed = { connection, head, feed, wants, signal };
    // 'end' is where the log ends now, not when the first message is asked for.
    const end = after === 'end' ? head.known : undefined;
    if (stream === undefined) {
      if (after !== undefined) checkPosition(after === 'end' ? BEGINNING : after);
      return followLog({ ...followed, after: end ?? (after as Position | undefined) ?? BEGINNING });
    }
    checkStreamName(stream);
    return followStream({ ...followed, stream, after: after === undefined || after === 'end' ? -1 : revisionOf(after), since: end });
  }

  async lastRevision(stream: string): Promise<number> {
    checkStreamName(stream);
    this.refuseEnded();
    return lastRevisionOf(this.connection, stream);
  }

  /** Asks the server each time: other processes write to the same log. */
  async head(): Promise<Position> {
    this.refuseEnded();
    return this.logHead.read();
  }

  /** Not writable while the server cannot be reached; an append waits for it for a while all the same. */
  health(): ReturnType<EventStore['health']> {
    if (this.closing) return { writable: false, reason: 'closed' };
    if (this.replaced) return { writable: false, reason: 'failed' };
    return this.feed.isLive ? { writable: true } : { writable: false, reason: 'unreachable' };
  }

  close(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  private async release(): Promise<void> {
    this.feed.stop();
    await this.appends.settled();
    await this.connection.close();
  }

  private named(event: RecordedEvent): void {
    if (Number(event.revision) > this.name.revision && logIdIn(event) !== this.log_id) this.stop('it got another id');
  }

  private stop(why: string): void {
    if (this.replaced) return;
    this.replaced = new LogReplaced(`The event log was restored or moved: ${why}`);
    this.feed.stop();
    this.onFatal(this.replaced);
  }

  private refuseEnded(): void {
    if (this.closing) throw new Error('The event store is closed');
    if (this.replaced) throw this.replaced;
  }
}

/** @throws InvalidInput */
const revisionOf = (after: number | Position): number => {
  if (typeof after !== 'number') throw new InvalidInput('a stream is read after a revision, which is a number');
  if (!Number.isSafeInteger(after)) throw new InvalidInput('a revision is a whole number');
  return after;
};
