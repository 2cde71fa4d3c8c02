import type { Consumer as Client, EachBatchPayload, Kafka } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import { ReadStoreUnavailable } from '../../read-store/read-store.ts';
import type { Consumer } from '../messaging.ts';
import { deliver, doubtfulBelow } from './delivery.ts';
import type { DeferredMessages } from './deferred-messages.ts';
import { Dispatcher } from './dispatcher.ts';
import type { LanesInHand } from './entries.ts';
import { failureOf } from '../../kafka/reason.ts';
import { within } from '../../kafka/within.ts';

/** The group removes a member without a heartbeat for this time, or longer if its handler may block the process for longer. */
const SESSION_TIMEOUT_MS = 10_000;
const HEARTBEAT_MS = 2000;
const MAX_FETCH_WAIT_MS = 500;
/** Larger fetches would survive the young generation of the heap before they are handled. */
const MAX_FETCH_BYTES = 1_000_000;
const MAX_PARTITION_FETCH_BYTES = 250_000;
const DISCONNECT_TIMEOUT_MS = 3000;
/** Interval of looking for stored messages that are not in memory. */
const RELOAD_MS = 300_000;
const reconnectDelay = (attempt: number): number => Math.min(10_000, 200 * 2 ** Math.min(attempt - 1, 6)) * (0.75 + Math.random() / 2);

/** Committed offset of a partition; -1 if there is none. */
export interface Committed {
  partition: number;
  offset: string;
  metadata: string | null;
}

export interface MemberParts {
  connect: () => Kafka;
  log_id: string;
  /** Names at the brokers. */
  topic: string;
  groupId: string;
  partitions: number;
  consumer: Consumer;
  store: DeferredMessages;
  inHand: LanesInHand;
  /** Creates the topic if it is missing. */
  prepare: () => Promise<void>;
  fetchCommitted: () => Promise<readonly Committed[]>;
}

/** Partitions of a member between two rebalances of its group. */
interface Assignment {
  partitions: readonly number[];
  over: AbortController;
  /** Aborted at the next assignment, or when the consumer stops. */
  signal: AbortSignal;
  /** Resolves when the stored messages are loaded, to the offset of each partition below which messages may have been running at a crash. */
  opened: Promise<Map<number, number>>;
}

/** Member of a consumer group. Its connection is renewed whenever it is lost. */
export class Member {
  /** Reason why nothing is delivered at the moment. */
  waiting: string | undefined;
  private readonly dispatcher: Dispatcher;
  private readonly stopping = new AbortController();
  private assignment: Assignment | undefined;
  private batches = new Set<Promise<void>>();
  private readonly done: Promise<void>;

  constructor(private readonly parts: MemberParts) {
    const { consumer, store, inHand } = parts;
    this.dispatcher = new Dispatcher(consumer, store, inHand);
    this.done = this.run();
  }

