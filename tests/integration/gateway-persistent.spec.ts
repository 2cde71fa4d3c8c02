import * as eventStore from '@eventstore/db-client';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { describePersistentSubscriptions, take, until } from './persistent-subscriptions.ts';

const { EventStoreDBClient, jsonEvent, PARK, persistentSubscriptionToStreamSettingsFromDefaults: settings, START } = eventStore;

describe('persistent subscriptions by @eventstore/db-client', () => {
  describePersistentSubscriptions(eventStore, (address) => EventStoreDBClient.connectionString(address), [
    'RoundRobin',
    'DispatchToSingle',
    'Pinned',
  ]);
});

describe('persistent subscriptions of a gateway that is killed', () => {
  const events = (count: number) => Array.from({ length: count }, (_, n) => jsonEvent({ type: 'test', data: { n } }));
  let running: RunningGateway;
  let client: eventStore.EventStoreDBClient;

  beforeEach(async () => {
    running = await startGatewayProcess();
    client = EventStoreDBClient.connectionString(running.address);
  });
  afterEach(async () => {
    await client.dispose();
    await running.dispose();
  });
  const connectAgain = async () => {
    await client.dispose();
    await running.again();
    client = EventStoreDBClient.connectionString(running.address);
  };
  const info = () => client.getPersistentSubscriptionToStreamInfo('s', 'g');
  const revision = ({ event }: eventStore.ResolvedEvent) => Number(event!.revision);

  it('come again with what was not answered, and without what was before the checkpoint', async () => {
    await client.appendToStream('s', events(100));
    await client.createPersistentSubscriptionToStream('s', 'g', settings({ startFrom: START, checkPointUpperBound: 1 }));
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g', { bufferSize: 10 });
    subscription.on('error', () => {});
    let answered = 0;
    // 40 to 49 are in the consumer's hand when the gateway dies, the rest was never sent
    subscription.on('data', (event: eventStore.ResolvedEvent) => {
      if (answered < 40) void subscription.ack(event);
      answered += 1;
    });
    await until(async () => (await info()).stats.lastCheckpointedEventRevision === 39n);
    await running.kill();
    await connectAgain();
    const taken = await take(client.subscribeToPersistentSubscriptionToStream('s', 'g'), 60);
    expect(taken.map(revision)).toEqual(Array.from({ length: 60 }, (_, n) => n + 40));
  });

  it('never have a checkpoint beyond what waits for an answer', async () => {
    await client.appendToStream('s', events(20));
    await client.createPersistentSubscriptionToStream('s', 'g', settings({ startFrom: START, checkPointUpperBound: 1 }));
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g', { bufferSize: 20 });
    subscription.on('error', () => {});
    // the third is never answered
    subscription.on('data', (event: eventStore.ResolvedEvent) => revision(event) !== 2 && void subscription.ack(event));
    await until(async () => (await info()).stats.totalInFlightMessages === 1);
    await new Promise((done) => setTimeout(done, 300));
    expect((await info()).stats.lastCheckpointedEventRevision).toBe(1n);
    await running.kill();
    await connectAgain();
    const taken = await take(client.subscribeToPersistentSubscriptionToStream('s', 'g'), 18);
    expect(revision(taken[0]!)).toBe(2);
  });

  it('lose nothing and go back behind no checkpoint, however often the gateway is killed', async () => {
    const COUNT = 300;
    await client.appendToStream('s', events(COUNT));
    await client.createPersistentSubscriptionToStream('s', 'g', settings({ startFrom: START, checkPointUpperBound: 5 }));
    const processed = new Set<number>();
    for (let round = 0; round < 4; round += 1) {
      const behind = Number((await info()).stats.lastCheckpointedEventRevision ?? -1n);
      const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g', { bufferSize: 5 });
      const isLost = new Promise<void>((done) => subscription.once('error', () => done()));
      subscription.on('data', (event: eventStore.ResolvedEvent) => {
        expect(revision(event)).toBeGreaterThan(behind);
        processed.add(revision(event));
        void subscription.ack(event).catch(() => {});
      });
      const goal = Math.min(COUNT, (round + 1) * 60);
      await until(async () => processed.size >= goal);
      await running.kill();
      await isLost;
      await connectAgain();
    }
    const checkpoint = Number((await info()).stats.lastCheckpointedEventRevision);
    expect(checkpoint).toBeGreaterThan(100);
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g');
    for await (const event of subscription) {
      processed.add(revision(event));
      await subscription.ack(event);
      if (revision(event) === COUNT - 1) break;
    }
    await subscription.unsubscribe();
    expect([...processed].sort((a, b) => a - b)).toEqual([...Array(COUNT).keys()]);
  }, 120_000); // five starts of a process

  it('keep what was parked, and go on with a replay that was broken off', async () => {
    await client.appendToStream('s', events(10));
    await client.createPersistentSubscriptionToStream('s', 'g', settings({ startFrom: START, checkPointUpperBound: 1 }));
    const subscription = client.subscribeToPersistentSubscriptionToStream('s', 'g');
    await take(subscription, 10, (event) => subscription.nack(PARK, 'cannot be read', event));
    await until(async () => (await info()).stats.parkedMessageCount === 10n);
    await until(async () => (await info()).stats.lastCheckpointedEventRevision === 9n);
    await running.kill();
    await connectAgain();
    expect((await info()).stats.parkedMessageCount).toBe(10n);
    await client.replayParkedMessagesToStream('s', 'g', { stopAt: 6 });
    await running.kill();
    await connectAgain();
    const taken = await take(client.subscribeToPersistentSubscriptionToStream('s', 'g'), 6);
    expect(taken.map(revision)).toEqual([0, 1, 2, 3, 4, 5]);
    await running.kill();
    await connectAgain();
    expect((await info()).stats).toMatchObject({ parkedMessageCount: 4n, retryBufferCount: 0 });
  });

  it('keep their settings, and where one from the end begins', async () => {
    await client.appendToStream('s', events(3));
    const wanted = settings({ messageTimeout: 1234, maxRetryCount: 3, readBatchSize: 7 });
    await client.createPersistentSubscriptionToStream('s', 'g', wanted);
    await client.appendToStream('s', events(2));
    await running.stop();
    await connectAgain();
    expect((await info()).settings).toEqual(wanted);
    const taken = await take(client.subscribeToPersistentSubscriptionToStream('s', 'g'), 2);
    expect(taken.map(revision)).toEqual([3, 4]);
  });
});
