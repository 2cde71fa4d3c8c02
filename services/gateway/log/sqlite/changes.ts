import type { Change, Expectation } from '../gateway-log.ts';

/**
 * Changes on their way to the writer. `parts` is flat, because that clones fastest: sequence number, kind, stream, expectation and number of
 * events of each change, then type, whether JSON, and the bytes of metadata and data of each event. `bytes` holds, event after event, id,
 * metadata and data.
 */
export interface Batch {
  parts: (number | string)[];
  bytes: Uint8Array<ArrayBuffer>;
}

const ID = 16;
const KINDS = ['append', 'soft', 'hard'] as const;
const EXPECTATIONS = ['any', 'no-stream', 'stream-exists'] as const;

const numberOf = (expected: Expectation): number => (typeof expected === 'number' ? expected : -1 - EXPECTATIONS.indexOf(expected));
const expectationOf = (number: number): Expectation => (number >= 0 ? number : EXPECTATIONS[-1 - number]!);

/** Everything that was asked for, in its order. The bytes are copied: those of a message share one large block, which would be cloned for each. */
export const pack = (changes: readonly { sequence: number; change: Change }[]): Batch => {
  let size = 0;
  for (const { change } of changes) {
    if (change.kind === 'append') for (const { metadata, data } of change.events) size += ID + metadata.byteLength + data.byteLength;
  }
  const parts: Batch['parts'] = [];
  const bytes = new Uint8Array(size);
  let at = 0;
  const put = (some: Uint8Array): void => {
    bytes.set(some, at);
    at += some.byteLength;
  };
  for (const { sequence, change } of changes) {
    const kind = KINDS.indexOf(change.kind === 'append' ? 'append' : change.how);
    const events = change.kind === 'append' ? change.events : [];
    parts.push(sequence, kind, change.stream, numberOf(change.expected), events.length);
    for (const { type, isJson, id, metadata, data } of events) {
      parts.push(type, isJson ? 1 : 0, metadata.byteLength, data.byteLength);
      put(id);
      put(metadata);
      put(data);
    }
  }
  return { parts, bytes };
};

/** What was packed. */
export const unpack = ({ parts, bytes }: Batch): { sequence: number; change: Change }[] => {
  const changes: { sequence: number; change: Change }[] = [];
  let [at, from] = [0, 0];
  const next = <T extends number | string>(): T => parts[at++] as T;
  const take = (length: number): Uint8Array => bytes.subarray(from, (from += length));
  while (at < parts.length) {
    const [sequence, kind] = [next<number>(), KINDS[next<number>()]!];
    const [stream, expected, count] = [next<string>(), expectationOf(next<number>()), next<number>()];
    if (kind !== 'append') {
      changes.push({ sequence, change: { kind: 'delete', stream, expected, how: kind } });
      continue;
    }
    const events = Array.from({ length: count }, () => {
      const [type, isJson] = [next<string>(), next<number>() === 1];
      const [metadataLength, dataLength] = [next<number>(), next<number>()];
      return { type, isJson, id: take(ID), metadata: take(metadataLength), data: take(dataLength) };
    });
    changes.push({ sequence, change: { kind: 'append', stream, expected, events } });
  }
  return changes;
};
