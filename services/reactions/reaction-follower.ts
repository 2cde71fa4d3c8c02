import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import { Refusal } from '#infra/event-store/decider';
import { type EventLog, metaOf } from '#infra/event-store/event-log';
import { UnknownEvent } from '#infra/event-store/event-log.contracts';
import { BEGINNING, type Position, StorageFull, type StoredEvent } from '#infra/event-store/event-store';
import { type DeadLetter, type DeadLetterDraft, DeadLetters, type Fault, heldEvent, holdOfStream } from '#infra/following/dead-letters';
import { NewerRelease } from '#infra/following/newer-release';
import { rangeOfKey } from '#infra/following/ranges';
import type { SharedSubscriptions } from '#infra/following/shared-subscription';
import { KeysUnavailable } from '#infra/keys/keys';
import type { Message, Messaging } from '#infra/messaging/messaging';
import { type DocumentWrite, type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import type { Alarms } from '#infra/telemetry/alarms';
import { faultOf } from '#infra/telemetry/fault';
import { NotYet, type Reaction } from './reaction.ts';

/** Events honoured before the progress is written; after a crash they come again. */
const UNWRITTEN = 50;
const ATTEMPTS = 6;

/** Somebody else runs this reaction now. */
export class ReactionTaken extends Error {}

/** The queue took nothing: nobody's fault, and no reason to give an event up. */
class QueueUnavailable extends Error {}

/** Why an event could not be done, and whether another try is of no use. */
interface Failure extends Fault {
  isHopeless: boolean;
}

export interface FollowerOptions {
  log: EventLog;
  store: ReadStore;
  messaging: Messaging;
  reaction: Reaction;
  subscriptions: SharedSubscriptions;
  alarms: Alarms;
  /** Milliseconds before the n-th try again, from 1 on. */
  backoff: (attempt: number) => number;
}

/** One reaction on its way along the log. An event that fails is set aside with the later ones of its stream; the others go on. */
export class ReactionFollower {
  readonly parked: DeadLetters;
  position: Position = BEGINNING;
  /** Why nothing moves just now; without personal data. */
  waiting?: string;
  private readonly types: ReadonlySet<string>;
  private stop: AbortSignal | undefined;
  private attempts = 1;
  private epoch = 0;
  private unwritten = 0;
  private turn: Promise<unknown> = Promise.resolve();
  /** When what waits is tried again, by the process's own clock. */
  private readonly due = new Map<string, number>();
  private wake = new AbortController();

  constructor(private readonly options: FollowerOptions) {
    this.parked = new DeadLetters(options.store, `reaction:${options.reaction.name}`, options.alarms);
    this.types = new Set(options.reaction.types);
  }

  get name(): string {
    return this.options.reaction.name;
  }

  /** Follows the log until the signal. @throws ReactionTaken, NewerRelease */
  async run(stop: AbortSignal): Promise<void> {
    const end = new AbortController();
    const signal = AbortSignal.any([stop, end.signal]);
    this.stop = signal;
    const retries = this.retryWhenDue(signal);
    try {
      await this.followAgainAndAgain(signal);
    } finally {
      end.abort();
      await retries;
      await this.turn;
    }
    if (this.unwritten > 0) await this.keep(this.position).catch(() => undefined);
  }

  private async followAgainAndAgain(signal: AbortSignal): Promise<void> {
    let isReady = false;
    for (this.attempts = 1; !signal.aborted; this.attempts++) {
      try {
        if (!isReady) await this.inTurn(() => this.prepare());
        isReady = true;
        await this.options.subscriptions.follow(this, signal);
      } catch (error) {
        if (error instanceof ReactionTaken) throw error;
        this.waiting = error instanceof NewerRelease ? error.message : reasonOf(error);
        if (error instanceof NewerRelease) throw error;
      }
      await rest(this.options.backoff(this.attempts), signal);
    }
  }

  /** Tries a dead letter again now; answers whether it is done. */
  async retry(key: string): Promise<boolean> {
    return this.inTurn(async () => {
      const letter = this.parked.get(key);
      if (letter !== undefined) await this.tryAgain(letter);
      return this.parked.get(key) === undefined;
    });
  }

  /** Gives up what could not be done; what waits behind it is done. */
  async drop(key: string): Promise<void> {
    await this.inTurn(async () => {
      const letter = this.parked.get(key);
      if (letter === undefined) return;
      const draft = this.parked.draft();
      this.goOn(draft, letter);
      await this.settle(draft);
    });
  }

  private async prepare(): Promise<void> {
    const { store, log } = this.options;
    const checkpoint = await store.checkpoint(`reaction:${this.name}`);
    await this.parked.load();
    // Positions of another log mean nothing here. What was done for it before is recognised by its ids.
    const isOurs = checkpoint?.log_id === log.store.log_id && checkpoint.position <= (await log.store.head());
    this.position = isOurs ? checkpoint.position : BEGINNING;
    const draft = this.parked.draft();
    if (!isOurs) for (const letter of this.parked.list()) draft.release(letter);
    this.epoch = (checkpoint?.epoch ?? 0) + 1;
    await this.settle(draft);
  }

  /** @throws what is nobody's fault, at the first event that has to wait for it */
  async take(events: readonly StoredEvent[], position: Position): Promise<void> {
    for (const event of events) {
      if (this.stop?.aborted) return;
      if (event.position > this.position && this.types.has(event.type)) await this.inTurn(() => this.takeOne(event));
    }
    if (position > this.position || this.unwritten > 0) await this.inTurn(() => this.keep(position));
    await this.arrive();
  }

  async arrive(): Promise<void> {
    this.attempts = 0;
    this.waiting = undefined;
  }

  private async takeOne(stored: StoredEvent): Promise<void> {
    const { event_id, position } = metaOf(stored);
    if (this.parked.get(event_id) === undefined) {
      const draft = this.parked.draft();
      const isBehind = draft.isHeld('', stored.stream);
      const fault = isBehind ? undefined : await this.attempt(stored, 1);
      if (isBehind || fault !== undefined) {
        this.setAside(draft, stored, 1, fault);
        await this.settle(draft, position);
        return;
      }
    }
    this.position = position;
    this.unwritten += 1;
    if (this.unwritten >= UNWRITTEN) await this.keep(position);
  }

  /** Reacts to an event; answers why it could not be done. @throws what is nobody's fault: wait */
  private async attempt(stored: StoredEvent, nth: number): Promise<Failure | undefined> {
    const { log, reaction } = this.options;
    const { event_id } = metaOf(stored);
    try {
      const opened = await log.open(stored);
      if (opened.kind === 'erased') return undefined;
      if (opened.kind === 'forged') return { error: opened.reason, isForged: true, isHopeless: true };
      await reaction.react(opened.event, opened.meta, {
        id: (n) => uuidv5(n === undefined ? reaction.name : `${reaction.name}\n${n}`, event_id),
        publish: (messages) => this.publish(messages),
      });
      return undefined;
    } catch (error) {
      if (NOBODYS_FAULT.some((kind) => error instanceof kind)) throw error;
      if (error instanceof Refusal) return { error: `refused: ${error.code}`, isHopeless: true };
      return { error: faultOf(error), isHopeless: nth >= ATTEMPTS };
    }
  }

  /** An event that waits behind another, is tried again with those behind it, or is given up by itself: those behind it then go on. */
  private setAside(draft: DeadLetterDraft, stored: StoredEvent, attempts: number, fault?: Failure): void {
    const { patient_id, event_id } = metaOf(stored);
    const event = heldEvent(stored.type, metaOf(stored));
    const hold = holdOfStream(stored.stream);
    const range = rangeOfKey(patient_id ?? stored.stream);
    if (fault === undefined) return draft.park(event, { hold, range });
    const { error, isForged: forged = false, isHopeless } = fault;
    const own = isHopeless ? { key: event_id, holds: [], state: 'dead' as const } : { key: hold, holds: [hold], state: 'waiting' as const };
    draft.put({ source: this.parked.source, range, events: [event], attempts, forged, error, since: new Date().toISOString(), ...own });
  }

  /** What waits behind the first event of the letter has its turn. */
  private goOn(draft: DeadLetterDraft, letter: DeadLetter): void {
    const events = letter.events.slice(1);
    if (events.length === 0) draft.release(letter);
    else draft.put({ ...letter, events, attempts: 0, error: 'waits behind an earlier event' });
    this.due.delete(letter.key);
  }

  private async publish(messages: readonly Message[]): Promise<void> {
    try {
      await this.options.messaging.publish(messages);
    } catch (error) {
      if (error instanceof TypeError) throw error; // no queue takes such a message
      throw new QueueUnavailable('the queue takes nothing', { cause: error });
    }
  }

  private async tryAgain(letter: DeadLetter): Promise<void> {
    const { stream, revision } = letter.events[0]!;
    const options = { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 };
    for await (const stored of this.options.log.store.readStream(stream, options)) {
      const attempts = letter.attempts + 1;
      const fault = await this.attempt(stored, letter.state === 'dead' ? ATTEMPTS : attempts);
      const draft = this.parked.draft();
      if (fault !== undefined && (letter.state === 'dead' || !fault.isHopeless)) draft.put({ ...letter, attempts, error: fault.error });
      else {
        this.goOn(draft, letter);
        if (fault !== undefined) this.setAside(draft, stored, attempts, fault);
      }
      await this.settle(draft);
    }
  }

  private async retryWhenDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = performance.now();
      for (const { key, attempts } of this.waitingLetters()) {
        if ((this.due.get(key) ?? 0) > now) continue;
        this.due.set(key, now + this.options.backoff(attempts + 1));
        await this.inTurn(async () => {
          const letter = this.parked.get(key);
          if (letter !== undefined) await this.tryAgain(letter);
        }).catch((error: unknown) => (this.waiting = reasonOf(error)));
        if (signal.aborted) return;
      }
      const next = Math.min(...this.waitingLetters().map(({ key }) => this.due.get(key) ?? 0), now + 1000);
      await rest(Math.max(1, next - performance.now()), AbortSignal.any([signal, this.wake.signal]));
    }
  }

  private waitingLetters(): DeadLetter[] {
    return this.parked.list().filter(({ state }) => state === 'waiting');
  }

  /** Keeps what the draft says, and with it the progress where given. */
  private async settle(draft: DeadLetterDraft, position = this.position): Promise<void> {
    await this.keep(position, await this.parked.writes(draft));
    this.parked.commit(draft);
    for (const letter of draft.changes.values()) {
      if (letter?.state !== 'waiting') continue;
      if (letter.attempts > 0) this.due.set(letter.key, performance.now() + this.options.backoff(letter.attempts));
      this.wake.abort();
      this.wake = new AbortController();
    }
  }

  /** @throws ReactionTaken */
  private async keep(position: Position, writes: readonly DocumentWrite[] = []): Promise<void> {
    const { store, log } = this.options;
    const name = `reaction:${this.name}`;
    try {
      await store.write(writes, { name, log_id: log.store.log_id, position, epoch: this.epoch });
    } catch (error) {
      const isTaken = error instanceof WriteConflict && ((await store.checkpoint(name))?.epoch ?? 0) > this.epoch;
      throw isTaken ? new ReactionTaken('the reaction is run by somebody else') : error;
    }
    this.position = position;
    this.unwritten = 0;
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.turn.then(work, work);
    this.turn = mine.catch(() => undefined);
    return mine;
  }
}

const NOBODYS_FAULT = [KeysUnavailable, UnknownEvent, StorageFull, NotYet, QueueUnavailable];

const reasonOf = (error: unknown): string => {
  if (error instanceof KeysUnavailable) return 'the keys are unavailable';
  return error instanceof QueueUnavailable ? error.message : faultOf(error);
};

const rest = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
  await pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
};
