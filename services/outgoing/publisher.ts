import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position, type StoredEvent } from '#infra/event-store/event-store';
import { reached } from '#infra/following/checkpoints';
import { eventsBehind } from '#infra/following/events-behind';
import { Follower, Unavailable, type Work } from '#infra/following/follower';
import { Lease, LeaseLost } from '#infra/following/lease';
import { NewerRelease } from '#infra/following/newer-release';
import { SharedSubscriptions } from '#infra/following/shared-subscription';
import { Forged } from '#infra/keys/sealing';
import { cloudEvent, type CloudEvent } from '#infra/outgoing/cloud-event';
import { type Outgoing, OutgoingUnavailable } from '#infra/outgoing/outgoing';
import type { ReadStore } from '#infra/read-store/read-store';
import type { Alarms } from '#infra/telemetry/alarms';

/** Name of the checkpoint, and of the setting beside it. */
export const SOURCE = 'outgoing';
const STOP_TIMEOUT_MS = 5000;

export interface PublisherOptions {
  log: EventLog;
  /** Stores the checkpoint. */
  store: ReadStore;
  outgoing: Outgoing;
  alarms: Alarms;
  /** See `FollowerOptions`. */
  backoff?: (attempt: number) => number;
}

export interface PublisherStatus {
  /** Position up to which everything is published. */
  position: Position;
  /** Events of the log that are not published yet, counted up to 10,000. */
  lag: number;
  /** Reason why nothing moves; without personal data. */
  waiting?: string;
}

/** Setting beside the checkpoint: which feed it belongs to. */
interface Feed {
  /** See `CloudEvent`. */
  feed: string;
  log_id: string;
  /** Id of the destination. */
  destination: string;
}

/**
 * Publishes every event of the log for integrators, sealed as stored. Its checkpoint is written once the server has the events, so they are published again
 * after a crash in between. Begins a new feed with the first event if the log, the destination or what was published there is not as the checkpoint says.
 */
export class Publisher implements Work {
  /** Undefined until the destination is prepared, and after a failure. */
  private feed: string | undefined;
  private follower: Follower | undefined;
  private done: Promise<void> = Promise.resolve();
  private abort = new AbortController();

  constructor(private readonly options: PublisherOptions) {}

  /** Takes over from an earlier publisher. Resolves before everything is published. */
  async start(): Promise<void> {
    const { log, store, alarms } = this.options;
    const lease = await Lease.take(store, SOURCE, randomUUID());
    this.abort = new AbortController();
    this.follower = new Follower({ ...this.options, lease, subscriptions: new SharedSubscriptions({ log }) }, SOURCE, this);
    this.done = this.follower.run(this.abort.signal).catch(async (error: unknown) => {
      if (error instanceof LeaseLost) return;
      if (!(error instanceof NewerRelease)) throw error;
      alarms.raise(error.message);
      await lease.release();
    });
  }

  /** Waits some seconds for events that are being published; if they take longer, they are published again by the next start. */
  async stop(): Promise<void> {
    this.abort.abort();
    await Promise.race([this.done, pause(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** Resolves to undefined before the start. */
  async status(): Promise<PublisherStatus | undefined> {
    if (this.follower === undefined) return undefined;
    const { log, store } = this.options;
    const { waiting } = this.follower;
    const position = this.follower.position || (await reached(store, SOURCE, log.store.log_id));
    return { position, lag: await eventsBehind(log.store, position), ...(waiting !== undefined && { waiting }) };
  }

  /** Reason why nothing moves; without personal data. */
  get waiting(): string | undefined {
    return this.follower?.waiting;
  }

  /** Continues the feed of the checkpoint, or begins a new one. @throws Unavailable, LeaseLost */
  async prepare(): Promise<void> {
    const { outgoing, store, log, alarms } = this.options;
    const { id: destination, isEmpty, differences } = await outgoing.prepare().catch(rethrow);
    for (const difference of differences) alarms.raise(`The topic of outgoing events is not as it has to be: ${difference}`);
    const { log_id } = log.store;
    const setting = await store.setting(SOURCE);
    const known = setting as Feed | undefined;
    const position = await reached(store, SOURCE, log_id);
    const isKnown = !isEmpty && known?.destination === destination && known.log_id === log_id;
    // at the beginning also after a crash between the next two writes
    if (isKnown && position !== BEGINNING && position <= (await log.store.head())) {
      this.feed = known.feed;
      return;
    }
    await this.follower!.keep(BEGINNING);
    const feed = new Date(Math.max(Date.now(), known === undefined ? 0 : Date.parse(known.feed) + 1)).toISOString();
    if (!(await store.swap(SOURCE, setting, { feed, log_id, destination }))) throw new Unavailable('another runner publishes');
    this.feed = feed;
  }

  follows(): boolean {
    return true;
  }

  /** @throws Unavailable, LeaseLost */
  async take(events: readonly StoredEvent[], position: Position): Promise<void> {
    if (this.feed === undefined) await this.prepareAgain();
    const feed = this.feed!;
    const sent = events.flatMap((event) => this.eventOf(event, feed) ?? []);
    const omitted = await this.options.outgoing.publish(sent).catch((error: unknown) => {
      this.feed = undefined;
      return rethrow(error);
    });
    for (const { position: at, subject, type } of omitted)
      this.options.alarms.raise(
        `The event at position ${at} of ${subject} (${type}) is larger than the topic takes: published without its data`,
      );
    await this.follower!.keep(position);
  }

  /** After a failure the destination may have lost what was published there. @throws Unavailable if it did: all events have to come again */
  private async prepareAgain(): Promise<void> {
    const { position } = this.follower!;
    await this.prepare();
    if (this.follower!.position !== position) throw new Unavailable('the topic of outgoing events is empty: everything is published again');
  }

  /** Converts an event; undefined for one whose stored bytes are not those that were recorded. */
  private eventOf(event: StoredEvent, feed: string): CloudEvent | undefined {
    const { log, alarms } = this.options;
    try {
      if (event.intact) return cloudEvent(event, log.store.log_id, feed);
    } catch (error) {
      if (!(error instanceof Forged)) throw error;
    }
    alarms.raise(`ALARM: the event at position ${event.position} of ${event.stream} is not what was recorded: it is not published`);
    return undefined;
  }
}

const rethrow = (error: unknown): never => {
  throw error instanceof OutgoingUnavailable ? new Unavailable(error.message, { cause: error }) : error;
};
