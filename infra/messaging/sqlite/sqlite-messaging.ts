import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { isDiskFull } from '../../data-folder/disk-full.ts';
import { type Consumer, type DeadLetter, type Message, Messaging, type Undone } from '../messaging.ts';
import { named, textOf, validConsumer } from '../valid-messages.ts';
import { Dispatcher } from './dispatcher.ts';
import { GroupCommit } from './group-commit.ts';
import { Queue } from './queue.ts';
import { openQueue } from './schema.ts';

const DAY = 24 * 3600 * 1000;
/** How long a message's id is remembered and a new group still sees it, at least. */
const REMEMBERED = 30 * DAY;
const SWEEP_EVERY = DAY / 24;
const SWEPT_AT_ONCE = 1000;

export interface SqliteMessagingOptions {
  /** The queue's file, made with its folder where absent. One process at a time. */
  file: string;
  /** Milliseconds since 1970. Default: the clock of the machine. */
  now?: () => number;
  /** The log that the messages follow from: those of another one, such as one that was restored, are dropped. Left out: they stay. */
  log_id?: string;
  /** Called as a transaction passes a point where it can fail: may throw, or end the process. Made for tests of what depends on the queue. */
  faults?: (point: 'before-commit' | 'after-commit') => void;
}

/**
 * A durable queue in one SQLite file: each publish and each end of a message is synced, those of one turn of the event loop together.
 * A message is kept, with its id, for 30 days at least, and beyond as long as a group has still to do it or the topic has no group yet.
 * A message in whose hand the process died five times in a row becomes a dead letter.
 */
export class SqliteMessaging extends Messaging {
  readonly waiting = undefined;
  private readonly queue: Queue;
  private readonly commit: GroupCommit;
  private readonly dispatcher: Dispatcher;
  private readonly sweeper: NodeJS.Timeout;
  private closing: Promise<void> | undefined;
  private isClosed = false;

  private constructor(
    private readonly db: DatabaseSyncInstance,
    private readonly now: () => number,
    faults: SqliteMessagingOptions['faults'],
  ) {
    super();
    this.queue = new Queue(db);
    this.commit = new GroupCommit(db, () => this.dispatcher.take(), faults);
    this.dispatcher = new Dispatcher(this.queue, this.commit, now);
    this.sweeper = setInterval(() => void this.sweep().catch(() => {}), SWEEP_EVERY).unref(); // a failed sweep is tried again
  }

  static async open({ file, now = Date.now, log_id, faults }: SqliteMessagingOptions): Promise<SqliteMessaging> {
    const messaging = new SqliteMessaging(openQueue(file, log_id), now, faults);
    await messaging.sweep();
    return messaging;
  }

  async publish(messages: readonly Message[]): Promise<void> {
    const written = messages.map(({ topic, id, key, body }) => {
      named(topic, id, key);
      return { topic, id, key, body: textOf(body) };
    });
    if (written.length === 0) return;
    await this.write(() => {
      for (const message of written) this.queue.publish(message, this.now());
    });
  }

  async consume(consumer: Consumer): Promise<() => Promise<void>> {
    validConsumer(consumer);
    const group = await this.write(() => this.queue.register(consumer.topic, consumer.group));
    if (this.closing) throw new Error('the queue is closed');
    return this.dispatcher.start(group, consumer);
  }

  async deadLetters(topic?: string, group?: string): Promise<DeadLetter[]> {
    named(...[topic, group].filter((name) => name !== undefined));
    return this.write(() => this.queue.deadLetters(topic, group));
  }

  /** @throws Error where there is no such dead letter */
  async retry(topic: string, group: string, id: string): Promise<void> {
    named(topic, group, id);
    if (!(await this.write(() => this.queue.revive(topic, group, id)))) throw new Error('there is no such dead letter');
  }

  /** @throws Error where there is no such dead letter */
  async drop(topic: string, group: string, id: string): Promise<void> {
    named(topic, group, id);
    if (!(await this.write(() => this.queue.exhume(topic, group, id)))) throw new Error('there is no such dead letter');
  }

  async depth(topic: string, group: string): Promise<number> {
    named(topic, group);
    return this.write(() => this.queue.depth(topic, group));
  }

  async handOver(topic: string, group: string, receive: (messages: readonly Undone[]) => Promise<void>): Promise<void> {
    named(topic, group);
    await receive(await this.write(() => this.queue.undone(topic, group)));
    await this.write(() => this.queue.forgetUndone(topic, group));
  }

  async accept(messages: readonly Undone[]): Promise<void> {
    const written = messages.map((message) => {
      named(message.topic, message.group, message.id, message.key);
      return { ...message, body: textOf(message.body) };
    });
    await this.write(() => {
      for (const message of written) this.queue.accept(message, this.now());
    });
  }

  close(): Promise<void> {
    this.closing ??= this.shut();
    return this.closing;
  }

  private async shut(): Promise<void> {
    clearInterval(this.sweeper);
    await this.dispatcher.close();
    this.isClosed = true;
    try {
      await this.commit.run(() => {}); // what was asked for before is done before
      // the driver lets go of the file only when its statements are collected, so the log would lie about until then
      this.db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } catch (error) {
      if (!isDiskFull(error)) throw error; // nothing is lost: it is put in order the next time
    } finally {
      this.db.close();
    }
  }

  private async sweep(): Promise<void> {
    for (;;) {
      const forgotten = await this.write(() => this.queue.forget(this.now() - REMEMBERED, SWEPT_AT_ONCE));
      if (forgotten < SWEPT_AT_ONCE) return;
    }
  }

  private write<T>(work: () => T): Promise<T> {
    if (this.isClosed) throw new Error('the queue is closed');
    return this.commit.run(work);
  }
}
