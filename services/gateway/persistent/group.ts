import { once } from 'node:events';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import type { GatewayLog } from '../log/gateway-log.ts';
import { Checkpoints } from './checkpoints.ts';
import { Feed } from './feed.ts';
import type { GroupRecord, GroupStore } from './group-store.ts';
import { GroupState, type NackAction, type Outcome } from './group-state.ts';
import type { Message } from './message.ts';
import type { Source } from './source.ts';
import { Statistics } from './statistics.ts';

/** Somebody who takes messages of a group. */
export interface Consumer {
  id: string;
  slots: number;
  user: string;
  /** Address and port. */
  from: string;
  connectionName: string;
  send(message: Message): void;
  /** It gets nothing more. @param reason where the group failed */
  drop(reason?: string): void;
}

interface Member {
  consumer: Consumer;
  statistics: Statistics;
}

/** Characters of a reason that are kept. */
const LONGEST_REASON = 1000;
/** Milliseconds before what could not be written down is given out again. */
const PAUSE = 1000;

/** A group at work: reads while somebody listens and has room, and gives out what was read. */
export class Group {
  readonly members = new Map<string, Member>();
  readonly statistics = new Statistics(Date.now());
  readonly state: GroupState;
  readonly checkpoints: Checkpoints;
  private readonly feed: Feed;
  private isRunning = false;
  isClosed = false;
  private waking = new AbortController();

  /** @param held counts the bytes that all groups hold */
  constructor(
    readonly record: GroupRecord,
    readonly source: Source,
    log: GatewayLog,
    private readonly store: GroupStore,
    held?: { bytes: number },
  ) {
    this.state = new GroupState(record.settings, record.checkpoint === undefined ? record.start : record.checkpoint + 1, held);
    this.feed = new Feed(record, source, log, store, this.state);
    this.checkpoints = new Checkpoints(record, store, () => this.state.processedTo);
  }

  /** Reading has reached the end of the log. */
  get isLive(): boolean {
    return this.feed.isLive;
  }

  /** Whether there is room for one more. */
  get isFull(): boolean {
    const { maxSubscriberCount: most } = this.record.settings;
    return most > 0 && this.members.size >= most;
  }

  join(consumer: Consumer): void {
    this.members.set(consumer.id, { consumer, statistics: new Statistics(Date.now()) });
    this.state.join(consumer.id, consumer.slots);
    if (!this.isRunning) void this.run();
    this.wake();
  }

  leave(id: string): void {
    if (!this.members.delete(id)) return;
    this.settle(this.state.leave(id));
    if (this.members.size === 0) this.checkpoints.flush();
  }

  ack(consumer: string, ids: readonly string[]): void {
    this.answered(consumer, this.state.ack(consumer, ids, Date.now()));
  }

  nack(consumer: string, ids: readonly string[], action: NackAction, reason: string): void {
    this.answered(consumer, this.state.nack(consumer, ids, action, reason, Date.now()));
  }

  /** Sends the oldest parked messages again. @param most undefined: all */
  async replayParked(most: number | undefined): Promise<void> {
    await this.store.replay(this.record.id, most);
    this.feed.lookForReplays();
    this.wake();
  }

  /** Sends everybody away and writes the checkpoint. @param reason where the group failed */
  async close(reason?: string): Promise<void> {
    this.isClosed = true;
    for (const { consumer } of this.members.values()) {
      this.settle(this.state.leave(consumer.id));
      consumer.drop(reason);
    }
    this.members.clear();
    this.wake();
    this.state.end();
    await this.checkpoints.close();
  }

  private answered(consumer: string, outcome: Outcome): void {
    const times = this.members.get(consumer)?.statistics;
    for (const time of outcome.times) times?.answered(time);
    this.settle(outcome);
    this.push();
    this.checkpoints.consider();
    this.wake();
  }

  /** Writes down what became of messages. */
  private settle({ processed, toPark }: Outcome): void {
    for (const { parked } of processed) {
      // one that is not forgotten comes again after a restart
      if (parked !== undefined) this.store.forget(parked).catch(() => {});
    }
    for (const { message, reason } of toPark) void this.park(message, reason);
  }

  private async park(message: Message, reason: string): Promise<void> {
    try {
      const { at, parked } = message;
      await this.store.park(this.record.id, { at, ...(parked !== undefined && { row: parked }) }, reason.slice(0, LONGEST_REASON));
      this.state.parked(message);
      this.checkpoints.consider();
    } catch {
      await pause(PAUSE, undefined, { ref: false });
      this.state.unparked(message);
      this.push();
    }
    this.wake();
  }

  private push(): void {
    for (const { consumer, message } of this.state.deliver(Date.now())) {
      const member = this.members.get(consumer);
      member?.statistics.sent();
      this.statistics.sent();
      member?.consumer.send(message);
    }
  }

  private wake(): void {
    this.waking.abort();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    const watch = this.source.watch();
    const clock = setInterval(() => this.tick(), this.interval()).unref();
    let hasFailed = false;
    try {
      while (this.members.size > 0 && !this.isClosed) {
        this.waking = new AbortController();
        const { signal } = this.waking;
        const hasMore = await this.feed.fill();
        this.checkpoints.consider();
        this.push();
        if (hasMore) await nextTurn();
        else if (signal.aborted) continue;
        else if (this.state.room(this.isLive) > 0) await watch.next(signal);
        else await once(signal, 'abort');
      }
    } catch {
      hasFailed = true;
    }
    clearInterval(clock);
    watch.close();
    this.isRunning = false;
    if (hasFailed) this.fail();
  }

  /** The log cannot be read: consumers may come again. */
  private fail(): void {
    const lost = [...this.members.values()];
    for (const { consumer } of lost) this.leave(consumer.id);
    for (const { consumer } of lost) consumer.drop('The log cannot be read at the moment');
  }

  private tick(): void {
    const outcome = this.state.expire(Date.now());
    this.settle(outcome);
    this.push();
    this.checkpoints.tick();
  }

  private interval(): number {
    const { messageTimeout, checkpointAfter } = this.record.settings;
    const shortest = Math.min(...[messageTimeout / 4, checkpointAfter].filter((time) => time > 0), 1000);
    return Math.max(20, shortest);
  }
}
