import type { EachBatchPayload, KafkaMessage } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Consumer } from '../messaging.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { Batch } from './entries.ts';
import { parseMessage } from './messages.ts';
import { within } from '../../kafka/within.ts';

/** Messages started before the offset is committed: the maximum whose state is unknown after a crash. */
const SLICE_SIZE = 500;
/** Interval of checks for slow messages, and of heartbeats. */
const CHECK_MS = 250;
/** A message that takes longer is stored, so that no offset waits for it. */
const SLOW_MS = 2000;
/** No more is fetched while a consumer has more waiting messages, in the store and in memory. */
const MAX_WAITING = 10_000;
/** Time allowed for aborted handlers to end before the group rebalances. */
const ABORT_TIMEOUT_MS = 5000;
/** Time allowed for the last commit. */
const COMMIT_TIMEOUT_MS = 3000;

/** Metadata of a commit: tells the next owner of the partition which messages may have been running if this process crashes. */
const inHandBelow = (offset: number): string => `in hand below ${offset}`;
const NOTHING_IN_HAND = '';
/** Parses committed metadata: messages below this offset may have been running when their process crashed; 0 for none. */
export const doubtfulBelow = (metadata: string | null): number => Number(/^in hand below (\d+)$/.exec(metadata ?? '')?.[1] ?? 0);

export interface DeliveryParts {
  log_id: string;
  consumer: Consumer;
  dispatcher: Dispatcher;
  /** Aborted when the consumer stops or the partitions were assigned again. */
  signal: AbortSignal;
  /** Whether the partitions were assigned again: nothing may be committed any more. */
  isOver: () => boolean;
  /** Resolves when the stored messages of the partition are loaded, to the offset below which messages may have been running at a crash. */
  opened: Promise<number>;
  commit: (offset: number, metadata: string) => Promise<void>;
}

/**
 * Delivers a batch of one partition in slices. Commits an offset when every message before it is done or stored. Messages are stored if they are of a long
 * kind, may have crashed a process, wait for a stored message of their key, or are slow.
 * @throws errors of the client, such as at a rebalance; running handlers are aborted, and the messages are delivered again
 */
export const deliver = async (payload: EachBatchPayload, parts: DeliveryParts): Promise<void> => {
  const { signal, dispatcher } = parts;
  const { messages } = payload.batch;
  const doubtfulBefore = await heartbeatUntil(parts.opened, payload, signal);
  const slices = Array.from({ length: Math.ceil(messages.length / SLICE_SIZE) }, (_, n) =>
    messages.slice(n * SLICE_SIZE, (n + 1) * SLICE_SIZE),
  );
  const ends = slices.map((slice) => Number(slice.at(-1)!.offset) + 1);
  for (const [n, slice] of slices.entries()) {
    while (dispatcher.size > MAX_WAITING && !signal.aborted) await heartbeatUntil(pause(CHECK_MS), payload, signal);
    if (signal.aborted || doubtfulBefore === undefined || payload.isStale()) return;
    await deliverSlice(slice, { payload, parts, doubtfulBefore, end: ends[n]!, nextEnd: ends[n + 1], isFirst: n === 0 });
  }
};

interface Slice {
  payload: EachBatchPayload;
  parts: DeliveryParts;
  doubtfulBefore: number;
  /** Offset after its last message. */
  end: number;
  /** The same for the next slice of the batch, if there is one. */
  nextEnd: number | undefined;
  isFirst: boolean;
}

const deliverSlice = async (
  slice: readonly KafkaMessage[],
  { payload, parts, doubtfulBefore, end, nextEnd, isFirst }: Slice,
): Promise<void> => {
  const { consumer, dispatcher, signal, commit } = parts;
  const of = { log_id: parts.log_id, group: consumer.group };
  const batch = dispatcher.append(slice.flatMap((message) => parseMessage(message, payload.batch.partition, of) ?? []));
  const { entries } = batch;
  const toStore = entries.filter((entry) => consumer.isLong || entry.message.offset < doubtfulBefore || dispatcher.isHeld(entry));
  let failure: { error: unknown } | undefined;
  try {
    if (isFirst && toStore.length < entries.length) await commit(Number(slice[0]!.offset), inHandBelow(end));
    const storing = dispatcher.defer(toStore, ({ message }) => (message.offset < doubtfulBefore ? { takes: 1 } : {}));
    dispatcher.begin(entries);
    await heartbeatUntil(storing, payload, signal);
    await waitUntilSettled(batch, payload, parts);
  } catch (error) {
    failure = { error };
  }
  const hasEnded = await within(ABORT_TIMEOUT_MS, dispatcher.abort(entries));
  dispatcher.forget(entries);
  if (parts.isOver()) return;
  batch.entries = []; // stored entries refer to the batch, and must not keep the others in memory
  const reached = entries.find(({ isSettled }) => !isSettled)?.message.offset ?? end;
  payload.resolveOffset(String(reached - 1));
  const inHand = hasEnded ? NOTHING_IN_HAND : inHandBelow(end);
  const isLast = failure !== undefined || signal.aborted;
  const committing = commit(reached, isLast || nextEnd === undefined ? inHand : inHandBelow(nextEnd));
  if (isLast) await within(COMMIT_TIMEOUT_MS, committing); // without it the next owner handles the slice again
  else await committing;
  if (failure) throw failure.error;
};

/** Resolves when all are done or stored, or at the signal. */
const waitUntilSettled = async (batch: Batch, payload: EachBatchPayload, { dispatcher, signal }: DeliveryParts): Promise<void> => {
  let checked = performance.now();
  while (batch.left > 0 && !signal.aborted) {
    const isTime = performance.now() - checked >= CHECK_MS;
    if (isTime || batch.hasDeferred) {
      if (isTime) checked = performance.now();
      batch.hasDeferred = false;
      const late = batch.entries.filter((entry) => !entry.isSettled && (dispatcher.isHeld(entry) || dispatcher.age(entry) > SLOW_MS));
      // a running message counts as started, in case the process crashes
      void dispatcher.defer(late, (entry) => (dispatcher.isInHand(entry) ? { takes: 1 } : {}));
      await payload.heartbeat();
    } else await batch.next(CHECK_MS);
  }
};

/** Sends heartbeats until the work resolves; undefined if the signal comes first. The work must not reject. */
const heartbeatUntil = async <T>(work: Promise<T>, payload: EachBatchPayload, signal: AbortSignal): Promise<T | undefined> => {
  let isDone = false;
  let wake = (): void => undefined;
  void work.then(() => {
    isDone = true;
    wake();
  });
  while (!signal.aborted) {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, CHECK_MS);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (isDone) wake();
    });
    if (isDone) return work;
    await payload.heartbeat();
  }
  return undefined;
};