  /** Aborts running handlers and waits for them. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.dispatcher.stop(), this.done]);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    for (let attempt = 1; !signal.aborted; attempt++) {
      const began = performance.now();
      await this.session().catch((error: unknown) => (this.waiting = reasonOf(error)));
      if (performance.now() - began > 60_000) attempt = 1;
      if (!signal.aborted) await pause(reconnectDelay(attempt), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Lasts until the connection is lost or the consumer stops. Stored messages are handled regardless. */
  private async session(): Promise<void> {
    const { signal } = this.stopping;
    const { connect, groupId, prepare, consumer } = this.parts;
    const end = new AbortController(); // removes the listener with the session
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true, signal: end.signal });
    });
    const unlessStopped = (work: Promise<unknown>) => Promise.race([work, stopped]);
    let client: Client | undefined;
    try {
      await unlessStopped(prepare());
      if (signal.aborted) return;
      client = connect().consumer({
        groupId,
        sessionTimeout: Math.max(SESSION_TIMEOUT_MS, consumer.max_block_ms ?? 0),
        heartbeatInterval: HEARTBEAT_MS,
        maxWaitTimeInMs: MAX_FETCH_WAIT_MS,
        maxBytes: MAX_FETCH_BYTES,
        maxBytesPerPartition: MAX_PARTITION_FETCH_BYTES,
        allowAutoTopicCreation: false,
        retry: { retries: 4, initialRetryTime: 100, maxRetryTime: 1000, restartOnFailure: () => Promise.resolve(false) },
      });
      await unlessStopped(this.consume(client, end.signal));
    } finally {
      end.abort();
      await Promise.allSettled(this.batches); // they commit, for which they need the client
      if (client) await within(DISCONNECT_TIMEOUT_MS, client.disconnect());
    }
  }

  /** @param ended aborted when the client is abandoned, whose events are ignored from then on. @throws the error that stopped the client */
  private async consume(client: Client, ended: AbortSignal): Promise<void> {
    const { topic, partitions } = this.parts;
    const crashed = new Promise<never>((_, reject) => {
      client.on(client.events.CRASH, ({ payload }) => reject(payload.error));
    });
    crashed.catch(() => undefined);
    client.on(client.events.GROUP_JOIN, ({ payload }) => {
      if (!ended.aborted) this.assign(payload.memberAssignment[topic] ?? []);
    });
    await client.connect();
    await client.subscribe({ topics: [topic], fromBeginning: true });
    await client.run({
      autoCommit: false,
      eachBatchAutoResolve: false,
      partitionsConsumedConcurrently: partitions,
      eachBatch: async (payload) => {
        if (!ended.aborted) await this.take(client, payload);
      },
    });
    await crashed;
  }

  private assign(partitions: readonly number[]): void {
    this.assignment?.over.abort();
    const over = new AbortController();
    const signal = AbortSignal.any([over.signal, this.stopping.signal]);
    const assignment: Assignment = { partitions, over, signal, opened: Promise.resolve(new Map()) };
    this.assignment = assignment;
    assignment.opened = this.open(assignment, [...this.batches]);
  }

  /** @param before batches of the previous assignment, which have to end first */
  private async open(assignment: Assignment, before: readonly Promise<void>[]): Promise<Map<number, number>> {
    const { store, consumer, fetchCommitted } = this.parts;
    const { signal } = assignment;
    await Promise.allSettled(before);
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        const committed = await fetchCommitted();
        const stored = await store.load(consumer.topic, consumer.group, assignment.partitions);
        if (signal.aborted) break;
        this.dispatcher.replace(assignment.partitions, stored);
        this.waiting = undefined;
        void this.reloadPeriodically(assignment);
        return new Map(committed.map(({ partition, metadata }) => [partition, doubtfulBelow(metadata)]));
      } catch (error) {
        this.waiting = reasonOf(error);
        await pause(reconnectDelay(attempt), undefined, { signal }).catch(() => undefined);
      }
    }
    return new Map();
  }

  /** Finds messages that a former owner stored after they were loaded here. */
  private async reloadPeriodically({ partitions, signal }: Assignment): Promise<void> {
    const { store, consumer } = this.parts;
    for (;;) {
      await pause(RELOAD_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      const stored = await store.load(consumer.topic, consumer.group, partitions).catch(() => []); // retried at the next interval
      if (!signal.aborted) this.dispatcher.adopt(stored);
    }
  }

  private take(client: Client, payload: EachBatchPayload): Promise<void> {
    const { assignment, stopping, dispatcher } = this;
    if (assignment === undefined || stopping.signal.aborted) return Promise.resolve();
    const { log_id, consumer, topic } = this.parts;
    const { partition } = payload.batch;
    const batch = deliver(payload, {
      log_id,
      consumer,
      dispatcher,
      signal: assignment.signal,
      isOver: () => assignment.over.signal.aborted,
      opened: assignment.opened.then((doubtful) => doubtful.get(partition) ?? 0),
      commit: (offset, metadata) => client.commitOffsets([{ topic, partition, offset: String(offset), metadata }]),
    });
    this.batches.add(batch);
    return batch.finally(() => this.batches.delete(batch));
  }
}

const reasonOf = (error: unknown): string => (error instanceof ReadStoreUnavailable ? error.message : `Kafka ${failureOf(error)}`);
