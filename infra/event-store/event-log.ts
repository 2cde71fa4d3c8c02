import { v5 as uuidv5 } from 'uuid';
import type { Envelope, EventActor, EventMeta } from '#contracts/wire/envelope';
import type { EventContract } from '#contracts/wire/event';
import { eventContracts } from '#contracts/events';
import type { Keys } from '../keys/keys.ts';
import { Forged } from '../keys/sealing.ts';
import { type Anywhere, appendAtEnd } from './append-at-end.ts';
import { type EventShape, Refusal } from './decider.ts';
import { decidesAccess, unverifiedEvent } from './unverified.ts';
import { checkedData, contractOf, upcast } from './event-log.contracts.ts';
import { openData, sealData, storedData } from './event-log.sealing.ts';
import { fingerprintOf, refuseAnother } from './fingerprints.ts';
import {
  type AppendResult,
  type EventStore,
  type Expected,
  MAX_APPEND_BYTES,
  type NewEvent,
  type ReadOptions,
  type StoredEvent,
} from './event-store.ts';
import { TooLarge } from './valid-input.ts';

/** What an envelope says besides the event itself. `command_id` is a UUID. */
export interface AppendContext {
  command_id: string;
  /** Default: the command's id. */
  correlation_id?: string;
  actor: EventActor;
  organization_id?: string;
  patient_id?: string;
  /** What the person sent, see `Actor`. */
  sent?: string | undefined;
  /** When the stream's last event was recorded (ISO, UTC): no later event is recorded before it, whatever the clock says. */
  notBefore?: string | undefined;
  clock?: () => Date;
}

/**
 * A stored event made readable. `erased`: its key was destroyed, only type and envelope remain. `forged`: the bytes are not those that
 * were written; such an event is never folded: readers stop, or park it and raise an alarm. On streams that decide about access it is opened as
 * `AccessUnverified` instead.
 */
export type Opened =
  // `any`: the contract of the type says what the data is.
  | { kind: 'opened'; event: { type: string; data: any }; meta: EventMeta }
  | { kind: 'erased'; type: string; meta: EventMeta }
  | { kind: 'forged'; type: string; meta: EventMeta; reason: string };

/**
 * What is known of a stored event without opening it. Not by spreading the envelope: adding fields to a copy costs four times as much, for
 * each event of a rebuild.
 */
export const metaOf = ({ metadata, id, stream, revision, position }: StoredEvent): EventMeta => {
  const meta = Object.assign({ event_id: id, stream, revision, position }, metadata);
  meta.event_id = id;
  meta.stream = stream;
  meta.revision = revision;
  meta.position = position;
  return meta;
};

/** The raw store with contracts and sealing on top: plain data goes in and comes out, sealed bytes lie on disk. */
export class EventLog {
  constructor(
    readonly store: EventStore,
    readonly keys: Keys,
    private readonly contracts: ReadonlyMap<string, EventContract> = eventContracts,
  ) {}

  /**
   * Checks each event's data by its contract, seals it and appends all of them or none.
   * Event ids are made of command, stream and place in the batch: the same command appended again is recognised.
   * @throws Refusal 422 for more than an append may carry; ContractViolation, UnknownEvent, KeyDestroyed, KeysUnavailable and what the store throws
   */
  async append(
    stream: string,
    events: readonly EventShape[],
    expected: Expected | Anywhere,
    context: AppendContext,
  ): Promise<AppendResult> {
    const now = (context.clock?.() ?? new Date()).toISOString();
    const { notBefore = now } = context;
    const recordedAt = now < notBefore ? notBefore : now;
    const sealed: NewEvent[] = [];
    for (const [n, event] of events.entries()) sealed.push(await this.seal(stream, event, n, recordedAt, context));
    try {
      if (expected === 'any' || expected === 'stream-exists') return await appendAtEnd(this.store, stream, sealed, expected);
      return await this.store.append(stream, sealed, expected);
    } catch (error) {
      throw error instanceof TooLarge ? tooLarge() : error;
    }
  }

