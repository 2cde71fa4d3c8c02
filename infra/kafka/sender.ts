import { type Kafka, type Message, Partitioners, type Producer } from 'kafkajs';

/** Below the default limit of brokers, 1 MB for a partition. */
const MAX_REQUEST_BYTES = 800_000;
/** Time allowed for a request, including retries. */
const SEND_TIMEOUT_MS = 15_000;

/** The brokers did not answer in time, or not for every partition. */
export class NotAnswered extends Error {
  override readonly name = 'NotAnswered';
}

interface Waiting {
  topic: string;
  messages: readonly Message[];
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Sends messages in order, one request at a time, each acknowledged by all in-sync replicas. Messages given during a request are sent together in the
 * next one. A producer is replaced after an error, because it may reuse a sequence number, and the broker would drop the next messages as duplicates.
 */
export class Sender {
  private readonly waiting: Waiting[] = [];
  private producer: Promise<Producer> | undefined;
  private sending: Promise<void> | undefined;
  /** Partitions of the current request. */
  private readonly chosen = new Set<string>();

  constructor(private readonly connect: () => Kafka) {}

  /** Resolves when the brokers have acknowledged the messages. @throws Error if they may or may not have received them */
  send(topic: string, messages: readonly Message[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ topic, messages, resolve, reject });
      this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
    });
  }

  /** Completes pending requests. */
  async close(): Promise<void> {
    await this.sending;
    await this.discard();
  }

  private async sendAll(): Promise<void> {
    await Promise.resolve(); // collects the messages of the same turn of the event loop
    while (this.waiting.length > 0) {
      const batch = this.nextBatch();
      try {
        await this.produce(batch);
        for (const { resolve } of batch) resolve();
      } catch (error) {
        void this.discard();
        for (const { reject } of batch) reject(error);
      }
    }
  }

  private nextBatch(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { messages } of this.waiting) {
      bytes += messages.reduce((sum, message) => sum + sizeOf(message), 0);
      if (count > 0 && bytes > MAX_REQUEST_BYTES) break;
      count += 1;
    }
    return this.waiting.splice(0, count);
  }

  private async produce(batch: readonly Waiting[]): Promise<void> {
    for (const part of parts(batch)) {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new NotAnswered('the brokers do not answer')), SEND_TIMEOUT_MS);
      });
      try {
        await Promise.race([this.sendPart(part), late]);
      } finally {
        clearTimeout(timer);
      }
    }
  }

  private async sendPart(topicMessages: { topic: string; messages: Message[] }[]): Promise<void> {
    this.producer ??= this.open();
    this.chosen.clear();
    const answers = await (await this.producer).sendBatch({ acks: -1, topicMessages });
    const answered = new Set(answers.map(({ topicName, partition }) => `${topicName}/${partition}`));
    // the client also resolves if it left out a partition whose leader moved to a broker that had already answered
    if (![...this.chosen].every((partition) => answered.has(partition))) throw new NotAnswered('not every partition has answered');
  }

  private async open(): Promise<Producer> {
    const producer = this.connect().producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: () => {
        const choose = Partitioners.DefaultPartitioner();
        return (of) => {
          const partition = choose(of);
          this.chosen.add(`${of.topic}/${partition}`);
          return partition;
        };
      },
    });
    await producer.connect();
    return producer;
  }

  private async discard(): Promise<void> {
    const { producer } = this;
    this.producer = undefined;
    await producer?.then((one) => one.disconnect()).catch(() => undefined);
  }
}

/** Splits messages into requests within the size limit, in order. */
const parts = (batch: readonly Waiting[]): { topic: string; messages: Message[] }[][] => {
  const all: { topic: string; messages: Message[] }[][] = [];
  let bytes = Infinity;
  for (const { topic, messages } of batch) {
    for (const message of messages) {
      bytes += sizeOf(message);
      if (bytes > MAX_REQUEST_BYTES) {
        all.push([]);
        bytes = sizeOf(message);
      }
      const part = all.at(-1)!;
      const same = part.find((one) => one.topic === topic);
      if (same) same.messages.push(message);
      else part.push({ topic, messages: [message] });
    }
  }
  return all;
};

const sizeOf = ({ key, value, headers }: Message): number => {
  const ofHeaders = Object.entries(headers ?? {}).reduce((sum, [name, text]) => sum + name.length + lengthOf(text) + 4, 0);
  return lengthOf(key) + lengthOf(value) + ofHeaders + 32;
};
const lengthOf = (value: unknown): number => (typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.byteLength(value) : 0);
