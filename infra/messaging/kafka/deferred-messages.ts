import { v5 as uuidv5 } from 'uuid';
import {
  type DocumentWrite,
  type Filter,
  type JsonObject,
  type ReadStore,
  type StoredDocument,
  WriteConflict,
} from '../../read-store/read-store.ts';
import type { DeadLetter, Undone } from '../messaging.ts';
import type { Fetched } from './messages.ts';

const COLLECTION = 'deferred-messages';
const INDEXES = [
  ['log_id', 'topic', 'group', 'state', 'partition', 'offset'],
  ['log_id', 'state', 'failed_at'],
];
/** Documents of one write. */
const WRITTEN_AT_ONCE = 500;

/** Stored message that a group did not finish at its first delivery. When it is done, the document is removed and its id is kept. */
export interface DeferredMessage {
  log_id: string;
  topic: string;
  group: string;
  message_id: string;
  key: string;
  body: JsonObject;
  /** Its place in Kafka: the owner of the partition handles it, messages of a key in the order of their offsets. */
  partition: number;
  offset: number;
  /** Milliseconds since 1970, by the clock of the process that published it. */
  published_at: number;
  /** Time of the next attempt in milliseconds since 1970; 0: immediately. */
  due: number;
  /** Number of attempts that failed. */
  failures: number;
  /** Number of runs that were started since the last failure and did not end, including the present one. */
  takes: number;
  state: 'waiting' | 'dead';
  error: string | null;
  /** ISO time; null while it waits. */
  failed_at: string | null;
}

/** Changeable fields of a deferred message. */
export type Changes = Partial<Pick<DeferredMessage, 'due' | 'failures' | 'takes' | 'state' | 'error' | 'failed_at'>>;

/** Document of a deferred message as last read or written. */
export interface Stored {
  id: string;
  position: string;
  message: DeferredMessage;
}

/** Positions of these documents count their writes. */
const FIRST = String(1).padStart(10, '0');
const next = (position: string): string => String(Number(position) + 1).padStart(10, '0');

const nothing = () => new Error('there is no such dead letter');

/** Changes that turn a waiting message into a dead letter. */
export const deadWith = (error: string): Changes => ({ state: 'dead', error, failed_at: new Date().toISOString() });

/**
 * Deferred messages and dead letters of one log, in the read store. Messages of other logs, such as the one before a restore, are not
 * found. Writes are guarded by the position that was read. Every call may throw ReadStoreUnavailable.
 */
export class DeferredMessages {
  private defined: Promise<void> | undefined;

  constructor(
    private readonly store: ReadStore,
    private readonly log_id: string,
  ) {}

  /**
   * Stores messages of a group. A message that is already stored is not changed; one that is done or dead is not revived, unless it was published again.
   * @returns the waiting messages by message id
   */
  async add(topic: string, group: string, messages: readonly { message: Fetched; changes: Changes }[]): Promise<Map<string, Stored>> {
    await this.define();
    const wanted = new Map(messages.map((one) => [this.idOf(topic, group, one.message.id), one]));
    const waiting = new Map<string, Stored>();
    while (wanted.size > 0) {
      const ids = [...wanted.keys()].slice(0, WRITTEN_AT_ONCE);
      const present = new Map((await this.store.getMany<DeferredMessage>(COLLECTION, ids)).map((found) => [found.id, found]));
      const writes: DocumentWrite[] = [];
      for (const id of ids) {
        const { message, changes } = wanted.get(id)!;
        const found = present.get(id);
        if (found !== undefined && (found.data?.state === 'waiting' || !message.isAgain)) {
          if (found.data?.state === 'waiting') waiting.set(message.id, { id, position: found.position, message: found.data });
          wanted.delete(id);
          continue;
        }
        const data = { ...this.fresh(topic, group, message), ...changes };
        writes.push(writeOf(id, found?.position ?? null, data));
        if (data.state === 'waiting') waiting.set(message.id, { id, position: writes.at(-1)!.position, message: data });
      }
      try {
        await this.store.write(writes);
        for (const { id } of writes) wanted.delete(id);
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error; // read again what is stored now
      }
    }
    return waiting;
  }

  /** Waiting messages of these partitions, in the order of their offsets. */
  async load(topic: string, group: string, partitions: readonly number[]): Promise<Stored[]> {
    const filter: Filter = { ...of(topic, group, 'waiting'), partition: { in: partitions } };
    return this.find(filter, 'offset');
  }

  /**
   * Changes a message, or removes it as done (null). Reads it again if another process changed it in between.
   * @param change computes the changes from the stored state; undefined for none
   * @returns the new state; undefined if it is done
   */
  async update(stored: Stored, change: (message: DeferredMessage) => Changes | null | undefined): Promise<Stored | undefined> {
    for (let now: Stored | undefined = stored; now !== undefined; now = await this.get(stored.id)) {
      const changes = change(now.message);
      if (changes === undefined) return now;
      const message = changes === null ? null : { ...now.message, ...changes };
      const write = writeOf(now.id, now.position, message);
      try {
        await this.store.write([write]);
        return message === null ? undefined : { id: now.id, position: write.position, message };
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
      }
    }
    return undefined;
  }