  /** Whether this release knows the type and schema; of damaged bytes nobody can say, so that these count as known: see `open`. */
  knows({ type, metadata, intact }: StoredEvent): boolean {
    return !intact || metadata.schema <= (this.contracts.get(type)?.schema ?? -1);
  }

  /** @throws KeysUnavailable, and UnknownEvent for what a newer release wrote */
  async open(stored: StoredEvent): Promise<Opened> {
    const { type, stream, id: event_id, metadata } = stored;
    if (!stored.intact) return refused(stored, 'the content hash does not match');
    const contract = contractOf(this.contracts, type, metadata.schema);
    try {
      const data = await openData(this.keys, stored.data, { event_id, stream, type, schema: metadata.schema });
      const meta = metaOf(stored);
      if (data === 'erased') return { kind: 'erased', type, meta };
      return { kind: 'opened', event: { type, data: upcast(contract, metadata.schema, data) }, meta };
    } catch (error) {
      if (error instanceof Forged) return refused(stored, 'the sealed data does not open');
      throw error;
    }
  }

  /** The data of an event without its sealed fields, for which no key is needed; undefined if the event is damaged. @throws UnknownEvent */
  unsealed({ type, metadata, data, intact }: StoredEvent): Record<string, unknown> | undefined {
    if (!intact) return undefined;
    const contract = contractOf(this.contracts, type, metadata.schema);
    try {
      return upcast(contract, metadata.schema, storedData(data).open);
    } catch (error) {
      if (error instanceof Forged) return undefined;
      throw error;
    }
  }

  /** The events of one stream, opened; an unknown stream yields nothing. */
  async *read(stream: string, options?: ReadOptions): AsyncIterable<Opened> {
    for await (const stored of this.store.readStream(stream, options)) yield await this.open(stored);
  }

  /** What `before` was sent as must be what is sent now. @throws Refusal 422 */
  refuseAnother(before: Envelope, sent: string | undefined): Promise<void> {
    return refuseAnother(this.keys, before, sent);
  }

  /** A subject's own stream begins with its key: where the stream is there, so must be the key. */
  private readonly isNew = async (subject: string): Promise<boolean> => {
    for await (const _ of this.store.readStream(subject.replace(':', '-'), { limit: 1 })) return false;
    return true;
  };

  private async seal(stream: string, event: EventShape, n: number, recorded_at: string, context: AppendContext): Promise<NewEvent> {
    const contract = contractOf(this.contracts, event.type);
    const id = uuidv5(`${stream}\n${n}`, context.command_id);
    const place = { event_id: id, stream, type: event.type, schema: contract.schema };
    const { bytes, key_ids } = await sealData(this.keys, contract, checkedData(contract, event.data), place, this.isNew);
    const fingerprint = context.sent === undefined ? undefined : await fingerprintOf(this.keys, key_ids, context.sent);
    const metadata: Envelope = {
      schema: contract.schema,
      ...(context.organization_id === undefined ? {} : { organization_id: context.organization_id }),
      ...(context.patient_id === undefined ? {} : { patient_id: context.patient_id }),
      command_id: context.command_id,
      correlation_id: context.correlation_id ?? context.command_id,
      actor: context.actor,
      key_ids,
      ...(fingerprint === undefined ? {} : { fingerprint }),
      recorded_at,
    };
    return { id, type: event.type, data: bytes, metadata };
  }
}

/** An event that failed verification: `AccessUnverified` on streams that decide about access, forged on all others. */
const refused = (stored: StoredEvent, reason: string): Opened =>
  decidesAccess(stored.stream)
    ? { kind: 'opened', ...unverifiedEvent(stored) }
    : { kind: 'forged', type: stored.type, meta: metaOf(stored), reason };

const tooLarge = () =>
  new Refusal('too-large', `This is more than can be saved at once (${MAX_APPEND_BYTES} bytes when sealed): please shorten or divide it`);

/** A stream holds an event that is not what was written: nothing may be decided on it. Names the event's id, no data. */
export class ForgedEvent extends Error {
  constructor(readonly opened: Extract<Opened, { kind: 'forged' }>) {
    super(`event ${opened.meta.event_id} cannot be trusted: ${opened.reason}`);
  }
}
