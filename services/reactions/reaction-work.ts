import { setTimeout as pause } from 'node:timers/promises';
import { v5 as uuidv5 } from 'uuid';
import { Refusal } from '#infra/event-store/decider';
import { metaOf } from '#infra/event-store/event-log';
import { UnknownEvent } from '#infra/event-store/event-log.contracts';
import { type Position, StorageFull, type StoredEvent, StoreUnavailable } from '#infra/event-store/event-store';
import { type DeadLetter, type DeadLetterDraft, type Fault, heldEvent, holdOfStream } from '#infra/following/dead-letters';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { doubling, Follower, type FollowerOptions, Unavailable, type Work } from '#infra/following/follower';
import { rangeOfKey } from '#infra/following/ranges';
import { FilesUnavailable } from '#infra/files/files';
import { KeysUnavailable } from '#infra/keys/keys';
import { type Message, type Messaging, MessagingUnavailable } from '#infra/messaging/messaging';
import { faultOf } from '#infra/telemetry/fault';
import { NotYet, type Reaction } from './reaction.ts';

/** Events honoured before the progress is written; after a crash they come again. */
const UNWRITTEN = 50;
const ATTEMPTS = 6;

/** Why an event could not be done, and whether another try is of no use. */
interface Failure extends Fault {
  isHopeless: boolean;
}

export interface ReactionWorkOptions extends FollowerOptions {
  messaging: Messaging;
  reaction: Reaction;
}

/** Does what follows from events. One that fails is set aside with the later ones of its stream and tried again; the others go on. */
export class ReactionWork implements Work {
  readonly follower: Follower;
  private readonly types: ReadonlySet<string>;
  private unwritten = 0;
  /** When what waits is tried again, by the process's own clock. */
  private readonly due = new Map<string, number>();
  private wake = new AbortController();

  constructor(private readonly options: ReactionWorkOptions) {
    this.follower = new Follower(options, sourceOf(options.reaction), this);
    this.types = new Set(options.reaction.types);
  }

  get name(): string {
    return this.options.reaction.name;
  }

  /** Follows the log until the signal. @throws LeaseLost, NewerRelease */
  async run(stop: AbortSignal): Promise<void> {
    const end = new AbortController();
    const retries = this.retryWhenDue(AbortSignal.any([stop, end.signal]));
    try {
      await this.follower.run(stop);
    } finally {
      end.abort();
      await retries;
    }
    if (this.unwritten > 0) await this.keep(this.follower.position).catch(() => undefined);
  }

  follows(type: string): boolean {
    return this.types.has(type);
  }

  /** @throws what is nobody's fault, at the first event that has to wait for it */
  async take(events: readonly StoredEvent[], position: Position): Promise<void> {
    for (const event of events) {
      if (this.follower.isStopping) return;
      await this.takeOne(event);
    }
    await this.keep(position);
  }

  /** Tries a dead letter again now; answers whether it is done. */
  async retry(key: string): Promise<boolean> {
    const { follower } = this;
    return follower.inTurn(async () => {
      const letter = follower.parked.get(key);
      if (letter !== undefined) await this.tryAgain(letter);
      return follower.parked.get(key) === undefined;
    });
  }

  /** Gives up what could not be done; what waits behind it is done. */
  async drop(key: string): Promise<void> {
    const { follower } = this;
    await follower.inTurn(async () => {
      const letter = follower.parked.get(key);
      if (letter === undefined) return;
      const draft = follower.parked.draft();
      this.goOn(draft, letter);
      await this.keep(follower.position, draft);
    });
  }

