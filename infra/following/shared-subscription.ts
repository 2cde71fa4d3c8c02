import { setImmediate as nextTurn } from 'node:timers/promises';
import { erasureTypes } from '#contracts/people/erasures';
import type { EventLog } from '../event-store/event-log.ts';
import { BEGINNING, type Position, type StoredEvent } from '../event-store/event-store.ts';
import { NewerRelease } from './newer-release.ts';
import { OpenedEvents } from './opened-events.ts';

const BATCH_EVENTS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Batches that may be folded and on their way to the disk while the next one is read. */
const UNDER_WAY = 1;
/** Batches of more events than this leave room for everything else in the process between one follower and the next. */
const AT_ONCE = 64;

/** Who follows the log: a projection or a reaction. */
interface Follower {
  /** Everything up to here it has taken. */
  readonly position: Position;
  /**
   * Takes a batch that ends at the position, or nothing but the word that there is nothing up to there. An erasure is a batch of its own.
   * What the follower has seen, and what does not concern it, it leaves out.
   */
  take(events: readonly StoredEvent[], position: Position, opened: OpenedEvents): Promise<void>;
  /** Told at the end of the log. */
  arrive(): Promise<void>;
}

export interface SharedSubscriptionsOptions {
  log: EventLog;
  /** Most events of a batch. Default 1000. */
  batch?: number;
}

/**
 * Followers at the same place of the log share a subscription: each event is read, checked and opened once for all of them. They meet
 * where they start and at the end of the log; a follower that cannot go on leaves, and gets a subscription of its own until it has caught up.
 * Every type is subscribed to, so that an event of a newer release is seen whoever would have followed it.
 */
export class SharedSubscriptions {
  private readonly subscriptions = new Set<SharedSubscription>();

  constructor(private readonly options: SharedSubscriptionsOptions) {}

  /**
   * Gives the follower the log from its position on. Ends at the signal or when the log is closed.
   * @throws NewerRelease where the next event is of one, and what stops this follower
   */
  follow(follower: Follower, signal: AbortSignal): Promise<void> {
    const { position } = follower;
    const subscription = [...this.subscriptions].find((one) => one.startsFrom === position) ?? this.begin(position);
    return new Promise((resolve, reject) => new Subscriber(follower, signal, { resolve, reject }).join(subscription));
  }

  private begin(position: Position): SharedSubscription {
    const { log, batch = BATCH_EVENTS } = this.options;
    const anotherAt = (at: Position) => [...this.subscriptions].find((one) => one.arrivedAt === at);
    const subscription: SharedSubscription = new SharedSubscription(log, position, batch, anotherAt);
    this.subscriptions.add(subscription);
    void subscription.run().finally(() => this.subscriptions.delete(subscription));
    return subscription;
  }
}

/** A follower with its place in one subscription at a time. */
class Subscriber {
  private subscription?: SharedSubscription;
  private turn: Promise<void> = Promise.resolve();
  private hasLeft = false;

  constructor(
    readonly follower: Follower,
    private readonly signal: AbortSignal,
    private readonly end: { resolve: () => void; reject: (error: unknown) => void },
  ) {
    signal.addEventListener('abort', this.aborted);
  }

  join(subscription: SharedSubscription): void {
    this.subscription?.drop(this);
    this.subscription = subscription;
    subscription.subscribers.add(this);
    if (this.signal.aborted) this.leave();
  }

  /** Work of its follower, after what it does already. Work that fails ends the subscription, and nothing is begun after that. */
  go(work: (follower: Follower) => Promise<void>): Promise<void> {
    this.turn = this.turn.then(async () => {
      if (this.hasLeft) return;
      try {
        await work(this.follower);
      } catch (error) {
        this.leave(error);
      }
    });
    return this.turn;
  }

  /** Ends it; with what stops this follower, where something does. */
  leave(error?: unknown): void {
    this.hasLeft = true;
    this.signal.removeEventListener('abort', this.aborted);
    this.subscription?.drop(this);
    if (error === undefined) this.end.resolve();
    else this.end.reject(error);
  }

  private readonly aborted = (): void => this.leave();
}

class SharedSubscription {
  readonly subscribers = new Set<Subscriber>();
  /** Until it starts. */
  startsFrom: Position | undefined;
  /** While it waits at the end of the log with nothing in hand. */
  arrivedAt: Position | undefined;
  private readonly ending = new AbortController();
  private batch: StoredEvent[] = [];
  private bytes = 0;
  private opened: OpenedEvents;
  /** Batches that somebody is not done with, in the order of the log. */
  private underWay: Promise<unknown>[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly from: Position,
    private readonly most: number,
    private readonly anotherAt: (position: Position) => SharedSubscription | undefined,
  ) {
    this.startsFrom = from;
    this.opened = new OpenedEvents(log);
  }

  drop(subscriber: Subscriber): void {
    this.subscribers.delete(subscriber);
    if (this.subscribers.size === 0) this.ending.abort();
  }

  /** Through the log until nobody is left. */
  async run(): Promise<void> {
    await nextTurn(); // who starts in the same turn comes along
    this.startsFrom = undefined;
    let failure: unknown;
    try {
      await this.follow();
    } catch (error) {
      failure = error;
    }
    await Promise.all(this.underWay);
    for (const subscriber of this.subscribers) subscriber.leave(failure);
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    const after = this.from === BEGINNING ? {} : { after: this.from };
    for await (const message of this.log.store.subscribe({ ...after, signal })) {
      this.arrivedAt = undefined;
      if (signal.aborted) return;
      if (message.kind === 'event') await this.add(message.event);
      else await this.flush(message.position);
      if (message.kind === 'caught-up') await this.arrive(message.position);
    }
  }

  private async add(event: StoredEvent): Promise<void> {
    const isNewer = !this.log.knows(event);
    const isErasure = erasureTypes.includes(event.type);
    if ((isNewer || isErasure) && this.batch.length > 0) await this.flush(this.batch.at(-1)!.position);
    if (isNewer) throw new NewerRelease(event);
    this.batch.push(event);
    this.bytes += event.data.byteLength;
    if (isErasure || this.batch.length >= this.most || this.bytes >= BATCH_BYTES) await this.flush(event.position);
  }

  /** Lets the followers work while the log is read on, but not further ahead than memory and fairness allow. */
  private async flush(position: Position): Promise<void> {
    const { batch, opened } = this;
    this.batch = [];
    this.bytes = 0;
    this.opened = new OpenedEvents(this.log);
    this.underWay.push(this.each((follower) => follower.take(batch, position, opened), batch.length > AT_ONCE));
    if (this.underWay.length > UNDER_WAY) await this.underWay.shift();
  }

  /** At the end of the log; who arrived there before takes everybody along. */
  private async arrive(position: Position): Promise<void> {
    await Promise.all(this.underWay);
    this.underWay = [];
    await this.each((follower) => follower.arrive());
    const another = this.anotherAt(position);
    if (another === undefined) this.arrivedAt = position;
    else for (const subscriber of this.subscribers) subscriber.join(another);
  }

  /** Everybody in the order of these calls. Long work of one leaves room for everything else in the process before that of the next. */
  private async each(work: (follower: Follower) => Promise<void>, isLong = false): Promise<void> {
    let room: Promise<void> = Promise.resolve();
    const done = [...this.subscribers].map((subscriber) => {
      const before = room;
      if (isLong) room = room.then(() => nextTurn());
      return subscriber.go(async (follower) => {
        await before;
        await work(follower);
      });
    });
    await Promise.all(done);
  }
}
