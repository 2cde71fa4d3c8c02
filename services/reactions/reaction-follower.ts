import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import type { EventMeta } from '#contracts/envelope';
import { Refusal } from '#infra/event-store/decider';
import type { EventLog } from '#infra/event-store/event-log';
import { UnknownEvent } from '#infra/event-store/event-log.contracts';
import { BEGINNING, type Position, StorageFull, type StoredEvent } from '#infra/event-store/event-store';
import { NewerRelease } from '#infra/following/newer-release';
import type { SharedSubscriptions } from '#infra/following/shared-subscription';
import { KeysUnavailable } from '#infra/keys/keys';
import type { Message, Messaging } from '#infra/messaging/messaging';
import { type ReadStore, WriteConflict } from '#infra/read-store/read-store';
import { faultOf } from '#infra/telemetry/fault';
import { type Letter, Letters } from './letters.ts';
import { NotYet, type Reaction } from './reaction.ts';

/** Events honoured before the progress is written; after a crash they come again. */
const UNWRITTEN = 50;
const ATTEMPTS = 6;

/** Somebody else runs this reaction now. */
export class ReactionTaken extends Error {}

/** The queue took nothing: nobody's fault, and no reason to give an event up. */
class QueueUnavailable extends Error {}

export interface FollowerOptions {
  log: EventLog;
  store: ReadStore;
  messaging: Messaging;
  reaction: Reaction;
  subscriptions: SharedSubscriptions;
  /** Milliseconds before the n-th try again, from 1 on. */
  backoff: (attempt: number) => number;
}

/** One reaction on its way along the log. An event that fails is set aside with the later ones of its stream; the others go on. */
export class ReactionFollower {
  readonly letters: Letters;
  position: Position = BEGINNING;
  /** Why nothing moves just now; without personal data. */
  waiting?: string;
  private readonly types: ReadonlySet<string>;
  private stop: AbortSignal | undefined;
  private attempts = 1;
  private epoch = 0;
  private unwritten = 0;
  private turn: Promise<unknown> = Promise.resolve();
  /** When waiting letters are tried again, by the process's own clock. */
  private readonly due = new Map<string, number>();
  private wake = new AbortController();

  constructor(private readonly options: FollowerOptions) {
    this.letters = new Letters(options.store, options.reaction.name);
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

  /** Tries a letter again now, also a dead one; answers whether it is done. */
  async retry(event_id: string): Promise<boolean> {
    return this.inTurn(async () => {
      const letter = this.letters.get(event_id);
      if (letter !== undefined) await this.tryAgain({ ...letter, attempts: letter.state === 'dead' ? 0 : letter.attempts });
      return this.letters.get(event_id) === undefined;
    });
  }

  private async prepare(): Promise<void> {
    const { store, log } = this.options;
    const checkpoint = await store.checkpoint(`reaction:${this.name}`);
    await this.letters.load();
    // Positions of another log mean nothing here. What was done for it before is recognised by its ids.
    const isOurs = checkpoint?.log_id === log.store.log_id && checkpoint.position <= (await log.store.head());
    this.position = isOurs ? checkpoint.position : BEGINNING;
    if (!isOurs) for (const letter of this.letters.list()) await this.settle(letter, null);
    this.epoch = (checkpoint?.epoch ?? 0) + 1;
    await this.keep(this.position);
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
    if (this.letters.get(event_id) === undefined) {
      const letter = this.letters.isWaiting(stored.stream)
        ? this.letter(stored, 0, 'waiting', 'waits behind an earlier event')
        : await this.attempt(stored, 1);
      if (letter !== null) {
        await this.settle(metaOf(stored), letter, position);
        return;
      }
    }
    this.position = position;
    this.unwritten += 1;
    if (this.unwritten >= UNWRITTEN) await this.keep(position);
  }

  /** Reacts to an event; answers the letter to keep where it could not be done. @throws what is nobody's fault: wait */
  private async attempt(stored: StoredEvent, nth: number): Promise<Letter | null> {
    const { log, reaction } = this.options;
    const { event_id } = metaOf(stored);
    try {
      const opened = await log.open(stored);
      if (opened.kind === 'erased') return null;
      if (opened.kind === 'forged') return this.letter(stored, nth, 'dead', opened.reason);
      await reaction.react(opened.event, opened.meta, {
        id: (n) => uuidv5(n === undefined ? reaction.name : `${reaction.name}\n${n}`, event_id),
        publish: (messages) => this.publish(messages),
      });
      return null;
    } catch (error) {
      if (NOBODYS_FAULT.some((kind) => error instanceof kind)) throw error;
      const isHopeless = error instanceof Refusal || nth >= ATTEMPTS;
      const fault = error instanceof Refusal ? `refused: ${error.code}` : faultOf(error);
      return this.letter(stored, nth, isHopeless ? 'dead' : 'waiting', fault);
    }
  }

  private async publish(messages: readonly Message[]): Promise<void> {
    try {
      await this.options.messaging.publish(messages);
    } catch (error) {
      if (error instanceof TypeError) throw error; // no queue takes such a message
      throw new QueueUnavailable('the queue takes nothing', { cause: error });
    }
  }

  private async tryAgain(letter: Letter): Promise<void> {
    const { stream, revision } = letter;
    const options = { ...(revision === 0 ? {} : { after: revision - 1 }), limit: 1 };
    for await (const stored of this.options.log.store.readStream(stream, options)) {
      await this.settle(metaOf(stored), await this.attempt(stored, letter.attempts + 1));
    }
  }

  private async retryWhenDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const now = performance.now();
      const heads = this.letters.heads();
      for (const letter of heads) {
        if ((this.due.get(letter.event_id) ?? 0) > now) continue;
        this.due.set(letter.event_id, now + this.options.backoff(letter.attempts + 1));
        await this.inTurn(() => this.tryAgain(letter)).catch((error: unknown) => (this.waiting = reasonOf(error)));
        if (this.letters.get(letter.event_id)?.state !== 'waiting') this.due.delete(letter.event_id);
        if (signal.aborted) return;
      }
      const next = Math.min(...this.letters.heads().map(({ event_id }) => this.due.get(event_id) ?? 0), now + 1000);
      await rest(Math.max(1, next - performance.now()), AbortSignal.any([signal, this.wake.signal]));
    }
  }

  /** Keeps or removes a letter, and with it the progress where given. */
  private async settle(event: Pick<EventMeta, 'event_id' | 'position'>, letter: Letter | null, position = this.position): Promise<void> {
    const { writes, done } = await this.letters.write(event, letter);
    await this.keep(position, writes);
    done();
    if (letter?.state !== 'waiting') return;
    this.due.set(letter.event_id, performance.now() + this.options.backoff(letter.attempts));
    this.wake.abort();
    this.wake = new AbortController();
  }

  /** @throws ReactionTaken */
  private async keep(position: Position, writes: Awaited<ReturnType<Letters['write']>>['writes'] = []): Promise<void> {
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

  private letter(stored: StoredEvent, attempts: number, state: Letter['state'], error: string): Letter {
    const { stream, revision, position, type } = stored;
    const failed_at = new Date().toISOString();
    return { reaction: this.name, event_id: stored.id, stream, revision, position, type, attempts, state, error, failed_at };
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

const metaOf = ({ id, position }: StoredEvent): Pick<EventMeta, 'event_id' | 'position'> => ({ event_id: id, position });
