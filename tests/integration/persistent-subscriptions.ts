import { randomUUID } from 'node:crypto';
import type * as EventStore from '@eventstore/db-client';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';

type Client = EventStore.EventStoreDBClient;
type Taken = EventStore.ResolvedEvent & { retryCount: number };

/** What both official clients have in common. */
export type Library = Pick<
  typeof EventStore,
  | 'binaryEvent'
  | 'END'
  | 'eventTypeFilter'
  | 'jsonEvent'
  | 'PARK'
  | 'persistentSubscriptionToAllSettingsFromDefaults'
  | 'persistentSubscriptionToStreamSettingsFromDefaults'
  | 'START'
  | 'streamNameFilter'
>;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Resolves once it holds. @throws after ten seconds */
export const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const last = Date.now() + 10_000;
  while (!(await holds())) {
    if (Date.now() > last) throw new Error('it did not come about');
    await pause(20);
  }
};

/** Takes messages until `count` of them came, answering each, and leaves. */
export const take = async (
  subscription: EventStore.PersistentSubscriptionToStream,
  count: number,
  answer: (event: Taken) => Promise<void> = (event) => subscription.ack(event),
): Promise<Taken[]> => {
  const taken: Taken[] = [];
  for await (const event of subscription) {
    taken.push(event as Taken);
    await answer(event as Taken);
    if (taken.length === count) break;
  }
  await pause(100); // a client that leaves does not wait until its answers are sent
  await subscription.unsubscribe();
  return taken;
};

