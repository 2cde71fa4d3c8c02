import { createHmac, randomUUID } from 'node:crypto';
import type { ReservationEvent } from '#contracts/wire/reservations';
import { type Actor, eventActor } from './actor.ts';
import type { Keys } from '../keys/keys.ts';
import { Refusal } from './decider.ts';
import { type EventLog, ForgedEvent } from './event-log.ts';
import { type Expected, WrongExpectedRevision } from './event-store.ts';

/** How long a reservation may stand without its owner having been created, in milliseconds. */
const PATIENCE = 60_000;
const ATTEMPTS = 8;

type ReservedBy = Extract<ReservationEvent, { type: 'ValueReserved' }>['data'];

interface Holding {
  /** Undefined while nobody holds the value. */
  holder?: ReservedBy & { since: number; confirmed: boolean };
  expected: Expected;
}

/**
 * Values that only one item may have, across streams (user names, social security numbers). A value's stream is named by its HMAC under a
 * secret of its own, so that neither the value nor a guess at it can be read from the log.
 *
 * The way of a new item: reserve for the id it will have, create it expecting no stream, confirm by a reaction. Where the creation never
 * came, somebody else takes over after a minute, but only once `Abandoned` stands where the owner would begin. A change reserves the
 * new value first; a reaction releases the old one.
 */
export class Reservations {
  private secret?: Promise<Uint8Array>;

  constructor(
    private readonly log: EventLog,
    private readonly keys: Keys,
    private readonly clock: () => Date = () => new Date(),
  ) {}