  private async takeOne(stored: StoredEvent): Promise<void> {
    const { event_id, position } = metaOf(stored);
    const { parked } = this.follower;
    if (parked.get(event_id) === undefined && this.follower.holds(() => rangeOf(stored))) {
      const draft = parked.draft();
      const isBehind = draft.isHeld('', stored.stream);
      const fault = isBehind ? undefined : await this.attempt(stored, 1);
      if (isBehind || fault !== undefined) {
        this.setAside(draft, stored, 1, fault);
        await this.keep(position, draft);
        return;
      }
    }
    this.follower.position = position;
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
      if (opened.event.type === 'AccessUnverified') return { error: 'the event failed verification', isForged: true, isHopeless: true };
      await reaction.react(opened.event, opened.meta, {
        id: (n) => uuidv5(n === undefined ? reaction.name : `${reaction.name}\n${n}`, event_id),
        publish: (messages) => this.publish(messages),
      });
      return undefined;
    } catch (error) {
      if (TRANSIENT_ERRORS.some((kind) => error instanceof kind)) throw error;
      if (error instanceof Refusal) return { error: `refused: ${error.code}`, isHopeless: true };
      return { error: faultOf(error), isHopeless: nth >= ATTEMPTS };
    }
  }

  /** An event that waits behind another, is tried again with those behind it, or is given up by itself: those behind it then go on. */
  private setAside(draft: DeadLetterDraft, stored: StoredEvent, attempts: number, fault?: Failure): void {
    const event = heldEvent(stored.type, metaOf(stored));
    const hold = holdOfStream(stored.stream);
    const range = rangeOf(stored);
    if (fault === undefined) return draft.park(event, { hold, range });
    const { error, isForged: forged = false, isHopeless } = fault;
    const own = isHopeless
      ? { key: event.event_id, holds: [], state: 'dead' as const }
      : { key: hold, holds: [hold], state: 'waiting' as const };
    const { source } = this.follower;
    draft.put({ source, range, events: [event], attempts, forged, error, since: new Date().toISOString(), ...own });
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
      throw new Unavailable(error instanceof MessagingUnavailable ? error.message : 'the queue takes nothing', { cause: error });
    }
  }

  private async tryAgain(letter: DeadLetter): Promise<void> {
    for await (const stored of this.follower.held(letter.events.slice(0, 1))) {
      const attempts = letter.attempts + 1;
      const fault = await this.attempt(stored, letter.state === 'dead' ? ATTEMPTS : attempts);
      const draft = this.follower.parked.draft();
      if (fault !== undefined && (letter.state === 'dead' || !fault.isHopeless)) draft.put({ ...letter, attempts, error: fault.error });
      else {
        this.goOn(draft, letter);
        if (fault !== undefined) this.setAside(draft, stored, attempts, fault);
      }
      await this.keep(this.follower.position, draft);
    }
  }

  private async retryWhenDue(signal: AbortSignal): Promise<void> {
    const { backoff = doubling } = this.options;
    const { follower } = this;
    const waiting = (): DeadLetter[] => follower.parked.list().filter(({ state }) => state === 'waiting');
    while (!signal.aborted) {
      const now = performance.now();
      for (const { key, attempts } of waiting()) {
        if ((this.due.get(key) ?? 0) > now) continue;
        this.due.set(key, now + backoff(attempts + 1));
        await this.retry(key).catch((error: unknown) => follower.waitsFor(error));
        if (signal.aborted) return;
      }
      const next = Math.min(...waiting().map(({ key }) => this.due.get(key) ?? 0), now + 1000);
      const until = AbortSignal.any([signal, this.wake.signal]);
      await pause(Math.max(1, next - performance.now()), undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  }

  private async keep(position: Position, draft?: DeadLetterDraft): Promise<void> {
    await this.follower.keep(position, draft ? { draft } : {});
    this.unwritten = 0;
    for (const letter of draft?.changes.values() ?? []) {
      if (letter?.state !== 'waiting') continue;
      const { backoff = doubling } = this.options;
      if (letter.attempts > 0) this.due.set(letter.key, performance.now() + backoff(letter.attempts));
      this.wake.abort();
      this.wake = new AbortController();
    }
  }
}

/** Name of a reaction's checkpoint. */
export const sourceOf = ({ name }: Pick<Reaction, 'name'>): string => `reaction:${name}`;

const TRANSIENT_ERRORS = [
  ...[KeysUnavailable, UnknownEvent, StorageFull, StoreUnavailable, NotYet, Unavailable],
  FilesUnavailable,
  ...[ReadStoreUnavailable, Rebuilding], // of read models that a reaction queries
];

const rangeOf = ({ metadata, stream }: StoredEvent): number => rangeOfKey(metadata.patient_id ?? stream);
