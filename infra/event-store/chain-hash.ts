import { createHash } from 'node:crypto';
import type { EventStore, Position, StoredEvent } from './event-store.ts';

/** What stands for a part of the log: so many events, and one hash that no change to any of them leaves as it is. */
export interface Chain {
  events: number;
  /** Hex SHA-256. */
  chain_hash: string;
}

export const emptyChain: Chain = { events: 0, chain_hash: '0'.repeat(64) };

/**
 * The chain with one event more: SHA-256 over the 32 bytes of the chain so far and the 32 bytes of the event's content hash. Positions are
 * no part of it: a moved or restored log has the same chains. Begins with 32 zero bytes.
 */
export const chained = ({ events, chain_hash }: Chain, content_hash: string): Chain => ({
  events: events + 1,
  chain_hash: createHash('sha256').update(chain_hash, 'hex').update(content_hash, 'hex').digest('hex'),
});

/** What is known of the log up to a position, without opening anything. */
export interface LogProof {
  log: Chain;
  /** Events sealed under one of the keys that were asked about. */
  sealed: Chain & { streams: number };
  /** Events whose bytes no longer have the hash that they were stored with. */
  damaged: Pick<StoredEvent, 'stream' | 'revision' | 'position'>[];
}

/** Reads the log up to a position (inclusive) and chains its content hashes: those of all events, and those sealed under the given keys. */
export const proveLog = async (store: EventStore, upTo: Position, keyIds: ReadonlySet<string> = new Set()): Promise<LogProof> => {
  let [log, sealed] = [emptyChain, emptyChain];
  const streams = new Set<string>();
  const damaged: LogProof['damaged'] = [];
  for await (const { stream, revision, position, content_hash, intact, metadata } of store.readAll()) {
    if (position > upTo) break;
    log = chained(log, content_hash);
    if (!intact) damaged.push({ stream, revision, position });
    if (!(metadata.key_ids ?? []).some((id) => keyIds.has(id))) continue;
    sealed = chained(sealed, content_hash);
    streams.add(stream);
  }
  return { log, sealed: { ...sealed, streams: streams.size }, damaged };
};
