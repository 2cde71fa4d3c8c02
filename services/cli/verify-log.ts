import { type ErasureEvent, erasureTypes } from '#contracts/people/erasures';
import { type Chain, chained, emptyChain } from '#infra/event-store/chain-hash';
import type { EventLog } from '#infra/event-store/event-log';
import { UnknownEvent } from '#infra/event-store/event-log.contracts';
import type { EventStore, StoredEvent } from '#infra/event-store/event-store';
import { bytesOf } from '#infra/files/bytes-of';
import { type Files, FilesUnavailable } from '#infra/files/files';
import { type Keys, KeysUnavailable, type SealingKey } from '#infra/keys/keys';

export interface LogCheck {
  events: number;
  streams: number;
  /** Known to be erased. */
  erased: number;
  chain_hash: string;
  /** What is wrong and where, in words without data. */
  wrong: string[];
  /** What is unusual and may be right. */
  remarks: string[];
}

interface Parts {
  log: EventLog;
  keys: Keys;
  files: Files;
}

const placeOf = ({ stream, revision, position }: StoredEvent): string => `revision ${revision} of ${stream} at ${position}`;

class LogVerification {
  readonly check: LogCheck = { events: 0, streams: 0, erased: 0, chain_hash: '', wrong: [], remarks: [] };
  private readonly revisions = new Map<string, number>();
  private chain: Chain = emptyChain;
  private last = '';
  /** The chain up to each order of an erasure. */
  private readonly chains = new Map<string, Chain>();
  private readonly files = new Map<string, readonly string[]>();
  private readonly ordered = new Set<string>();
  private readonly sealedByDestroyed = new Map<string, { events: number; first: string }>();
  private readonly unopened = new Map<string, { events: number; first: string }>();
  private readonly destroyed = new Set<string>();

  constructor(private readonly parts: Parts) {}

  async run(): Promise<LogCheck> {
    const { store } = this.parts.log;
    const { check } = this;
    for await (const { id, destroyed_at } of this.parts.keys.list()) if (destroyed_at !== undefined) this.destroyed.add(id);
    if (!store.maintenance) check.remarks.push('the files of the log lie on a server: only its own tools check those');
    for (const found of (await store.maintenance?.check()) ?? []) check.wrong.push(`the file of the log: ${found}`);
    try {
      for await (const stored of store.readAll()) await this.take(store, stored);
    } catch (error) {
      check.wrong.push(`the log cannot be read after ${this.last || 'its beginning'}: ${(error as Error).message}`);
    }
    for (const [fault, { events, first }] of this.unopened) check.wrong.push(`${fault}: ${events} events, the first is ${first}`);
    this.judgeDestroyed();
    return { ...check, events: this.chain.events, streams: this.revisions.size, chain_hash: this.chain.chain_hash };
  }

  private async take(store: EventStore, stored: StoredEvent): Promise<void> {
    const { stream, revision, position, content_hash, intact } = stored;
    const { wrong } = this.check;
    const before = this.last;
    if (position <= before) wrong.push(`${placeOf(stored)} does not come after ${before}`);
    if (store.gapless && before !== '' && BigInt(position) !== BigInt(before) + 1n)
      wrong.push(`events are missing between ${before} and ${position}`);
    const expected = (this.revisions.get(stream) ?? -1) + 1;
    if (revision !== expected) wrong.push(`${placeOf(stored)} should be revision ${expected}: an event of the stream is missing`);
    this.last = position;
    this.revisions.set(stream, revision);
    this.chain = chained(this.chain, content_hash);
    if (!intact) wrong.push(`${placeOf(stored)} is not what was recorded: the content hash does not match`);
    else await this.open(stored);
    // what an erasure took is not sealed: an older key store may lack the key of its reason
    const { log } = this.parts;
    const data = erasureTypes.includes(stored.type) && log.knows(stored) ? log.unsealed(stored) : undefined;
    if (data !== undefined) await this.noteErasure({ type: stored.type, data } as unknown as ErasureEvent, stored);
  }

