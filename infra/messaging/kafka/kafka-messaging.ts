import type { Admin, Kafka, KafkaJSProtocolError, KafkaMessage, Message as ProducerMessage } from 'kafkajs';
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type KafkaSettings } from '../../kafka/connection.ts';
import { failureOf } from '../../kafka/reason.ts';
import { Sender } from '../../kafka/sender.ts';
import { ensureTopic, safeName } from '../../kafka/topics.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../read-store/read-store.ts';
import { type Consumer, type DeadLetter, type Message, Messaging, MessagingUnavailable, type Undone } from '../messaging.ts';
import { named, validConsumer } from '../valid-messages.ts';
import { DeferredMessages } from './deferred-messages.ts';
import { LanesInHand } from './entries.ts';
import { type Committed, Member } from './member.ts';
import { type Fetched, formatMessage, parseMessage } from './messages.ts';
import { type Left, takeUndelivered } from './undelivered.ts';
import { within } from '../../kafka/within.ts';

/** Partitions of each topic. Never to be changed: the partition of a key depends on it. */
const PARTITIONS = 16;
/** Retention of messages: those that no group took within it are lost. */
const RETENTION_MS = 30 * 24 * 3600 * 1000;
const MAX_ATTEMPTS = 10;
const RETRY_MS = 200;
/** Time allowed for the brokers to answer at the end. */
const CLOSE_TIMEOUT_MS = 5000;

export interface KafkaMessagingOptions extends KafkaSettings {
  /** Stores deferred messages and dead letters. */
  store: ReadStore;
  /** Id of the event log that the messages are derived from; messages of other logs are ignored. */
  log_id: string;
}

/**
 * Messaging on Kafka, with an idempotent producer. The first delivery comes from Kafka. Failed, blocked and long messages are stored in the read
 * store and handled from there by the owner of their partition. See docs/kafka.md.
 */
export class KafkaMessaging extends Messaging {
  private readonly deferred: DeferredMessages;
  private readonly sender: Sender;
  private readonly members = new Set<Member>();
  private readonly inHand = new Map<string, LanesInHand>();
  private readonly topics = new Map<string, Promise<void>>();
  private admin: Promise<Admin> | undefined;
  private closing: Promise<void> | undefined;
  private isClosed = false;

  constructor(private readonly options: KafkaMessagingOptions) {
    super();
    this.deferred = new DeferredMessages(options.store, options.log_id);
    this.sender = new Sender(this.connect);
  }

  get waiting(): string | undefined {
    return [...this.members].find(({ waiting }) => waiting !== undefined)?.waiting;
  }

  async publish(messages: readonly Message[]): Promise<void> {
    await this.send(messages.map((message) => [message.topic, formatMessage(message, this.options.log_id)]));
  }

  async consume(consumer: Consumer): Promise<() => Promise<void>> {
    validConsumer(consumer);
    if (this.closing) throw new Error('the queue is closed');
    const { topic, group } = consumer;
    const groupId = this.groupId(topic, group);
    const inHand = this.inHand.get(groupId) ?? new LanesInHand();
    this.inHand.set(groupId, inHand);
    const member = new Member({
      connect: this.connect,
      log_id: this.options.log_id,
      topic: this.topicName(topic),
      groupId,
      partitions: PARTITIONS,
      consumer,
      store: this.deferred,
      inHand,
      prepare: () => this.prepare(topic),
      fetchCommitted: () => this.committed(topic, group),
    });
    this.members.add(member);
    return async () => {
      await member.stop();
      this.members.delete(member);
    };
  }

  async deadLetters(topic?: string, group?: string): Promise<DeadLetter[]> {
    named(...[topic, group].filter((name) => name !== undefined));
    return this.deferred.deadLetters(topic, group);
  }

  /** Publishes the message again, for this group only. */
  async retry(topic: string, group: string, id: string): Promise<void> {
    named(topic, group, id);
    const { key, body } = await this.deferred.deadLetter(topic, group, id);
    await this.send([[topic, formatMessage({ topic, id, key, body }, this.options.log_id, group)]]);
    await this.deferred.drop(topic, group, id).catch((error: unknown) => {
      if (error instanceof ReadStoreUnavailable) throw error; // otherwise it is waiting or done already
    });
  }

  async drop(topic: string, group: string, id: string): Promise<void> {
    named(topic, group, id);
    await this.deferred.drop(topic, group, id);
  }

  async depth(topic: string, group: string): Promise<number> {
    named(topic, group);
    // in this order, messages that are stored in between are counted twice rather than not at all
    const undelivered = await this.undelivered(topic, group);
    return undelivered + (await this.deferred.count(topic, group));
  }