  /** Number of waiting messages. */
  async count(topic: string, group: string): Promise<number> {
    await this.define();
    const filter = { log_id: { eq: this.log_id }, ...of(topic, group, 'waiting') };
    return (await this.store.find(COLLECTION, { filter, take: 0 })).overall_count;
  }

  /** Dead letters of a topic and group, or of all; oldest first. */
  async deadLetters(topic?: string, group?: string): Promise<DeadLetter[]> {
    const filter: Filter = {
      state: { eq: 'dead' },
      ...(topic !== undefined && { topic: { eq: topic } }),
      ...(group !== undefined && { group: { eq: group } }),
    };
    return (await this.find(filter, 'failed_at')).map(({ message }) => deadLetterOf(message));
  }

  /** Everything that a group has stored here: what waits, in the order of the offsets, then its dead letters. */
  async undone(topic: string, group: string): Promise<{ stored: Stored; undone: Undone }[]> {
    const all = [...(await this.find(of(topic, group, 'waiting'), 'offset')), ...(await this.find(of(topic, group, 'dead'), 'failed_at'))];
    return all.map((stored) => ({ stored, undone: undoneOf(stored.message) }));
  }

  /** Those of these messages that were stored and are done. */
  async done(topic: string, group: string, message_ids: readonly string[]): Promise<Set<string>> {
    await this.define();
    const done = new Set<string>();
    for (let n = 0; n < message_ids.length; n += WRITTEN_AT_ONCE) {
      const ids = new Map(message_ids.slice(n, n + WRITTEN_AT_ONCE).map((id) => [this.idOf(topic, group, id), id]));
      for (const { id, data } of await this.store.getMany(COLLECTION, [...ids.keys()])) if (data === null) done.add(ids.get(id)!);
    }
    return done;
  }

  /** Stores a dead letter of another engine. */
  async addDead({ topic, group, id, key, body, failures, dead }: Undone & Required<Pick<Undone, 'dead'>>): Promise<void> {
    const message = { id, key, body, partition: 0, offset: 0, published_at: Date.now(), isAgain: true };
    await this.add(topic, group, [{ message, changes: { state: 'dead', failures, ...dead } }]);
  }

  /** @throws Error if there is no such dead letter */
  async deadLetter(topic: string, group: string, message_id: string): Promise<DeadLetter> {
    return deadLetterOf((await this.dead(topic, group, message_id)).message);
  }

  /** Removes a dead letter; its id is kept. @throws Error if there is none */
  async drop(topic: string, group: string, message_id: string): Promise<void> {
    const dead = await this.dead(topic, group, message_id);
    // one that is waiting again was published again in the meantime
    await this.update(dead, ({ state }) => (state === 'dead' ? null : undefined));
  }

  private async dead(topic: string, group: string, message_id: string): Promise<Stored> {
    await this.define();
    const found = await this.get(this.idOf(topic, group, message_id));
    if (found?.message.state !== 'dead') throw nothing();
    return found;
  }

  private async get(id: string): Promise<Stored | undefined> {
    const found = await this.store.get<DeferredMessage>(COLLECTION, id);
    return found?.data ? storedOf({ ...found, data: found.data }) : undefined;
  }

  private async find(filter: Filter, sort: keyof DeferredMessage): Promise<Stored[]> {
    await this.define();
    const query = { filter: { log_id: { eq: this.log_id }, ...filter }, sort: [[sort, 'asc'] as const], counted: false };
    return (await this.store.find<DeferredMessage>(COLLECTION, query)).items.map(storedOf);
  }

  private fresh(topic: string, group: string, { id: message_id, isAgain: _isAgain, ...message }: Fetched): DeferredMessage {
    const state = { due: 0, failures: 0, takes: 0, state: 'waiting', error: null, failed_at: null } as const;
    return { log_id: this.log_id, topic, group, message_id, ...message, ...state };
  }

  private idOf(topic: string, group: string, message_id: string): string {
    return uuidv5(`${topic}\n${group}\n${message_id}`, this.log_id);
  }

  private define(): Promise<void> {
    this.defined ??= this.store.define(COLLECTION, INDEXES).catch((error: unknown) => {
      this.defined = undefined;
      throw error;
    });
    return this.defined;
  }
}

const of = (topic: string, group: string, state: DeferredMessage['state']): Filter => ({
  topic: { eq: topic },
  group: { eq: group },
  state: { eq: state },
});

const storedOf = ({ id, position, data }: StoredDocument<DeferredMessage> & { data: DeferredMessage }): Stored => ({
  id,
  position,
  message: data,
});

const writeOf = (id: string, expected: string | null, data: DeferredMessage | null): DocumentWrite => ({
  collection: COLLECTION,
  id,
  expected,
  position: expected === null ? FIRST : next(expected),
  data: data as unknown as JsonObject | null,
});

const undoneOf = ({ topic, group, message_id: id, key, body, failures, state, failed_at, error }: DeferredMessage): Undone => ({
  topic,
  group,
  id,
  key,
  body,
  failures,
  ...(state === 'dead' && { dead: { failed_at: failed_at!, error: error! } }),
});

const deadLetterOf = ({ topic, group, message_id: id, key, body, failed_at, failures, error }: DeferredMessage): DeadLetter => ({
  topic,
  group,
  id,
  key,
  body,
  failed_at: failed_at!,
  attempts: failures,
  error: error!,
});
