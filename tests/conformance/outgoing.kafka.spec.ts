import { randomUUID } from 'node:crypto';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import type { StoredEvent } from '#infra/event-store/event-store';
import { cloudEvent, type CloudEvent } from '#infra/outgoing/cloud-event';
import { KafkaOutgoing } from '#infra/outgoing/kafka/kafka-outgoing';
import { type Outgoing, OutgoingUnavailable } from '#infra/outgoing/outgoing';
import { Alarms } from '#infra/telemetry/alarms';
import { Publisher } from '#services/outgoing/publisher';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { type Notebook, openNotebook, PATIENT } from '#tests/support/notes';
import { describeWith } from '#tests/support/servers';
import { readTopic, withoutRepeats } from '#tests/support/topics';
import { brokenLine } from './broken-line.ts';
import { gate, until } from './waiting.ts';

const OTHER = '6f1c4d7e-4a43-4a0c-8a55-2f6a3f1f0a02';

describeWith(['KAFKA_BROKERS'], 'outgoing events on Kafka', () => {
  let book: Notebook;
  let prefix: string;
  let topic: string;
  let outgoing: KafkaOutgoing;
  let publishers: Publisher[];
  let alarms: string[];
  beforeEach(async () => {
    book = await openNotebook();
    prefix = `test-${randomUUID()}`;
    topic = `${prefix}.events`;
    outgoing = new KafkaOutgoing(kafkaWith(prefix));
    publishers = [];
    alarms = [];
  });
  afterEach(async () => {
    await Promise.all(publishers.map((publisher) => publisher.stop()));
    await outgoing.close();
    await book.close();
    await deleteTopics(prefix);
  });

  const start = async (by: Outgoing = outgoing): Promise<Publisher> => {
    const publisher = new Publisher({
      log: book.log,
      store: book.documents,
      outgoing: by,
      alarms: new Alarms((line) => alarms.push(line)),
    });
    publishers.push(publisher);
    await publisher.start();
    return publisher;
  };
  const published = (publisher: Publisher) => until(async () => (await publisher.status())!.lag === 0);
  const logged = async (): Promise<StoredEvent[]> => {
    const events: StoredEvent[] = [];
    for await (const event of book.store.readAll()) events.push(event);
    return events;
  };
  const asAdmin = async <T>(work: (admin: ReturnType<Kafka['admin']>) => Promise<T>): Promise<T> => {
    const admin = new Kafka({ brokers: [...kafkaWith('').brokers], logLevel: logLevel.NOTHING }).admin();
    await admin.connect();
    try {
      return await work(admin);
    } finally {
      await admin.disconnect();
    }
  };

  it('are CloudEvents in structured mode, keyed by patient, also where they are as large as events may be', async () => {
    await book.note('NoteWritten', 'a', 'Penicillin');
    await book.note('NoteAdded', 'a', 'x'.repeat(785_000));
    await published(await start());
    const received = await readTopic(topic);
    const { log_id } = book.store;
    const { feed } = received[0]!.event;
    expect(received.map(({ event }) => event)).toEqual((await logged()).map((event) => cloudEvent(event, log_id, feed)));
    for (const { key, headers } of received)
      expect([key, headers]).toEqual([PATIENT, { 'content-type': 'application/cloudevents+json; charset=UTF-8' }]);
    expect(JSON.stringify(received)).not.toContain('Penicillin');
  });

  it('have a topic that is kept for ever and takes 8 MB', async () => {
    const id = expect.stringMatching(`^[\\w-]{22}/${topic}$`) as string;
    expect(await outgoing.prepare()).toEqual({ id, isEmpty: true, differences: [] });
    const made = await asAdmin(async (admin) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
      const resources = [{ type: ConfigResourceTypes.TOPIC, name: topic }];
      const { resources: described } = await admin.describeConfigs({ includeSynonyms: false, resources });
      const values = new Map(described[0]!.configEntries.map(({ configName, configValue }) => [configName, configValue]));
      const names = ['cleanup.policy', 'retention.ms', 'retention.bytes', 'max.message.bytes'];
      return [topics[0]!.partitions.length, ...names.map((name) => values.get(name))];
    });
    expect(made).toEqual([64, 'delete', '-1', '-1', '8388608']);
  });

  it('are in the order of the log for each patient, and go on where the last publisher ended', async () => {
    for (let n = 0; n < 40; n++) await book.note('NoteWritten', `${n}`, 'text', { patient_id: n % 2 ? PATIENT : OTHER });
    const first = await start();
    await published(first);
    await first.stop();
    for (let n = 40; n < 60; n++) await book.note('NoteWritten', `${n}`, 'text', { patient_id: n % 2 ? PATIENT : OTHER });
    await published(await start());
    const received = withoutRepeats(await readTopic(topic));
    const events = await logged();
    for (const patient of [PATIENT, OTHER]) {
      const mine = received.filter(({ key }) => key === patient);
      expect(mine.map(({ event }) => event.id)).toEqual(
        events.filter(({ metadata }) => metadata.patient_id === patient).map(({ id }) => id),
      );
      expect(new Set(mine.map(({ partition }) => partition)).size).toBe(1);
    }
    expect(received).toHaveLength(60);
  });

  it('are published without data where the topic takes none of their size, under their key, and hold nothing up', async () => {
    const configEntries = [{ name: 'max.message.bytes', value: '100000' }];
    await asAdmin((admin) => admin.createTopics({ topics: [{ topic, numPartitions: 4, configEntries }], waitForLeaders: true }));
    await book.note('NoteWritten', 'a', 'small');
    const { position } = await book.note('NoteAdded', 'a', 'x'.repeat(200_000));
    for (let n = 0; n < 10; n++) await book.note('NoteAdded', 'a', 'x'.repeat(30_000)); // together too large, each for itself not
    await published(await start());
    const received = withoutRepeats(await readTopic(topic));
    expect(received.map(({ event }) => event.id)).toEqual((await logged()).map(({ id }) => id));
    const [large] = received.filter(({ event }) => event.data === undefined);
    expect(large).toMatchObject({ key: PATIENT, event: { position, revision: 1, dataomitted: 'too-large' } });
    expect(large!.event).not.toHaveProperty('datacontenttype');
    expect(received.filter(({ event }) => event.dataomitted)).toHaveLength(1);
    expect(alarms.filter((line) => line.includes('larger'))).toEqual([
      `The event at position ${position} of note-a (NoteAdded) is larger than the topic takes: published without its data`,
    ]);
  });

  it('are repeated by a publisher that stood still, which consumers recognise by their positions', async () => {
    const [reached, goOn] = [gate(), gate()];
    const standing: Outgoing = Object.create(outgoing) as Outgoing;
    standing.publish = async (events: readonly CloudEvent[]) => {
      reached.open();
      await goOn.passed;
      return outgoing.publish(events);
    };
    for (let n = 0; n < 10; n++) await book.note('NoteWritten', `${n}`, 'text');
    const former = await start(standing);
    await reached.passed;
    const successor = await start();
    for (let n = 10; n < 20; n++) await book.note('NoteWritten', `${n}`, 'text');
    await published(successor);
    goOn.open();
    await until(() => former.waiting === 'another runner has taken over');
    const received = await readTopic(topic);
    expect(received).toHaveLength(30);
    expect(withoutRepeats(received).map(({ event }) => event.id)).toEqual((await logged()).map(({ id }) => id));
  });

  it('wait while the brokers are away at the start, and give the reason without addresses', async () => {
    const [host = '', port] = kafkaWith('').brokers[0]!.split(':');
    const away = await brokenLine(Number(port));
    await away.close();
    const through = new KafkaOutgoing({ brokers: [`${host}:${away.port}`], prefix });
    await book.note('NoteWritten', 'a', 'text');
    await expect(through.publish((await logged()).map((event) => cloudEvent(event, 'a', 'b')))).rejects.toThrow(OutgoingUnavailable);
    const publisher = await start(through);
    await until(() => publisher.waiting !== undefined);
    expect(publisher.waiting).toMatch(/^outgoing events wait: Kafka does not answer \(\w+\)$/);
    expect(await publisher.status()).toMatchObject({ position: '', lag: 1 });
    const back = await brokenLine(Number(port), away.port);
    await published(publisher);
    expect(publisher.waiting).toBeUndefined();
    expect(withoutRepeats(await readTopic(topic)).map(({ event }) => event.id)).toEqual((await logged()).map(({ id }) => id));
    await back.close();
    await through.close();
  });

  it('are all published again, in a later feed, where the topic is a new one, also while they are published', async () => {
    await book.note('NoteWritten', 'a', 'text');
    const first = await start();
    await published(first);
    const before = (await readTopic(topic))[0]!.event.feed;
    await deleteTopics(prefix);
    await book.note('NoteAdded', 'a', 'text');
    const again = async (after: string): Promise<string> => {
      await until(async () => (await readTopic(topic)).length >= 2);
      const received = withoutRepeats(await readTopic(topic));
      expect(received.map(({ event }) => event.id)).toEqual((await logged()).map(({ id }) => id));
      expect(received.every(({ event }) => event.feed > after)).toBe(true);
      return received[0]!.event.feed;
    };
    const second = await again(before);
    await first.stop();
    await deleteTopics(prefix);
    const another = new KafkaOutgoing(kafkaWith(prefix));
    await start(another);
    await again(second);
    await another.close();
  });

  it('have an alarm where somebody else made the topic to keep less', async () => {
    await asAdmin((admin) => admin.createTopics({ topics: [{ topic, numPartitions: 1 }], waitForLeaders: true }));
    await book.note('NoteWritten', 'a', 'text');
    await published(await start());
    expect(alarms).toContain('The topic of outgoing events is not as it has to be: retention.ms is 604800000 instead of -1');
  });

  it('are none once it is closed', async () => {
    await outgoing.close();
    await book.note('NoteWritten', 'a', 'text');
    await expect(outgoing.publish((await logged()).map((event) => cloudEvent(event, 'a', 'b')))).rejects.toThrow(OutgoingUnavailable);
  });
});
