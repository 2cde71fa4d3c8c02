import { compare } from '#contracts/rules/compare';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Position } from '../event-store/event-store.ts';
import { type DocumentWrite, type JsonObject, type ReadStore, WriteConflict } from '../read-store/read-store.ts';
import type { Alarms } from '../telemetry/alarms.ts';

export const COLLECTION = 'dead-letters';

/** Where an event of a dead letter lies in the log; its data stays there. */
export interface HeldEvent {
  event_id: string;
  position: Position;
  stream: string;
  revision: number;
  type: string;
}

/**
 * What a projection or reaction could not do (yet), with the later events that wait behind it. Of a projection it is a document that stands
 * still; an event that does not even tell its document holds its stream, and with it the documents that the stream's later events belong to.
 */
export interface DeadLetter {
  /** Whose it is: the name of the follower's checkpoint, `projection:<name>@<version>+<build>` or `reaction:<name>`. */
  source: string;
  /** Unique within the source: a document's id, 'stream:<name>', or the id of the event that a reaction gave up. */
  key: string;
  /** 0 to 15. */
  range: number;
  /** What waits with it: 'key:<document id>' and 'stream:<name>'. */
  holds: string[];
  /** In the order of the log; the first is the one that failed. */
  events: HeldEvent[];
  /** 'waiting' is tried again by itself, 'dead' when somebody asks for it. */
  state: 'waiting' | 'dead';
  /** Tries of the first event. */
  attempts: number;
  /** Whether an event of it is not what was recorded. */
  forged: boolean;
  /** The fault of the first event: its kind and place in the code, no data. */
  error: string;
  /** UTC with milliseconds. */
  since: string;
}

/** Why an event is set aside; left out where it only waits behind another. */
export interface Fault {
  error: string;
  isForged?: boolean;
}

export const holdOfKey = (key: string): string => `key:${key}`;
export const holdOfStream = (stream: string): string => `stream:${stream}`;
const nameOf = (hold: string): string => (hold.startsWith('key:') ? hold.slice(4) : hold);
export const idOf = ({ source, key }: Pick<DeadLetter, 'source' | 'key'>): string => `${source}/${key}`;

export const heldEvent = (type: string, { event_id, position, stream, revision }: EventMeta): HeldEvent => ({
  event_id,
  position,
  stream,
  revision,
  type,
});

/** The line that an operator has to see of an event that is not what was recorded. */
const alarmOf = ({ events: [first], error }: DeadLetter): string =>
  `ALARM: the event at position ${first!.position} of ${first!.stream} is not what was recorded: ${error}. ` +
  'What depends on it stands still. See: anamnesis parked list';

/** Stores whose collection of dead letters is defined. */
const defined = new WeakSet<ReadStore>();

/** The dead letters of one follower, or of all whose names begin so, as they are stored. */
export const findLetters = async (store: ReadStore, source: { eq: string } | { prefix: string }) => {
  if (!defined.has(store)) await store.define(COLLECTION, [['source']]);
  defined.add(store);
  return (await store.find<DeadLetter>(COLLECTION, { filter: { source } })).items;
};

/** The dead letters of one follower. */
export const storedLetters = async (store: ReadStore, source: string): Promise<DeadLetter[]> =>
  (await findLetters(store, { eq: source })).map(({ data }) => data);

/** Removes all dead letters of a follower that is no more. */
export const forgetLetters = async (store: ReadStore, source: string): Promise<void> => {
  const items = await findLetters(store, { eq: source });
  await store.write(items.map(({ id, position }) => ({ collection: COLLECTION, id, expected: position, position, data: null })));
};

/** The dead letters of one follower, held in memory by its only owner and written together with what it does and its checkpoint. */
export class DeadLetters {
  private entries = new Map<string, DeadLetter>();
  /** The stored position of each, as it was last read or written here. */
  private positions = new Map<string, Position>();
  private byHold = new Map<string, DeadLetter>();

  constructor(
    private readonly store: ReadStore,
    readonly source: string,
    private readonly alarms: Alarms,
    /** Which ranges are its owner's. */
    private readonly holds: (range: number) => boolean,
  ) {}

  async load(): Promise<void> {
    const letters = (await findLetters(this.store, { eq: this.source })).filter(({ data }) => this.holds(data.range));
    this.entries = new Map(letters.map(({ data }) => [data.key, data]));
    this.positions = new Map(letters.map(({ data, position }) => [data.key, position]));
    this.changed();
  }

  get size(): number {
    return this.entries.size;
  }

  list(): DeadLetter[] {
    return [...this.entries.values()];
  }

  get(key: string): DeadLetter | undefined {
    return this.entries.get(key);
  }

  holder(hold: string): DeadLetter | undefined {
    return this.byHold.get(hold);
  }

  draft(): DeadLetterDraft {
    return new DeadLetterDraft(this);
  }

