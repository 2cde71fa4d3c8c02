import { join } from 'node:path';
import { erasureTypes } from '#contracts/people/erasures';
import { EventLog } from '#infra/event-store/event-log';
import type { EventStore, StoredEvent, Subscription, SubscriptionMessage } from '#infra/event-store/event-store';
import { type Message, type Messaging } from '#infra/messaging/messaging';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { projections } from '#projections/projections';
import type { AnyProjection } from '#projections/runner/projection';
import { ProjectionRunner } from '#projections/runner/runner';
import type { Kernel } from '#services/cli/kernel';
import { copyOfFolder, history } from './history.ts';
import { closeFolder, openFolder } from './parts.ts';
import { tally } from './tally.projection.ts';
import { isClean, type Scenario, type Trial, until } from './trial.ts';
import { checkDocuments } from './verify.ts';

type Deliver = (events: StoredEvent[]) => Iterable<StoredEvent>;
const WINDOW = 40;

/** A log that delivers what it holds in its own way, window by window. */
const delivering = (store: EventStore, deliver: Deliver): EventStore => {
  async function* subscribe(subscription: Subscription): AsyncGenerator<SubscriptionMessage, void> {
    let window: StoredEvent[] = [];
    for await (const message of store.subscribe(subscription)) {
      if (message.kind === 'event') window.push(message.event);
      if (message.kind === 'event' && window.length < WINDOW) continue;
      for (const event of deliver(window)) yield { kind: 'event', event };
      window = [];
      if (message.kind !== 'event') yield message;
    }
  }
  return new Proxy(store, {
    get: (target, name) => {
      const value: unknown = name === 'subscribe' ? subscribe : Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
};

/** Some of a window, again and again, and once more all of it. */
const again = (trial: Trial): Deliver =>
  function* (events) {
    for (const [at, event] of events.entries()) {
      yield event;
      if (trial.chance() < 0.2) yield* events.slice(Math.max(0, at - 10), at + 1);
    }
    yield* events;
  };

/**
 * Any order in which the events of each patient, and of each stream that belongs to none, keep theirs. A batch is a window: beyond one a log
 * delivers in the order of its positions, by which followers know what they have taken. The end of a window stays its end, and one that
 * erases stays as it is, since an erasure is a batch of its own.
 */
const shuffled = (trial: Trial): Deliver =>
  function* (window) {
    if (window.some(({ type }) => erasureTypes.includes(type))) return yield* window;
    const [events, last] = [window.slice(0, -1), window.slice(-1)];
    const lanes = new Map<string, StoredEvent[]>();
    for (const event of events) {
      const lane = event.metadata.patient_id ?? event.stream;
      lanes.set(lane, [...(lanes.get(lane) ?? []), event]);
    }
    const left = [...lanes.values()];
    while (left.length > 0) {
      const at = Math.floor(trial.chance() * left.length);
      yield left[at]!.shift()!;
      if (left[at]!.length === 0) left.splice(at, 1);
    }
    yield* last;
  };

/** Builds documents anew from such a log, and holds them against the fold of the log as it is. */
const buildFrom = async (trial: Trial, deliver: Deliver, all: readonly AnyProjection[], batch: number): Promise<void> => {
  const kernel = await openFolder(await copyOfFolder(trial, (await history(trial)).today.data));
  const documents = await SqliteReadStore.open({ file: join(await trial.folder(), 'documents.sqlite') });
  const log = new EventLog(delivering(kernel.events, deliver), kernel.keys);
  const runner = new ProjectionRunner({ log, store: documents, projections: all, batch });
  await runner.start();
  await until('everything is delivered', async () => (await runner.status()).every(({ lag, rebuilding }) => lag === 0 && !rebuilding));
  await runner.stop();
  const beside: Kernel = { ...kernel, documents };
  await checkDocuments(beside, all, 'after such deliveries', trial.found);
  await documents.close();
  await closeFolder(kernel);
};

const MESSAGES = 120;
const KEYS = 7;

/** Publishes the same jobs in any order and any number of times, through closing and opening; each has to be done once, each key in order. */
const publishAgain = async (trial: Trial): Promise<void> => {
  const file = join(await trial.folder(), 'messages.sqlite');
  const done: number[] = [];
  const messages: Message[] = Array.from({ length: MESSAGES }, (_, n) => ({ topic: 'jobs', id: `${n}`, key: `${n % KEYS}`, body: { n } }));
  const consume = (messaging: Messaging): Promise<unknown> =>
    messaging.consume({
      topic: 'jobs',
      group: 'g',
      concurrency: 3,
      backoff: () => 1,
      handle: async ({ body, attempt }) => {
        if (attempt === 1 && trial.chance() < 0.2) throw new Error('once');
        done.push(Number(body['n']));
      },
    });
  for (let life = 0; life < 3; life += 1) {
    const messaging = await SqliteMessaging.open({ file });
    await consume(messaging);
    const known = messages.slice(0, ((life + 1) * MESSAGES) / 3);
    await messaging.publish(known);
    const repeated = known.toSorted(() => trial.chance() - 0.5);
    await Promise.all(repeated.map((message) => messaging.publish([message, message])));
    if (life === 2) await until('all jobs are done', async () => (await messaging.depth('jobs', 'g')) === 0);
    await messaging.close();
  }
  const times = new Map<number, number>();
  for (const n of done) times.set(n, (times.get(n) ?? 0) + 1);
  for (const { id } of messages) {
    const found = times.get(Number(id)) ?? 0;
    if (found === 0) trial.found.lost.push(`job ${id} was published many times and never done`);
    if (found > 1) trial.found.doubled.push(`job ${id} was done ${found} times`);
  }
  for (let key = 0; key < KEYS; key += 1) {
    const ofKey = done.filter((n) => n % KEYS === key);
    if (ofKey.join() !== ofKey.toSorted((a, b) => a - b).join())
      trial.found.doubled.push(`the jobs of key ${key} were done out of order: ${ofKey.join(', ')}`);
  }
};

/** What is delivered more than once, or in another order than it was recorded. */
export const deliveries: Scenario[] = [
  {
    name: 'events that are delivered again and again are folded once',
    // with a batch of one event, and some others, the runner leaves repeats out before they are folded: another round has another batch
    run: async (trial) => {
      for (let round = 0; round < trial.rounds; round += 1) {
        await buildFrom(trial, again(trial), [...projections, tally], 1 + Math.floor(trial.chance() * 60));
        if (trial.untilFound && !isClean(trial.found)) return;
      }
    },
  },
  {
    name: 'events in any order that keeps that of each patient give the same documents',
    run: (trial) => buildFrom(trial, shuffled(trial), projections, WINDOW),
  },
  { name: 'jobs that are published again and again are done once, and in the order of their key', run: publishAgain },
];
