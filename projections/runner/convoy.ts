import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position, type StoredEvent } from '#infra/event-store/event-store';
import { isErasure, typesFollowed } from './erasing.ts';
import { Opening } from './opening.ts';
import type { AnyProjection } from './projection.ts';

const BATCH_EVENTS = 1000;
const BATCH_BYTES = 4 * 1024 * 1024;
/** Batches that may be folded and on their way to the disk while the next one is read. */
const UNDER_WAY = 1;
/** Batches of more events than this leave room for everything else in the process between one follower and the next. */
const AT_ONCE = 64;

/** Who goes through the log: see Follower. */
interface Member {
  /** Everything up to here it has taken. */
  readonly position: Position;
  take(events: readonly StoredEvent[], position: Position, opening: Opening): Promise<void>;
  takeErasure(event: StoredEvent, opening: Opening): Promise<void>;
  arrive(): Promise<void>;
}

export interface ConvoysOptions {
  log: EventLog;
  /** All that the runner runs: any of them may join any convoy. */
  projections: readonly AnyProjection[];
  /** Most events of a batch. Default 1000. */
  batch?: number;
}

/**
 * Followers at the same place of the log go through it together: each event is read, checked and opened once for all of them. They meet
 * where they start and at the end of the log; who cannot go on is left behind and comes after in a convoy of its own.
 */
export class Convoys {
  private readonly convoys = new Set<Convoy>();
  /** Undefined: all. */
  private readonly types: readonly string[] | undefined;

  constructor(private readonly options: ConvoysOptions) {
    const types = options.projections.map(typesFollowed);
    this.types = types.some((list) => list === undefined) ? undefined : [...new Set(types.flatMap((list) => list ?? []))];
  }

  /** Takes the follower through the log from its position on. Ends at the signal or when the log is closed. @throws what stops this follower */
  travel(follower: Member, signal: AbortSignal): Promise<void> {
    const { position } = follower;
    const convoy = [...this.convoys].find((one) => one.departsFrom === position) ?? this.gather(position);
    return new Promise((resolve, reject) => new Traveller(follower, signal, { resolve, reject }).join(convoy));
  }

  private gather(position: Position): Convoy {
    const { log, batch = BATCH_EVENTS } = this.options;
    const convoy: Convoy = new Convoy(log, position, this.types, batch, (at) => [...this.convoys].find((one) => one.arrivedAt === at));
    this.convoys.add(convoy);
    void convoy.lead().finally(() => this.convoys.delete(convoy));
    return convoy;
  }
}

/** A follower on its way, in one convoy at a time. */
class Traveller {
  private convoy?: Convoy;
  private turn: Promise<void> = Promise.resolve();
  private hasLeft = false;

  constructor(
    readonly follower: Member,
    private readonly signal: AbortSignal,
    private readonly end: { resolve: () => void; reject: (error: unknown) => void },
  ) {
    signal.addEventListener('abort', this.aborted);
  }

  join(convoy: Convoy): void {
    this.convoy?.drop(this);
    this.convoy = convoy;
    convoy.travellers.add(this);
    if (this.signal.aborted) this.leave();
  }

  /** Work of its follower, after what it does already. Work that fails ends the journey, and nothing is begun after that. */
  go(work: (follower: Member) => Promise<void>): Promise<void> {
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

  /** Ends the journey; with what stops this follower, where something does. */
  leave(error?: unknown): void {
    this.hasLeft = true;
    this.signal.removeEventListener('abort', this.aborted);
    this.convoy?.drop(this);
    if (error === undefined) this.end.resolve();
    else this.end.reject(error);
  }

  private readonly aborted = (): void => this.leave();
}

class Convoy {
  readonly travellers = new Set<Traveller>();
  /** Until it departs. */
  departsFrom: Position | undefined;
  /** While it waits at the end of the log with nothing in hand. */
  arrivedAt: Position | undefined;
  private readonly ending = new AbortController();
  private batch: StoredEvent[] = [];
  private bytes = 0;
  private opening: Opening;
  /** Batches that somebody is not done with, in the order of the log. */
  private underWay: Promise<unknown>[] = [];

  constructor(
    private readonly log: EventLog,
    private readonly from: Position,
    private readonly types: readonly string[] | undefined,
    private readonly most: number,
    private readonly anotherAt: (position: Position) => Convoy | undefined,
  ) {
    this.departsFrom = from;
    this.opening = new Opening(log);
  }

  drop(traveller: Traveller): void {
    this.travellers.delete(traveller);
    if (this.travellers.size === 0) this.ending.abort();
  }

  /** Through the log until nobody is left. */
  async lead(): Promise<void> {
    await nextTurn(); // who starts in the same turn comes along
    this.departsFrom = undefined;
    let failure: unknown;
    try {
      await this.follow();
    } catch (error) {
      failure = error;
    }
    await Promise.all(this.underWay);
    for (const traveller of this.travellers) traveller.leave(failure);
  }

  private async follow(): Promise<void> {
    const { signal } = this.ending;
    const after = this.from === BEGINNING ? {} : { after: this.from };
    for await (const message of this.log.store.subscribe({ ...after, ...(this.types ? { types: this.types } : {}), signal })) {
      this.arrivedAt = undefined;
      if (signal.aborted) return;
      if (message.kind === 'event') await this.add(message.event);
      else await this.flush(message.position);
      if (message.kind === 'caught-up') await this.arrive(message.position);
    }
  }

  private async add(event: StoredEvent): Promise<void> {
    if (isErasure(event.type)) {
      if (this.batch.length > 0) await this.flush(this.batch.at(-1)!.position);
      const { opening } = this;
      return this.send((follower) => follower.takeErasure(event, opening));
    }
    this.batch.push(event);
    this.bytes += event.data.byteLength;
    if (this.batch.length >= this.most || this.bytes >= BATCH_BYTES) await this.flush(event.position);
  }

  private async flush(position: Position): Promise<void> {
    const { batch, opening } = this;
    this.batch = [];
    this.bytes = 0;
    this.opening = new Opening(this.log);
    await this.send((follower) => follower.take(batch, position, opening), batch.length > AT_ONCE);
  }

  /** At the end of the log; who arrived there before takes everybody along. */
  private async arrive(position: Position): Promise<void> {
    await Promise.all(this.underWay);
    this.underWay = [];
    await this.each((follower) => follower.arrive());
    const another = this.anotherAt(position);
    if (another === undefined) this.arrivedAt = position;
    else for (const traveller of this.travellers) traveller.join(another);
  }

  /** Lets the followers work while the log is read on, but not further ahead than memory and fairness allow. */
  private async send(work: (follower: Member) => Promise<void>, isLong = false): Promise<void> {
    this.underWay.push(this.each(work, isLong));
    if (this.underWay.length > UNDER_WAY) await this.underWay.shift();
  }

  /** Everybody in the order of these calls. Long work of one leaves room for everything else in the process before that of the next. */
  private async each(work: (follower: Member) => Promise<void>, isLong = false): Promise<void> {
    let room: Promise<void> = Promise.resolve();
    const done = [...this.travellers].map((traveller) => {
      const before = room;
      if (isLong) room = room.then(() => nextTurn());
      return traveller.go(async (follower) => {
        await before;
        await work(follower);
      });
    });
    await Promise.all(done);
  }
}
