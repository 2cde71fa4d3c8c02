import type { EventMeta } from '#contracts/envelope';
import type { Position } from '#infra/event-store/event-store';
import type { DocumentWrite, JsonObject, ReadStore } from '#infra/read-store/read-store';
import { PARKED } from './builds.ts';

/** Where a parked event lies in the log; its data stays there. */
export interface ParkedEvent {
  position: Position;
  stream: string;
  revision: number;
  type: string;
}

/**
 * A dead letter: a document that stands still because an event of it could not be folded, with all later events of it.
 * An event that does not even tell its document parks its stream, and with it the documents that the stream's later events belong to.
 */
export interface ParkedKey {
  projection: string;
  collection: string;
  /** The document's id, or 'stream:<name>'. */
  key: string;
  /** What is held: 'key:<document id>' and 'stream:<name>'. */
  holds: string[];
  /** In the order of the log. */
  events: ParkedEvent[];
  /** The fault of the first event: its kind and place in the code, no data. */
  error: string;
  /** UTC with milliseconds. */
  parked_at: string;
}

export const holdOfKey = (key: string): string => `key:${key}`;
export const holdOfStream = (stream: string): string => `stream:${stream}`;
const nameOf = (hold: string): string => (hold.startsWith('key:') ? hold.slice(4) : hold);

/** The parked keys of one build, held in memory by its only owner and written together with the documents. */
export class ParkedKeys {
  private entries = new Map<string, ParkedKey>();
  private byHold = new Map<string, ParkedKey>();

  constructor(
    private readonly store: ReadStore,
    private readonly projection: string,
    private readonly collection: string,
  ) {}

  async load(): Promise<void> {
    const { items } = await this.store.find<ParkedKey>(PARKED, { filter: { collection: { eq: this.collection } } });
    this.entries = new Map(items.map(({ data }) => [data.key, data]));
    this.reindex();
  }

  get size(): number {
    return this.entries.size;
  }

  list(): ParkedKey[] {
    return [...this.entries.values()];
  }

  get(key: string): ParkedKey | undefined {
    return this.entries.get(key);
  }

  holder(hold: string): ParkedKey | undefined {
    return this.byHold.get(hold);
  }

  draft(): ParkedDraft {
    return new ParkedDraft(this, { projection: this.projection, collection: this.collection });
  }

  /** The writes that make the draft's changes lasting. */
  async writes({ changed }: ParkedDraft): Promise<DocumentWrite[]> {
    if (changed.size === 0) return [];
    const idOf = (key: string): string => `${this.collection}/${key}`;
    const present = await this.store.getMany(PARKED, [...changed.keys()].map(idOf));
    const positions = new Map(present.map(({ id, position }) => [id, position]));
    return [...changed].flatMap(([key, entry]): DocumentWrite[] => {
      const id = idOf(key);
      const expected = positions.get(id) ?? null;
      if (entry === null) return expected === null ? [] : [{ collection: PARKED, id, expected, position: expected, data: null }];
      const position = entry.events.at(-1)!.position;
      return [{ collection: PARKED, id, expected, position, data: entry as unknown as JsonObject }];
    });
  }

  /** To be called once the draft's writes are done. */
  commit({ changed }: ParkedDraft): void {
    if (changed.size === 0) return;
    for (const [key, entry] of changed) {
      if (entry === null) this.entries.delete(key);
      else this.entries.set(key, entry);
    }
    this.reindex();
  }

  private reindex(): void {
    this.byHold = new Map([...this.entries.values()].flatMap((entry) => entry.holds.map((hold) => [hold, entry] as const)));
  }
}

/** Changes to the parked keys within one batch. */
export class ParkedDraft {
  /** By key; null where a key is parked no longer. */
  readonly changed = new Map<string, ParkedKey | null>();
  private readonly byHold = new Map<string, ParkedKey>();

  constructor(
    private readonly base: ParkedKeys,
    private readonly of: { projection: string; collection: string },
  ) {}

  /** Whether events of this document, or of this stream, have to wait. */
  isHeld(key: string, stream: string): boolean {
    if (this.byHold.size === 0 && this.base.size === 0) return false;
    return this.holder(holdOfKey(key)) !== undefined || this.holder(holdOfStream(stream)) !== undefined;
  }

  /** Parks an event under what it holds from now on. @param fault what went wrong; left out where it only waits behind another */
  park(type: string, meta: EventMeta, hold: string, fault?: string): void {
    const holders = [...new Set([this.holder(hold), this.holder(holdOfStream(meta.stream))])].filter((entry) => entry !== undefined);
    const merged: ParkedKey = holders[0] ?? {
      ...this.of,
      key: nameOf(hold),
      holds: [],
      events: [],
      error: fault ?? 'waits behind another event',
      parked_at: new Date().toISOString(),
    };
    const { position, stream, revision } = meta;
    // Delivered again after a crash: what came before the fault was folded before it.
    if (fault === undefined && holders.some(({ events: [first] }) => first !== undefined && position < first.position)) return;
    const inOrder = insert(
      holders.map(({ events }) => events),
      { position, stream, revision, type },
    );
    for (const other of holders.slice(1)) this.changed.set(other.key, null);
    this.put({
      ...merged,
      holds: [...new Set([...holders.flatMap(({ holds }) => holds), hold])],
      events: inOrder,
      error: fault !== undefined && inOrder[0]!.position === position ? fault : merged.error,
    });
  }

  /** Lets go of a parked key, so that its events are folded again. */
  release(entry: ParkedKey): void {
    this.changed.set(entry.key, null);
  }

  private put(entry: ParkedKey): void {
    this.changed.set(entry.key, entry);
    for (const hold of entry.holds) this.byHold.set(hold, entry);
  }

  private holder(hold: string): ParkedKey | undefined {
    const drafted = this.byHold.get(hold);
    if (drafted !== undefined) return drafted;
    const based = this.base.holder(hold);
    return based !== undefined && this.changed.has(based.key) ? undefined : based;
  }
}

/** The event among those of the lists, in the order of the log, each once. */
const insert = (lists: ParkedEvent[][], event: ParkedEvent): ParkedEvent[] => {
  const [first = []] = lists;
  if (lists.length < 2 && (first.at(-1)?.position ?? '') < event.position) return [...first, event];
  const all = new Map([...lists.flat(), event].map((one) => [one.position, one]));
  return [...all.values()].toSorted((a, b) => (a.position < b.position ? -1 : 1));
};
