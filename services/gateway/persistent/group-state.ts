import { InHand } from './in-hand.ts';
import type { Message } from './message.ts';
import type { GroupSettings } from './settings.ts';
import { Returned } from './returned.ts';
import { type Strategy, strategyNamed } from './strategies.ts';

export type NackAction = 'retry' | 'park' | 'skip';

/** What is to be done about messages that came back. */
export interface Outcome {
  processed: Message[];
  /** To be written down, and then told by `parked` or `unparked`. */
  toPark: { message: Message; reason: string }[];
  /** Milliseconds from sending to answer, for each answer. */
  times: number[];
}

export interface Sent {
  consumer: string;
  message: Message;
}

/** The most bytes of messages that a group holds, and all of them together; a single message is let in for each group. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_OF_ALL = 64 * 1024 * 1024;

/**
 * Which messages of a group wait, are in a consumer's hand or come again, and up to where all of them are processed. Knows neither clock,
 * disk nor connections.
 */
export class GroupState {
  /** Read and never sent. */
  private readonly waiting = new Map<number, Message>();
  private readonly returned = new Returned();
  /** Everything that is not processed, in the order of the source. */
  private readonly pending = new Map<number, Message>();
  private readonly consumers = new Map<string, InHand>();
  private readonly choose: Strategy;
  private bytes = 0;
  private isOver = false;
  private furthestSent = -1;

  /**
   * @param next the revision or position from which on nothing is processed yet
   * @param held counts what all groups together hold
   */
  constructor(
    private readonly settings: GroupSettings,
    private next: number,
    private readonly held = { bytes: 0 },
  ) {
    this.choose = strategyNamed(settings.strategy);
  }

  /** Where to read on. */
  get readFrom(): number {
    return this.next;
  }

  /** Everything up to here is processed. */
  get processedTo(): number {
    const [first] = this.pending.keys();
    return (first ?? this.next) - 1;
  }

  get counts() {
    const inHand = [...this.consumers.values()].reduce((sum, { count }) => sum + count, 0);
    return { waiting: this.waiting.size, retries: this.returned.count, inHand };
  }

  /** How many messages to read next: none while nobody listens or there is no room for a batch. @param isLive reading has reached the end of the log */
  room(isLive: boolean): number {
    const most = isLive ? this.settings.liveBufferSize : this.settings.historyBufferSize;
    return this.fitting(most, this.waiting.size);
  }

  /** How many parked messages to bring back next. */
  roomForParked(): number {
    return this.fitting(this.settings.historyBufferSize, this.returned.parkedCount);
  }

  /** @param seen up to here everything was looked at, also what the group does not want */
  read(messages: readonly Message[], seen: number): void {
    for (const message of messages) {
      this.waiting.set(message.at, message);
      this.pending.set(message.at, message);
      this.hold(message.size);
    }
    this.next = seen + 1;
  }

  replay(messages: readonly Message[]): void {
    for (const message of messages) {
      this.hold(message.size);
      this.returned.add(message);
    }
  }

  join(id: string, slots: number): void {
    this.consumers.set(id, new InHand(id, slots));
  }

  /** What it had in hand goes to others, as a retry. */
  leave(id: string): Outcome {
    const lost = this.consumers.get(id)?.takeBefore(Number.POSITIVE_INFINITY) ?? [];
    this.consumers.delete(id);
    const outcome = this.again(lost, 'The consumer was lost');
    if (this.consumers.size === 0) this.letGo();
    return outcome;
  }

  inHandOf(id: string): number {
    return this.consumers.get(id)?.count ?? 0;
  }

  /** What goes out now, to whom. */
  deliver(now: number): Sent[] {
    const candidates = [...this.consumers.values()];
    let free = candidates.reduce((sum, candidate) => sum + Math.max(0, candidate.free), 0);
    if (free === 0) return [];
    const sent: Sent[] = [];
    const give = (message: Message): boolean => {
      const chosen = this.choose(message, candidates);
      if (!chosen) return false;
      chosen.add(message, now);
      if (message.parked === undefined) this.furthestSent = Math.max(this.furthestSent, message.at);
      sent.push({ consumer: chosen.id, message });
      free -= 1;
      return true;
    };
    this.returned.offer(give, () => free > 0);
    for (const message of this.waiting.values()) {
      if (free === 0) break;
      if (give(message)) this.waiting.delete(message.at);
    }
    return sent;
  }

  /** An id that the consumer does not have in hand is passed over, but for one that came back from it too late. */
  ack(consumer: string, ids: readonly string[], now: number): Outcome {
    const outcome = nothing();
    for (const id of ids) {
      const taken = this.consumers.get(consumer)?.take(id);
      if (taken) outcome.times.push(now - taken.sentAt);
      const message = taken?.message ?? this.returned.take(id);
      if (message) outcome.processed.push(message);
    }
    outcome.processed.forEach((message) => this.done(message));
    return outcome;
  }

  nack(consumer: string, ids: readonly string[], action: NackAction, reason: string, now: number): Outcome {
    if (action === 'skip') return this.ack(consumer, ids, now);
    const taken = ids.flatMap((id) => this.consumers.get(consumer)?.take(id) ?? []);
    const messages = taken.map(({ message }) => message);
    const times = taken.map(({ sentAt }) => now - sentAt);
    if (action === 'retry') return { ...this.again(messages, reason), times };
    return { processed: [], times, toPark: messages.map((message) => ({ message, reason })) };
  }

  /** Takes back what consumers had for too long. */
  expire(now: number): Outcome {
    const { messageTimeout } = this.settings;
    if (messageTimeout === 0) return nothing();
    const late = [...this.consumers.values()].flatMap((consumer) => consumer.takeBefore(now - messageTimeout));
    return this.again(late, 'The message timed out');
  }

  /** It is written down: processed, as far as the checkpoint goes. */
  parked(message: Message): void {
    this.done(message);
  }

  /** It could not be written down, so it comes again. */
  unparked(message: Message): void {
    this.returned.add(message);
  }

  /** The group is at its end: nothing of it is held any more. */
  end(): void {
    this.hold(-this.bytes);
    this.isOver = true;
  }

  private hold(bytes: number): void {
    if (this.isOver) return;
    this.bytes += bytes;
    this.held.bytes += bytes;
  }

  /** A batch, where a buffer of `most` and memory have room for it. */
  private fitting(most: number, count: number): number {
    if (this.consumers.size === 0 || this.bytes >= MOST_BYTES) return 0;
    const isShort = this.held.bytes >= MOST_BYTES_OF_ALL;
    if (isShort && this.bytes > 0) return 0;
    const batch = isShort ? 1 : Math.min(this.settings.readBatchSize, most);
    return most - count >= batch ? batch : 0;
  }

  private again(messages: readonly Message[], why: string): Outcome {
    const outcome = nothing();
    for (const message of messages) {
      if (message.retryCount >= this.settings.maxRetryCount) {
        outcome.toPark.push({ message, reason: `${why}, after ${message.retryCount} retries` });
      } else {
        message.retryCount += 1;
        this.returned.add(message);
      }
    }
    return outcome;
  }

  private done(message: Message): void {
    this.hold(-message.size);
    if (message.parked === undefined) this.pending.delete(message.at);
  }

  /** Nobody listens: what can be read again in the same order is not held. */
  private letGo(): void {
    const last = [...this.waiting.values()].reverse();
    for (const message of last) {
      if (message.at < this.furthestSent) return;
      this.waiting.delete(message.at);
      this.done(message);
      this.next = message.at;
    }
  }
}

const nothing = (): Outcome => ({ processed: [], toPark: [], times: [] });
