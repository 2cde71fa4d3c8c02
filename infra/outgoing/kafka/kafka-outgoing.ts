import type { Admin, ConfigResourceTypes } from 'kafkajs';
import { connect, type KafkaSettings } from '../../kafka/connection.ts';
import { failureOf, reasonOf } from '../../kafka/reason.ts';
import { Sender } from '../../kafka/sender.ts';
import { ensureTopic } from '../../kafka/topics.ts';
import { within } from '../../kafka/within.ts';
import { type CloudEvent, withoutData } from '../cloud-event.ts';
import { type Destination, keyOf, Outgoing, OutgoingUnavailable } from '../outgoing.ts';

/** Partitions of the topic. Never to be changed: the partition of a key depends on it. */
const PARTITIONS = 64;
/** Settings of the topic: everything is kept, like the log, so that a new consumer can read all of it. Events are stored in at most 1 MiB. */
const CONFIG = {
  'cleanup.policy': 'delete',
  'retention.ms': '-1',
  'retention.bytes': '-1',
  'max.message.bytes': String(8 * 1024 * 1024),
};
/** The only header: the binding of CloudEvents to Kafka recognises structured mode by it. */
const HEADERS = { 'content-type': 'application/cloudevents+json; charset=UTF-8' };
/** Messages sent together; a larger one is sent alone. */
const MAX_SLICE_BYTES = 700_000;
const CLOSE_TIMEOUT_MS = 5000;
/** Not imported, because the client does not export it by name to ES modules. */
const TOPIC_RESOURCE: ConfigResourceTypes.TOPIC = 2;

/** Outgoing events as a topic of Kafka, `PREFIX.events`, by an idempotent producer. See docs/kafka.md. */
export class KafkaOutgoing extends Outgoing {
  private readonly topic: string;
  private readonly sender: Sender;
  private isClosed = false;

  constructor(private readonly settings: KafkaSettings) {
    super();
    this.topic = `${settings.prefix}.events`;
    this.sender = new Sender(() => connect(settings));
  }

  async prepare(): Promise<Destination> {
    let admin: Admin | undefined;
    try {
      admin = connect(this.settings).admin();
      await admin.connect();
      const config = Object.entries(CONFIG).map(([name, value]) => ({ name, value }));
      await ensureTopic(admin, { topic: this.topic, partitions: PARTITIONS, config });
      const { clusterId } = await admin.describeCluster();
      const offsets = await admin.fetchTopicOffsets(this.topic);
      const isEmpty = offsets.every(({ high }) => high === '0');
      return { id: `${clusterId}/${this.topic}`, isEmpty, differences: await this.differences(admin) };
    } catch (error) {
      throw unavailable(error);
    } finally {
      void admin?.disconnect().catch(() => undefined);
    }
  }

  async publish(events: readonly CloudEvent[]): Promise<readonly CloudEvent[]> {
    const omitted: CloudEvent[] = [];
    for (const slice of slices(events)) {
      if (await this.send(slice)) continue;
      // one of them is too large: only single messages tell which
      for (const message of slice) {
        if (await this.send([message])) continue;
        if (!(await this.send([messageOf(message.event, withoutData(message.event))])))
          throw new OutgoingUnavailable('the topic of outgoing events takes no messages, however small');
        omitted.push(message.event);
      }
    }
    return omitted;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await within(CLOSE_TIMEOUT_MS, this.sender.close());
  }

  /** Resolves to false if a message is larger than the topic takes. @throws OutgoingUnavailable */
  private async send(messages: readonly OutgoingMessage[]): Promise<boolean> {
    if (this.isClosed) throw new OutgoingUnavailable('the connection is closed');
    try {
      await this.sender.send(
        this.topic,
        messages.map(({ key, value }) => ({ key, value, headers: HEADERS })),
      );
      return true;
    } catch (error) {
      if (TOO_LARGE.includes(reasonOf(error))) return false;
      throw unavailable(error);
    }
  }

  /** Settings of a topic that somebody else made. None if the account may not read them. */
  private async differences(admin: Admin): Promise<string[]> {
    try {
      const resource = { type: TOPIC_RESOURCE, name: this.topic, configNames: Object.keys(CONFIG) };
      const { resources } = await admin.describeConfigs({ includeSynonyms: false, resources: [resource] });
      const values = new Map(resources[0]?.configEntries.map(({ configName, configValue }) => [configName, configValue]));
      return Object.entries(CONFIG).flatMap(([name, value]) =>
        values.get(name) === value ? [] : [`${name} is ${values.get(name)} instead of ${value}`],
      );
    } catch (error) {
      if (reasonOf(error).endsWith('_AUTHORIZATION_FAILED')) return [];
      throw error;
    }
  }
}

interface OutgoingMessage {
  event: CloudEvent;
  key: string;
  value: string;
}

const messageOf = (event: CloudEvent, sent = event): OutgoingMessage => ({ event, key: keyOf(event), value: JSON.stringify(sent) });

/** Divides events into messages that are sent together, in order. */
const slices = (events: readonly CloudEvent[]): OutgoingMessage[][] => {
  const all: OutgoingMessage[][] = [];
  let bytes = Infinity;
  for (const event of events) {
    const message = messageOf(event);
    bytes += Buffer.byteLength(message.value);
    if (bytes > MAX_SLICE_BYTES) {
      all.push([]);
      bytes = Buffer.byteLength(message.value);
    }
    all.at(-1)!.push(message);
  }
  return all;
};

/** Answers of brokers for a message that is too large, or for all messages of a partition in one request. */
const TOO_LARGE = ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'];

const unavailable = (error: unknown): Error => new OutgoingUnavailable(`outgoing events wait: Kafka ${failureOf(error)}`, { cause: error });
