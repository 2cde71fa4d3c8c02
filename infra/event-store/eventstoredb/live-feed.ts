import { setTimeout as pause } from 'node:timers/promises';
import { Commits } from '../commits.ts';
import { BEGINNING, type Position, type StoredEvent } from '../event-store.ts';
import { NoAnswer, type RecordedEvent, type ServerSubscription } from './client.ts';
import { backoff, type Connection } from './connection.ts';
import type { Head } from './head.ts';
import { LOG_STREAM } from './log-id.ts';
import { fromPosition } from './position.ts';
import { Recent } from './recent.ts';
import { fromRecorded } from './stored.ts';

/** How often it is looked whether a subscription that is silent is one that broke without a word, in milliseconds. */
const LOOK = 5000;

/**
 * The one subscription of this process to everything that is written from now on, but what the server writes about itself. It waits for nobody:
 * the latest events are kept, and who needs earlier ones reads them. After every kind of end it goes on after the last event it gave.
 */
export class LiveFeed {
  /** Grows with each event. */
  readonly growth = new Commits();
  recent = new Recent(BEGINNING);
  /** It is connected. */
  isLive = false;
  private isStopped = false;
  private finish: ((error: Error) => void) | undefined;
  private look: NodeJS.Timeout | undefined;
  private behind: Position | undefined;

  /** @param onNamed told of each event by which the log gets an id */
  constructor(
    private readonly connection: Connection,
    private readonly head: Head,
    private readonly onNamed: (event: RecordedEvent) => void,
  ) {}

  /** Follows what comes after the position; resolves once it is connected. @throws StoreUnavailable */
  async start(from: Position): Promise<void> {
    this.recent = new Recent(from);
    this.look = setInterval(() => void this.lookForSilence(), LOOK).unref();
    void this.run();
    await this.connection.patiently(async () => {
      if (!this.isLive) throw new NoAnswer('no subscription');
    });
  }

  stop(): void {
    this.isStopped = true;
    this.isLive = false;
    clearInterval(this.look);
    this.finish?.(new Error('stopped'));
    this.growth.close();
  }

  private async run(): Promise<void> {
    for (let failures = 0; ;) {
      // Where the log was put back to an earlier state, that is noticed before it is followed on.
      if (failures > 0) await this.head.read().catch(() => undefined);
      if (this.isStopped) return;
      const before = this.recent.last;
      await this.follow().catch(() => undefined);
      this.isLive = false;
      failures = this.recent.last === before ? failures + 1 : 1;
      await this.connection.whenEnded(pause(backoff(failures), undefined, { ref: false })).catch(() => undefined);
    }
  }

  /** Rejects when the subscription has ended, however that was. */
  private async follow(): Promise<never> {
    const { last } = this.recent;
    const subscription = this.connection.with((client) =>
      client.subscribeToAll({
        fromPosition: last === BEGINNING ? 'start' : fromPosition(last),
        filter: { filterOn: 'streamName', regex: '^[^$]', checkpointInterval: 32 },
        requiresLeader: true,
      }),
    );
    return new Promise<never>((_, reject) => {
      const unconfirmed = setTimeout(() => end(new NoAnswer('no answer in time')), this.connection.waits.answer);
      const end = (error: unknown): void => {
        clearTimeout(unconfirmed);
        this.finish = undefined;
        leave(subscription);
        reject(error as Error);
      };
      this.finish = end;
      subscription.on('confirmation', () => {
        clearTimeout(unconfirmed);
        this.isLive = true;
      });
      subscription.on('data', ({ event }) => {
        try {
          if (event) this.take(event);
        } catch (error) {
          end(error);
        }
      });
      subscription.on('error', end);
      subscription.on('end', () => end(new Error('the subscription ended')));
      subscription.on('close', () => end(new Error('the subscription ended')));
    });
  }

  private take(recorded: RecordedEvent): void {
    if (recorded.streamId === LOG_STREAM) return this.onNamed(recorded);
    const event: StoredEvent = fromRecorded(this.connection.hashes, recorded);
    if (event.position <= this.recent.last) return;
    this.recent.add(event);
    this.head.note(event.position);
    this.growth.announce();
  }

  /** The log has grown and nothing came, at two looks one after the other. */
  private async lookForSilence(): Promise<void> {
    if (!this.isLive) return;
    const head = await this.head.read().catch(() => this.head.known);
    const { last } = this.recent;
    if (head > last && this.behind === last) this.finish?.(new Error('the subscription is silent'));
    this.behind = head > last ? last : undefined;
  }
}

const leave = (subscription: ServerSubscription): void => {
  subscription.removeAllListeners();
  subscription.on('error', () => undefined); // what it still says is no news
  void subscription.unsubscribe().catch(() => undefined);
};
