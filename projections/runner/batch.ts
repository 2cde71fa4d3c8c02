import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DeadLetterDraft, type Fault, heldEvent, holdOfKey, holdOfStream } from '#infra/following/dead-letters';
import type { Follower } from '#infra/following/follower';
import type { Foldable, Readable } from '#infra/following/opened-events';
import { rangeOfKey } from '#infra/following/ranges';
import type { DocumentWrite, JsonObject, ReadStore } from '#infra/read-store/read-store';
import { faultOf } from '#infra/telemetry/fault';
import { begins, type Folded, foldEvent, keyOf, partitionOf, typeOf } from './folding.ts';
import type { AnyProjection } from './projection.ts';

/** Documents read and folded at once; between one such part of a batch and the next there is room for everything else in the process. */
const AT_ONCE = 128;

export interface BatchOptions {
  /** Whether each document is tried before, so that one that cannot be stored does not hold up the others. */
  isCareful?: boolean;
  /** Whether what an event begins is taken for new without looking. Where it is not, the write's guard says so: then fold again. */
  presumesNew?: boolean;
  /** Documents that would exceed the store's size limit: their events are parked. */
  tooLarge?: ReadonlySet<string>;
}

/** One batch of events folded into the documents as they are stored now. Writes nothing itself. */
export class Batch {
  /** A document that was presumed new gave a fault: whether it is one can be said only of the document as it is. */
  isDoubtful = false;

  constructor(
    private readonly projection: AnyProjection,
    private readonly collection: string,
    private readonly owner: Pick<Follower, 'holds'>,
    readonly parking: DeadLetterDraft,
    private readonly options: BatchOptions = {},
  ) {}

  /** The writes that the events lead to, one for each document that changes. */
  async fold(events: readonly Readable[], store: ReadStore): Promise<DocumentWrite[]> {
    const byKey = [...this.group(events)];
    const writes: DocumentWrite[] = [];
    for (let from = 0; from < byKey.length; from += AT_ONCE) {
      if (from > 0) await nextTurn();
      const part = byKey.slice(from, from + AT_ONCE);
      const known = part.filter(([, [first]]) => !this.isPresumed(first!)).map(([id]) => id);
      const stored = known.length === 0 ? [] : await store.getMany<object>(this.collection, known);
      const documents = new Map<string, Folded>(stored.map(({ id, position, data }) => [id, { position, data }]));
      for (const [id, ofKey] of part) {
        const before = documents.get(id);
        const after = this.foldKey(id, before, ofKey);
        if (after === before || after === undefined) continue;
        const { position, data } = after;
        const partition = partitionOf(this.projection, ofKey[0]!.meta);
        const write = { collection: this.collection, id, expected: before?.position ?? null, position, data: data as JsonObject | null };
        writes.push({ ...write, partition });
      }
    }
    return writes;
  }

  /** Events by document; what cannot be read, or waits behind a parked event, is parked. */
  private group(events: readonly Readable[]): Map<string, Foldable[]> {
    const byKey = new Map<string, Foldable[]>();
    for (const event of events) {
      const { meta } = event;
      if (event.kind === 'unreadable') {
        this.park(event, holdOfStream(meta.stream), { error: event.fault, isForged: event.isForged });
        continue;
      }
      try {
        const key = keyOf(this.projection, event);
        if (key === undefined || !this.owner.holds(() => this.rangeOf(event))) continue;
        if (this.parking.isHeld(key, meta.stream)) this.park(event, holdOfKey(key));
        else if (byKey.has(key)) byKey.get(key)!.push(event);
        else byKey.set(key, [event]);
      } catch (error) {
        this.park(event, holdOfStream(meta.stream), { error: faultOf(error) });
      }
    }
    return byKey;
  }

  private isPresumed(first: Foldable): boolean {
    return this.options.presumesNew === true && begins(this.projection, first);
  }

  /** The document after its events, or as far as they can be folded: the rest is parked. */
  private foldKey(key: string, before: Folded | undefined, events: readonly Foldable[]): Folded | undefined {
    let document = before;
    for (const [index, event] of events.entries()) {
      try {
        document = foldEvent(this.projection, document, event);
      } catch (error) {
        this.isDoubtful ||= before === undefined && this.isPresumed(events[0]!);
        this.parkAll(key, events.slice(index), faultOf(error));
        break;
      }
    }
    if (this.options.tooLarge?.has(key) && document !== before) {
      this.parkAll(key, events, 'the document is larger than can be stored');
      return before;
    }
    try {
      if (this.options.isCareful && document !== before) JSON.stringify(document);
      return document;
    } catch (error) {
      this.parkAll(key, events, faultOf(error)); // what cannot be stored would hold up everybody's write
      return before;
    }
  }

  private park(event: Readable, hold: string, fault?: Fault): void {
    const { meta } = event;
    const range = this.rangeOf(event);
    if (!this.owner.holds(() => range)) return;
    this.parking.park(heldEvent(event.kind === 'unreadable' ? event.type : typeOf(event), meta), { hold, range, fault });
  }

  private rangeOf({ meta }: Readable): number {
    return rangeOfKey(partitionOf(this.projection, meta));
  }

  private parkAll(key: string, events: readonly Foldable[], fault: string): void {
    for (const [n, event] of events.entries()) this.park(event, holdOfKey(key), n === 0 ? { error: fault } : undefined);
  }
}
