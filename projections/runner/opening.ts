import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventLog, metaOf } from '#infra/event-store/event-log';
import type { StoredEvent } from '#infra/event-store/event-store';
import { KeysUnavailable } from '#infra/keys/keys';
import { faultOf } from '#infra/telemetry/fault';
import type { Readable } from './batch.ts';
import { isErasure } from './erasing.ts';
import type { AnyProjection } from './projection.ts';

const OPENED_AT_ONCE = 64;

/** Opens the events of a batch, each once, whoever asks for it and however often. */
export class Opening {
  /** What is being opened, and what it became: to wait for what is known already would cost more than looking it up. */
  private readonly opened = new Map<StoredEvent, Promise<Readable> | Readable>();

  constructor(private readonly log: EventLog) {}

  /** The events as the projection takes them: of `envelopes` nothing is opened. @throws KeysUnavailable */
  async of(projection: AnyProjection, stored: readonly StoredEvent[]): Promise<Readable[]> {
    const readable: Readable[] = [];
    for (const event of stored) {
      if ('of' in projection && !isErasure(event.type)) {
        readable.push(envelopeOf(event));
        continue;
      }
      const known = this.opened.get(event);
      if (known === undefined && this.opened.size % OPENED_AT_ONCE === OPENED_AT_ONCE - 1) await nextTurn(); // leaves room for others
      const opening = known ?? this.open(event);
      readable.push(opening instanceof Promise ? await opening : opening);
    }
    return readable;
  }

  private open(event: StoredEvent): Promise<Readable> | Readable {
    const present = this.opened.get(event);
    if (present !== undefined) return present;
    const opening = this.read(event).then((readable) => {
      this.opened.set(event, readable);
      return readable;
    });
    this.opened.set(event, opening);
    return opening;
  }

  private async read(event: StoredEvent): Promise<Readable> {
    const { type } = event;
    try {
      const opened = await this.log.open(event);
      return opened.kind === 'forged' ? { kind: 'unreadable', type, meta: metaOf(event), fault: opened.reason } : opened;
    } catch (error) {
      if (error instanceof KeysUnavailable) throw error;
      return { kind: 'unreadable', type, meta: metaOf(event), fault: faultOf(error) };
    }
  }
}

const envelopeOf = (event: StoredEvent): Readable => {
  const [type, meta] = [event.type, metaOf(event)];
  return event.intact ? { kind: 'envelope', type, meta } : { kind: 'unreadable', type, meta, fault: 'the content hash does not match' };
};