/** What consumers by one of the official clients can rely on. Only one of them fits into a process: their messages have the same names. */
export const describePersistentSubscriptions = (
  library: Library,
  connect: (address: string) => Client,
  strategies: readonly string[],
): void => {
  const { END, jsonEvent, PARK, START } = library;
  const settings = library.persistentSubscriptionToStreamSettingsFromDefaults;
  const allSettings = library.persistentSubscriptionToAllSettingsFromDefaults;
  const events = (count: number, type = 'test') => Array.from({ length: count }, (_, n) => jsonEvent({ type, data: { n } }));
  const names = () => [`s-${randomUUID()}`, `g-${randomUUID()}`] as const;
  const revisionsOf = (taken: Taken[]) => taken.map(({ event }) => Number(event!.revision));
  let running: RunningGateway;
  let client: Client;

  beforeAll(async () => {
    running = await startGatewayProcess();
    client = connect(running.address);
  });
  afterAll(async () => {
    await client.dispose();
    await running.dispose();
  });

  it('give what is there and what comes, from the start', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, events(20));
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START }));
    const subscription = client.subscribeToPersistentSubscriptionToStream(stream, group);
    const taking = take(subscription, 24);
    await client.appendToStream(stream, events(4));
    expect(revisionsOf(await taking)).toEqual([...Array(24).keys()]);
  });

  it('begin at a revision with that one, and at the end with what comes after the making', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, events(4));
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: 1n }));
    await client.createPersistentSubscriptionToStream(stream, `${group}-end`, settings({ startFrom: END }));
    await client.appendToStream(stream, events(2));
    const revisions = async (name: string, count: number) =>
      revisionsOf(await take(client.subscribeToPersistentSubscriptionToStream(stream, name), count));
    expect(await revisions(group, 5)).toEqual([1, 2, 3, 4, 5]);
    expect(await revisions(`${group}-end`, 2)).toEqual([4, 5]);
  });

  it('skip and retry what consumers refuse, with the count of retries', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, [...events(5, 'skip'), ...events(5, 'retry')]);
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START }));
    const subscription = client.subscribeToPersistentSubscriptionToStream(stream, group);
    const taken = await take(subscription, 15, async (event) => {
      if (event.event!.type === 'skip') return subscription.nack('skip', 'not wanted', event);
      return event.retryCount === 0 ? subscription.nack('retry', 'again', event) : subscription.ack(event);
    });
    expect(taken.filter(({ retryCount }) => retryCount === 1).map(({ event }) => event!.type)).toEqual(Array(5).fill('retry'));
  });

  it('park what is refused for good, tell how much that is, and send the oldest of it again', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, events(20));
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START }));
    const subscription = client.subscribeToPersistentSubscriptionToStream(stream, group);
    await take(subscription, 20, (event) => subscription.nack(PARK, 'cannot be read', event));
    const parked = async () => (await client.getPersistentSubscriptionToStreamInfo(stream, group)).stats.parkedMessageCount;
    await until(async () => (await parked()) === 20n);
    await client.replayParkedMessagesToStream(stream, group, { stopAt: 4 });
    expect(await parked()).toBe(16n);
    const again = await take(client.subscribeToPersistentSubscriptionToStream(stream, group), 4);
    expect(revisionsOf(again)).toEqual([0, 1, 2, 3]);
    await client.replayParkedMessagesToStream(stream, group);
    const rest = await take(client.subscribeToPersistentSubscriptionToStream(stream, group), 16);
    expect(revisionsOf(rest)).toEqual([...Array(16).keys()].map((n) => n + 4));
    expect(await parked()).toBe(0n);
  });

  it('follow the whole log through a filter', async () => {
    const [prefix, group] = names();
    await client.appendToStream(`${prefix}-a`, events(8));
    await client.appendToStream(`other-${randomUUID()}`, events(8));
    const filter = library.streamNameFilter({ regex: `^${prefix}-[a-z]$` });
    await client.createPersistentSubscriptionToAll(group, allSettings({ startFrom: START }), { filter });
    const subscription = client.subscribeToPersistentSubscriptionToAll(group);
    const taking = take(subscription as never, 12);
    await client.appendToStream(`${prefix}-b`, events(4));
    const taken = await taking;
    expect(taken.map(({ event }) => event!.streamId)).toEqual([...Array(8).fill(`${prefix}-a`), ...Array(4).fill(`${prefix}-b`)]);
    expect(taken[0]!.event!.position).toBeDefined();
  });

  it('tell their settings, places and connections', async () => {
    const [stream, group] = names();
    const first = settings({ startFrom: END, checkPointUpperBound: 1 });
    await client.createPersistentSubscriptionToStream(stream, group, first);
    const info = () => client.getPersistentSubscriptionToStreamInfo(stream, group);
    expect(await info()).toMatchObject({ eventSource: stream, groupName: group, settings: first, connections: [] });
    const second = settings({ ...first, startFrom: 123n, checkPointLowerBound: 12, maxSubscriberCount: 200, extraStatistics: true });
    await client.updatePersistentSubscriptionToStream(stream, group, second);
    const before = await info();
    expect(before.settings).toEqual(second);
    expect(before.stats.lastKnownEventRevision).toBeUndefined();
    await client.appendToStream(stream, events(500));
    const subscription = client.subscribeToPersistentSubscriptionToStream(stream, group);
    subscription.on('error', () => {}).on('data', (event: EventStore.ResolvedEvent) => void subscription.ack(event));
    await until(async () => (await info()).stats.lastCheckpointedEventRevision === 499n);
    const during = await info();
    expect(during.status).toBe('Live');
    expect(during.connections).toMatchObject([{ connectionName: client.connectionName, totalItems: 377n, inFlightMessages: 0 }]);
    expect(during.connections[0]!.extraStatistics!.get('quintile 3')).toBeDefined();
    await subscription.unsubscribe();
    await until(async () => (await info()).connections.length === 0);
    const after = await info();
    expect(after.stats).toMatchObject({ lastKnownEventRevision: 499n, lastCheckpointedEventRevision: 499n, totalInFlightMessages: 0 });
  });

  it.each(strategies)('keep %s as their strategy', async (consumerStrategyName) => {
    const [stream, group] = names();
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START, consumerStrategyName }));
    await client.createPersistentSubscriptionToAll(group, allSettings({ consumerStrategyName }));
    const told = [
      await client.getPersistentSubscriptionToStreamInfo(stream, group),
      await client.getPersistentSubscriptionToAllInfo(group),
    ];
    expect(told.map((info) => info.settings.consumerStrategyName)).toEqual([consumerStrategyName, consumerStrategyName]);
    await client.updatePersistentSubscriptionToStream(stream, group, settings({ consumerStrategyName: 'RoundRobin' }));
    expect((await client.getPersistentSubscriptionToStreamInfo(stream, group)).settings.consumerStrategyName).toBe('RoundRobin');
  });

  it('give what one consumer does not answer in time to another', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, events(4));
    await client.createPersistentSubscriptionToStream(stream, group, settings({ startFrom: START, messageTimeout: 300 }));
    const silent = client.subscribeToPersistentSubscriptionToStream(stream, group);
    const seen = new Promise<void>((done) => {
      let count = 0;
      silent.on('error', () => {}).on('data', () => (count += 1) === 4 && done());
    });
    await seen;
    const taking = take(client.subscribeToPersistentSubscriptionToStream(stream, group, { bufferSize: 20 }), 2);
    const taken = await taking;
    expect(taken.every(({ retryCount }) => retryCount > 0)).toBe(true);
    await silent.unsubscribe();
  });

  it('are noted in the log, also for those who follow all of it from its end', async () => {
    const [stream, group] = names();
    await client.createPersistentSubscriptionToAll(group, allSettings());
    const [own] = await take(client.subscribeToPersistentSubscriptionToAll(group) as never, 1);
    expect(own!.event).toMatchObject({ type: '$SubscriptionGroupCreated', data: { stream: '$all', group } });
    await client.createPersistentSubscriptionToStream(stream, group, settings());
    await client.updatePersistentSubscriptionToStream(stream, group, settings({ maxRetryCount: 1 }));
    await client.deletePersistentSubscriptionToStream(stream, group);
    const noted: string[] = [];
    for await (const { event } of client.readStream('$persistentSubscriptionConfig', {
      direction: 'backwards',
      fromRevision: END,
      maxCount: 3,
    })) {
      expect(event!.data).toEqual({ stream, group });
      noted.unshift(event!.type);
    }
    expect(noted).toEqual(['$SubscriptionGroupCreated', '$SubscriptionGroupUpdated', '$SubscriptionGroupDeleted']);
  });

  it('are listed, by stream and all', async () => {
    const [stream, group] = names();
    await client.createPersistentSubscriptionToStream(stream, group, settings());
    await client.createPersistentSubscriptionToStream(stream, `${group}-2`, settings());
    await client.createPersistentSubscriptionToAll(group, allSettings());
    const groups = (list: readonly { groupName: string }[]) =>
      list.map(({ groupName }) => groupName).filter((name) => name.startsWith(group));
    expect(groups(await client.listPersistentSubscriptionsToStream(stream))).toEqual([group, `${group}-2`]);
    expect(groups(await client.listAllPersistentSubscriptions())).toEqual([group, `${group}-2`, group]);
    expect(groups(await client.listPersistentSubscriptionsToAll())).toEqual([group]);
    await expect(client.listPersistentSubscriptionsToStream('nobody')).rejects.toMatchObject({
      type: 'persistent-subscription-does-not-exist',
      message: '5 NOT_FOUND: Subscription group  on stream nobody does not exist.',
    });
  });

  it('refuse as clients understand it', async () => {
    const [stream, group] = names();
    const missing = { type: 'persistent-subscription-does-not-exist', streamName: stream, groupName: group };
    await expect(client.getPersistentSubscriptionToStreamInfo(stream, group)).rejects.toMatchObject(missing);
    await expect(client.replayParkedMessagesToStream(stream, group)).rejects.toMatchObject(missing);
    await expect(client.deletePersistentSubscriptionToStream(stream, group)).rejects.toMatchObject(missing);
    await expect(client.updatePersistentSubscriptionToStream(stream, group, settings())).rejects.toMatchObject(missing);
    await expect(take(client.subscribeToPersistentSubscriptionToStream(stream, group), 1)).rejects.toMatchObject(missing);
    await client.createPersistentSubscriptionToStream(stream, group, settings({ maxSubscriberCount: 1 }));
    const exists = { type: 'persistent-subscription-exists', streamName: stream, groupName: group };
    await expect(client.createPersistentSubscriptionToStream(stream, group, settings())).rejects.toMatchObject(exists);
    const first = client.subscribeToPersistentSubscriptionToStream(stream, group);
    await new Promise((done) => first.once('confirmation', done as () => void));
    const full = { type: 'maximum-subscribers-reached', streamName: stream, groupName: group };
    await expect(take(client.subscribeToPersistentSubscriptionToStream(stream, group), 1)).rejects.toMatchObject(full);
    const dropped = new Promise((done) => first.once('error', done));
    await client.deletePersistentSubscriptionToStream(stream, group);
    expect(await dropped).toMatchObject({ type: 'persistent-subscription-dropped', streamName: stream, groupName: group });
    const regex = library.eventTypeFilter({ regex: '(?=a)' });
    await expect(client.createPersistentSubscriptionToAll(group, allSettings(), { filter: regex })).rejects.toMatchObject({ code: 3 });
  });

  it('begin again at a restart of the subsystem', async () => {
    await expect(client.restartPersistentSubscriptionSubsystem()).resolves.toBeUndefined();
  });

  it('resolve links, and are answered by the id of the link', async () => {
    const [stream, group] = names();
    await client.appendToStream(stream, events(2));
    const link = (text: string) => library.binaryEvent({ type: '$>', data: Buffer.from(text) });
    await client.appendToStream(`${stream}-links`, [link(`1@${stream}`), link('7@nowhere'), link(`0@${stream}`)]);
    await client.createPersistentSubscriptionToStream(`${stream}-links`, group, settings({ startFrom: START, resolveLinkTos: true }));
    const taken = await take(client.subscribeToPersistentSubscriptionToStream(`${stream}-links`, group), 2);
    expect(taken.map(({ event, link: by }) => [Number(event!.revision), Number(by!.revision)])).toEqual([
      [1, 0],
      [0, 2],
    ]);
  });
};