  /**
   * Reserves a value; harmless for who holds it already.
   * @param kind what is reserved, in snake or kebab case ('username'): also the field of the refusal
   * @param value normalised by the caller (case, spaces) and including what it is unique within, e.g. the organization
   * @param ownerStream the stream of the item, existing or to be created
   * @throws Refusal 409 keyed by the field where somebody else holds it
   */
  async reserve(
    kind: string,
    value: string,
    ownerStream: string,
    ownerId: string,
    actor: Actor,
    message = 'This value is already taken',
  ): Promise<void> {
    const taken = () => new Refusal('taken', message, { [kind.replaceAll('-', '_')]: [message] }, 409);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { holder, expected } = await this.holding(kind, value);
      if (holder?.owner_id === ownerId) return;
      if (holder && !(await this.mayTakeOver(kind, value, holder))) throw taken();
      const reserved: ReservationEvent = { type: 'ValueReserved', data: { kind, owner_id: ownerId, owner_stream: ownerStream } };
      if (await this.append(await this.stream(kind, value), reserved, expected, actor)) return;
    }
    throw taken();
  }

  /**
   * Gives a value to an item until it has no use for it, and then to the next one. Where the holder was not created yet, the caller creates it
   * under that id, so that nothing is confirmed, released or waited for. Not for values that are reserved otherwise.
   * @param isOver whether a holder has no use for the value any more; false of one that was not created yet
   * @returns the id of the holder: the given one where it is its turn
   * @throws Refusal 409 where it changes hands all the time
   */
  async claim(
    kind: string,
    value: string,
    ownerStream: string,
    ownerId: string,
    isOver: (ownerId: string) => Promise<boolean>,
    actor: Actor,
  ): Promise<string> {
    const stream = await this.stream(kind, value);
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { holder, expected } = await this.lastClaim(stream);
      if (holder === ownerId || (holder !== undefined && !(await isOver(holder)))) return holder;
      const reserved: ReservationEvent = { type: 'ValueReserved', data: { kind, owner_id: ownerId, owner_stream: ownerStream } };
      if (await this.append(stream, reserved, expected, actor)) return ownerId;
    }
    throw new Refusal('busy', 'Others are changing this just now, please try again', {}, 409);
  }

  /** The owner exists: nobody takes the value over any more. Harmless twice, and where somebody else holds it. */
  async confirm(kind: string, value: string, ownerId: string, actor: Actor): Promise<void> {
    await this.settle(kind, value, ownerId, actor, { type: 'ReservationConfirmed', data: { owner_id: ownerId } }, true);
  }

  /** The owner has no use for the value any more. Harmless twice, and where somebody else holds it. */
  async release(kind: string, value: string, ownerId: string, actor: Actor): Promise<void> {
    await this.settle(kind, value, ownerId, actor, { type: 'ReservationReleased', data: { owner_id: ownerId } }, false);
  }

  /** Id of who holds the value, confirmed or not. */
  async ownerOf(kind: string, value: string): Promise<string | undefined> {
    return (await this.holding(kind, value)).holder?.owner_id;
  }

  /** Only what was never followed by its owner's creation, and that is made impossible first. */
  private async mayTakeOver(kind: string, value: string, holder: NonNullable<Holding['holder']>): Promise<boolean> {
    // of one from the future nothing is known but that the clock was put back since
    if (holder.confirmed || Math.abs(this.clock().getTime() - holder.since) < PATIENCE) return false;
    const system: Actor = { kind: 'system', part: 'reservations' };
    const abandoned: ReservationEvent = { type: 'Abandoned', data: { owner_id: holder.owner_id } };
    if (await this.append(holder.owner_stream, abandoned, 'no-stream', system)) return true;
    for await (const { type } of this.log.store.readStream(holder.owner_stream, { limit: 1 })) {
      if (type === 'Abandoned') return true; // by somebody who did not get further, or gets further at this moment
    }
    await this.confirm(kind, value, holder.owner_id, system);
    return false;
  }

  private async settle(
    kind: string,
    value: string,
    ownerId: string,
    actor: Actor,
    event: ReservationEvent,
    onlyOnce: boolean,
  ): Promise<void> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
      const { holder, expected } = await this.holding(kind, value);
      if (holder?.owner_id !== ownerId || (onlyOnce && holder.confirmed)) return;
      if (await this.append(await this.stream(kind, value), event, expected, actor)) return;
    }
    throw new Error('the reservation is changing all the time');
  }

  /** By the last event alone: there may have been many holders. */
  private async lastClaim(stream: string): Promise<{ holder?: string; expected: Expected }> {
    for await (const opened of this.log.read(stream, { direction: 'backwards', limit: 1 })) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (opened.kind === 'opened')
        return { holder: (opened.event as ReservationEvent).data.owner_id, expected: { exact: opened.meta.revision } };
    }
    return { expected: 'no-stream' };
  }

  private async holding(kind: string, value: string): Promise<Holding> {
    let holding: Holding = { expected: 'no-stream' };
    for await (const opened of this.log.read(await this.stream(kind, value))) {
      if (opened.kind === 'forged') throw new ForgedEvent(opened);
      if (opened.kind === 'erased') continue;
      const { type, data } = opened.event as ReservationEvent;
      const expected = { exact: opened.meta.revision };
      if (type === 'ValueReserved')
        holding = { holder: { ...data, since: Date.parse(opened.meta.recorded_at), confirmed: false }, expected };
      else if (type === 'ReservationConfirmed' && holding.holder) holding = { holder: { ...holding.holder, confirmed: true }, expected };
      else holding = { expected };
    }
    return holding;
  }

  /** False where the stream is not as expected: somebody else was faster. */
  private async append(stream: string, event: ReservationEvent, expected: Expected, actor: Actor): Promise<boolean> {
    const context = { command_id: randomUUID(), correlation_id: event.data.owner_id, actor: eventActor(actor), clock: this.clock };
    try {
      await this.log.append(stream, [event], expected, context);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }

  private async stream(kind: string, value: string): Promise<string> {
    this.secret ??= this.keys.secret('reservations').catch((error: unknown) => {
      this.secret = undefined;
      throw error;
    });
    const hmac = createHmac('sha256', await this.secret).update(`${kind.replaceAll('-', '_')}\n${value}`);
    return `reservation-${hmac.digest('hex')}`;
  }
}