  /** The writes that make the draft's changes lasting. @throws WriteConflict if another owner wrote or removed one of them: load them again */
  async writes({ changes }: DeadLetterDraft): Promise<DocumentWrite[]> {
    if (changes.size === 0) return [];
    const { source } = this;
    const present = await this.store.getMany(
      COLLECTION,
      [...changes.keys()].map((key) => idOf({ source, key })),
    );
    const positions = new Map(present.map(({ id, position }) => [id, position]));
    const standing = new Map(present.flatMap(({ id, position, data }) => (data === null ? [] : [[id, position] as const])));
    for (const key of changes.keys()) {
      if (this.positions.get(key) !== standing.get(idOf({ source, key }))) throw new WriteConflict('a dead letter is not as it was read');
    }
    return [...changes].flatMap(([key, entry]): DocumentWrite[] => {
      const id = idOf({ source, key });
      const expected = positions.get(id) ?? null;
      if (entry === null) return expected === null ? [] : [{ collection: COLLECTION, id, expected, position: expected, data: null }];
      const { position } = entry.events.at(-1)!;
      return [{ collection: COLLECTION, id, expected, position, data: entry as unknown as JsonObject }];
    });
  }

  /** To be called once the draft's writes are done. */
  commit({ changes }: DeadLetterDraft): void {
    if (changes.size === 0) return;
    for (const [key, entry] of changes) {
      if (entry === null) {
        this.entries.delete(key);
        this.positions.delete(key);
      } else {
        this.entries.set(key, entry);
        this.positions.set(key, entry.events.at(-1)!.position);
      }
    }
    this.changed();
  }

  private changed(): void {
    this.byHold = new Map(this.list().flatMap((entry) => entry.holds.map((hold) => [hold, entry] as const)));
    for (const entry of this.entries.values()) if (entry.forged) this.alarms.raise(alarmOf(entry));
  }
}

/** Changes to the dead letters of a follower within one batch. */
export class DeadLetterDraft {
  /** By key; null where a dead letter goes. */
  readonly changes = new Map<string, DeadLetter | null>();
  private readonly byHold = new Map<string, DeadLetter>();
  /** Released to be tried again. */
  private readonly tried = new Map<string, DeadLetter>();

  constructor(private readonly base: DeadLetters) {}

  /** Whether events of this document, or of this stream, have to wait. */
  isHeld(key: string, stream: string): boolean {
    if (this.byHold.size === 0 && this.base.size === 0) return false;
    return this.holder(holdOfKey(key)) !== undefined || this.holder(holdOfStream(stream)) !== undefined;
  }

  /** Sets an event aside under what it holds from now on. @param fault what went wrong; left out where it only waits behind another */
  park(event: HeldEvent, { hold, range, fault }: { hold: string; range: number; fault?: Fault | undefined }): void {
    const holders = [...new Set([this.holder(hold), this.holder(holdOfStream(event.stream))])].filter((entry) => entry !== undefined);
    // Delivered again after a crash: what came before the fault was folded before it.
    if (fault === undefined && holders.some(({ events: [first] }) => first !== undefined && event.position < first.position)) return;
    const events = insert(
      holders.map((entry) => entry.events),
      event,
    );
    const isFirst = events[0]!.position === event.position;
    const key = nameOf(hold);
    const before = this.tried.get(key);
    const merged: DeadLetter = holders[0] ?? {
      source: this.base.source,
      key,
      range,
      holds: [],
      events: [],
      state: 'dead',
      attempts: (before?.attempts ?? 0) + 1,
      forged: false,
      error: 'waits behind another event',
      since: before?.since ?? new Date().toISOString(),
    };
    for (const other of holders.slice(1)) this.changes.set(other.key, null);
    this.put({
      ...merged,
      holds: [...new Set([...holders.flatMap(({ holds }) => holds), hold])],
      events,
      forged: fault?.isForged === true || holders.some(({ forged }) => forged),
      error: fault !== undefined && isFirst ? fault.error : merged.error,
    });
  }

  put(entry: DeadLetter): void {
    this.changes.set(entry.key, entry);
    for (const hold of entry.holds) this.byHold.set(hold, entry);
  }

  /** Lets go of a dead letter. Where its events fail once more under the same key, it goes on counting. */
  release(letter: DeadLetter): void {
    this.changes.set(letter.key, null);
    this.tried.set(letter.key, letter);
  }

  private holder(hold: string): DeadLetter | undefined {
    const drafted = this.byHold.get(hold);
    if (drafted !== undefined) return drafted;
    const based = this.base.holder(hold);
    return based !== undefined && this.changes.has(based.key) ? undefined : based;
  }
}

/** The event among those of the lists, in the order of the log, each once. */
const insert = (lists: HeldEvent[][], event: HeldEvent): HeldEvent[] => {
  const [first = []] = lists;
  if (lists.length < 2 && (first.at(-1)?.position ?? '') < event.position) return [...first, event];
  const all = new Map([...lists.flat(), event].map((one) => [one.position, one]));
  return [...all.values()].toSorted((a, b) => compare(a.position, b.position));
};