  private async open(stored: StoredEvent): Promise<void> {
    const { wrong } = this.check;
    try {
      const opened = await this.parts.log.open(stored);
      if (opened.kind === 'forged') wrong.push(`${placeOf(stored)} is not what was recorded: ${opened.reason}`);
      else if (opened.kind === 'erased') this.noteErased(stored);
    } catch (error) {
      if (error instanceof UnknownEvent) wrong.push(`${placeOf(stored)}: ${error.message}; a later release wrote it`);
      else if (error instanceof KeysUnavailable) await this.noteUnopened(stored);
      else throw error;
    }
  }

  private noteErased(stored: StoredEvent): void {
    this.check.erased += 1;
    for (const id of stored.metadata.key_ids) count(this.sealedByDestroyed, id, stored);
  }

  /** A key that does not open is named once, with why. */
  private async noteUnopened({ metadata, ...stored }: StoredEvent): Promise<void> {
    for (const id of metadata.key_ids) {
      const fault = await this.parts.keys.open(id).then(
        () => undefined,
        (error: unknown) => (error as Error).message,
      );
      if (fault !== undefined) count(this.unopened, `key ${id} does not open: ${fault}`, { metadata, ...stored });
    }
  }

  private async noteErasure(event: ErasureEvent, stored: StoredEvent): Promise<void> {
    const { wrong } = this.check;
    if (event.type === 'ErasureOrdered') {
      this.chains.set(event.data.erasure_id, this.chain);
      this.files.set(event.data.erasure_id, event.data.files);
      return;
    }
    const { erasure_id, keys, log } = event.data;
    const then = this.chains.get(erasure_id);
    if (then && (then.events !== log.events || then.chain_hash !== log.chain_hash)) {
      wrong.push(`the log before erasure ${erasure_id} is not what it was when that was done (${placeOf(stored)})`);
    }
    for (const { subject, key_ids } of keys) {
      for (const id of key_ids) {
        this.ordered.add(id);
        const held = await this.keyOf(id);
        if (held !== undefined && held !== 'destroyed')
          wrong.push(`key ${id} of ${subject} stands, though erasure ${erasure_id} destroyed it`);
      }
    }
    for (const name of this.files.get(erasure_id) ?? []) {
      if (await this.isThere(name)) wrong.push(`file ${name} is there, though erasure ${erasure_id} removed it`);
    }
  }

  /** A key that does not open is named where an event needs it. */
  private async keyOf(id: string): Promise<SealingKey | 'destroyed' | undefined> {
    try {
      return await this.parts.keys.open(id);
    } catch (error) {
      this.remarkOnce(`whether keys of erased records are destroyed could not be checked: ${(error as Error).message}`);
      return undefined;
    }
  }

  /** A database with the files that is away says nothing about the log. */
  private async isThere(name: string): Promise<boolean> {
    try {
      return (await bytesOf(this.parts.files, name)) !== undefined;
    } catch (error) {
      if (!(error instanceof FilesUnavailable)) throw error;
      this.remarkOnce(`whether files of erased records are gone could not be checked: ${error.message}`);
      return false;
    }
  }

  private remarkOnce(remark: string): void {
    if (!this.check.remarks.includes(remark)) this.check.remarks.push(remark);
  }

  /** Destroyed by an erasure that came after this state of the log, or by none. */
  private judgeDestroyed(): void {
    for (const [id, { events, first }] of this.sealedByDestroyed) {
      if (this.ordered.has(id) || !this.destroyed.has(id)) continue;
      this.check.remarks.push(`key ${id} was destroyed and no erasure in this log says so: ${events} events, the first is ${first}`);
    }
  }
}

const count = (of: Map<string, { events: number; first: string }>, id: string, stored: StoredEvent): void => {
  const known = of.get(id);
  of.set(id, known ? { ...known, events: known.events + 1 } : { events: 1, first: placeOf(stored) });
};

/**
 * Reads the whole log: each event's hash, positions and revisions without gaps, each event opens or is known to be erased, erased keys and
 * files are gone, and the log before each erasure has the hash that the erasure recorded.
 * @throws KeysUnavailable where the key store cannot be read at all
 */
export const verifyLog = (parts: Parts): Promise<LogCheck> => new LogVerification(parts).run();
