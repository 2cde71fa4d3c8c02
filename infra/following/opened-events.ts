import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EventMeta } from '#contracts/wire/envelope';
import { type EventLog, metaOf, type Opened } from '../event-store/event-log.ts';
import { UnknownEvent } from '../event-store/event-log.contracts.ts';
import type { StoredEvent } from '../event-store/event-store.ts';
import { KeysUnavailable } from '../keys/keys.ts';
import { faultOf } from '../telemetry/fault.ts';

/** An event as it is folded: opened, erased, or its envelope alone. */
export type Incoming = Opened | { kind: 'envelope'; type: string; meta: EventMeta };

export type Foldable = Exclude<Incoming, { kind: 'forged' }>;

/** An event of a batch: one that can be folded, or one that cannot be read, with the reason. Forged: it is not what was recorded. */
export type Readable = Foldable | { kind: 'unreadable'; type: string; meta: EventMeta; fault: string; isForged: boolean };

const OPENED_AT_ONCE = 64;

/** The events of a batch, each opened once, whoever asks for it and however often. */
export class OpenedEvents {
  /** What is being opened, and what it became: to wait for what is known already would cost more than looking it up. */
  private readonly opened = new Map<StoredEvent, Promise<Readable> | Readable>();

  constructor(private readonly log: EventLog) {}

  /** @param isEnvelope whether nothing of the event is to be opened. @throws KeysUnavailable, and UnknownEvent for what a newer release wrote */
  async of(stored: readonly StoredEvent[], isEnvelope: (event: StoredEvent) => boolean = () => false): Promise<Readable[]> {
    const readable: Readable[] = [];
    for (const event of stored) {
      if (isEnvelope(event)) {
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
      if (opened.kind !== 'forged') return opened;
      return { kind: 'unreadable', type, meta: metaOf(event), fault: opened.reason, isForged: true };
    } catch (error) {
      if (error instanceof KeysUnavailable || error instanceof UnknownEvent) throw error;
      return { kind: 'unreadable', type, meta: metaOf(event), fault: faultOf(error), isForged: false };
    }
  }
}

const envelopeOf = (event: StoredEvent): Readable => {
  const [type, meta] = [event.type, metaOf(event)];
  if (event.intact) return { kind: 'envelope', type, meta };
  return { kind: 'unreadable', type, meta, fault: 'the content hash does not match', isForged: true };
};