  async handOver(topic: string, group: string, receive: (messages: readonly Undone[]) => Promise<void>): Promise<void> {
    named(topic, group);
    const { connect } = this;
    const { log_id } = this.options;
    const parse = (message: KafkaMessage, partition: number) => parseMessage(message, partition, { log_id, group });
    const at = { connect, topic: this.topicName(topic), groupId: this.groupId(topic, group), left: await this.left(topic, group), parse };
    const stored = await this.deferred.undone(topic, group);
    let failure: { error: unknown } | undefined;
    const work = async (fetched: readonly Fetched[]): Promise<void> => {
      // a message may be stored, or done, and its offset not committed yet, or be published twice
      const done = await this.deferred.done(
        topic,
        group,
        fetched.flatMap(({ id, isAgain }) => (isAgain ? [] : [id])),
      );
      const undone = new Map(stored.map((one) => [one.undone.id, one.undone]));
      for (const { id, key, body } of fetched)
        if (!undone.has(id) && !done.has(id)) undone.set(id, { topic, group, id, key, body, failures: 0 });
      await receive([...undone.values()]);
    };
    const taking = takeUndelivered(at, (fetched) =>
      work(fetched).catch((error: unknown) => {
        failure = { error };
        throw error;
      }),
    );
    await taking.catch((error: unknown) => {
      throw failure ? failure.error : unavailable(error);
    });
    for (const one of stored) await this.deferred.update(one.stored, () => null);
  }

  /** Messages get a new place in Kafka; their failed attempts do not count any more. */
  async accept(messages: readonly Undone[]): Promise<void> {
    const { log_id } = this.options;
    const waiting = messages.filter(({ dead }) => dead === undefined);
    await this.send(waiting.map((message) => [message.topic, formatMessage(message, log_id, message.group)]));
    for (const { dead, ...message } of messages) if (dead) await this.deferred.addDead({ ...message, dead });
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private readonly connect = (): Kafka => connect(this.options);

  private async shut(): Promise<void> {
    await Promise.all([...this.members].map((member) => member.stop()));
    this.isClosed = true;
    const admin = this.admin?.then((connected) => connected.disconnect());
    await Promise.all([within(CLOSE_TIMEOUT_MS, this.sender.close()), within(CLOSE_TIMEOUT_MS, admin ?? Promise.resolve())]);
  }

  private async send(messages: readonly [topic: string, message: ProducerMessage][]): Promise<void> {
    if (this.isClosed) throw new Error('the queue is closed');
    const topics = new Map<string, ProducerMessage[]>();
    for (const [topic, message] of messages) {
      const ofTopic = topics.get(topic);
      if (ofTopic) ofTopic.push(message);
      else topics.set(topic, [message]);
    }
    try {
      await Promise.all(
        [...topics].map(async ([topic, ofTopic]) => {
          await this.prepare(topic);
          await this.sender.send(this.topicName(topic), ofTopic);
        }),
      );
    } catch (error) {
      throw unavailable(error);
    }
  }

  private topicName(topic: string): string {
    return `${this.options.prefix}-jobs-${safeName(topic)}`;
  }

  /** Each log has its own group and offsets, so that an installation does not consume messages of another one on the same cluster. */
  private groupId(topic: string, group: string): string {
    return `${this.topicName(topic)}/${safeName(group)}/${this.options.log_id}`;
  }

  private prepare(topic: string): Promise<void> {
    const name = this.topicName(topic);
    const config = [{ name: 'retention.ms', value: String(RETENTION_MS) }];
    const preparing = this.topics.get(name) ?? this.ask((admin) => ensureTopic(admin, { topic: name, partitions: PARTITIONS, config }));
    this.topics.set(name, preparing);
    preparing.catch(() => this.topics.delete(name));
    return preparing;
  }

  private async committed(topic: string, group: string): Promise<Committed[]> {
    const name = this.topicName(topic);
    const [offsets] = await this.ask((admin) => admin.fetchOffsets({ groupId: this.groupId(topic, group), topics: [name] }));
    return offsets?.partitions ?? [];
  }

  private async undelivered(topic: string, group: string): Promise<number> {
    return (await this.left(topic, group)).reduce((sum, { from, end }) => sum + end - from, 0);
  }

  private async left(topic: string, group: string): Promise<Left[]> {
    try {
      await this.prepare(topic);
      const committed = new Map((await this.committed(topic, group)).map(({ partition, offset }) => [partition, Number(offset)]));
      const ends = await this.ask((admin) => admin.fetchTopicOffsets(this.topicName(topic)));
      const left = ends.map(({ partition, low, high }) => {
        return { partition, from: Math.max(committed.get(partition) ?? -1, Number(low)), end: Number(high) };
      });
      return left.filter(({ from, end }) => end > from);
    } catch (error) {
      throw unavailable(error);
    }
  }

  /** Queries the cluster through one shared connection, which is renewed after an error. Retries if the error is temporary. */
  private async ask<T>(question: (admin: Admin) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      if (this.isClosed) throw new Error('the queue is closed');
      this.admin ??= this.openAdmin();
      const asked = this.admin;
      try {
        return await question(await asked);
      } catch (error) {
        if (attempt < MAX_ATTEMPTS && isOfBroker(error) && error.retriable) {
          await pause(RETRY_MS);
          continue;
        }
        if (this.admin === asked) this.admin = undefined;
        void asked.then((admin) => admin.disconnect()).catch(() => undefined);
        throw error;
      }
    }
  }

  private async openAdmin(): Promise<Admin> {
    const admin = this.connect().admin();
    await admin.connect();
    return admin;
  }
}

/** Compares the name, because the client's error classes cannot be imported by name. */
const isOfBroker = (error: unknown): error is KafkaJSProtocolError => error instanceof Error && error.name === 'KafkaJSProtocolError';

const unavailable = (error: unknown): Error =>
  error instanceof MessagingUnavailable ? error : new MessagingUnavailable(`Kafka ${failureOf(error)}`, { cause: error });
