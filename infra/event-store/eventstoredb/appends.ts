import { setTimeout as pause } from 'node:timers/promises';
import { type AppendResult, DamagedStream, type Expected, StoreUnavailable, WrongExpectedRevision } from '../event-store.ts';
import { TooLarge } from '../valid-input.ts';
import { type Client, isPassing, kindOf, type ProposedEvent } from './client.ts';
import { backoff, type Connection, refused } from './connection.ts';
import { toPosition } from './position.ts';
import { Slots } from './slots.ts';
import { isDeleted, readStreamEvents } from './stream-reads.ts';

/**
 * Appends on their way at once. The client's stream takes 16 messages before it makes writers wait, and where the connection breaks meanwhile,
 * it rejects promises of theirs that nobody can catch.
 */
const AT_ONCE = 15;
/** Longer than a dead connection takes to be found dead, in milliseconds: what has no answer by then gets none. */
const LONGEST_CALL = 60_000;

interface Append {
  stream: string;
  events: readonly ProposedEvent[];
  expected: Expected;
}

/** Appends by the client: sent again as they are where no answer came, with the same ids and the same revision, until one does. */
export class Appends {
  private readonly slots = new Slots(AT_ONCE);
  private readonly inFlight = new Set<Promise<unknown>>();

  constructor(private readonly connection: Connection) {}

  /** @throws WrongExpectedRevision, DamagedStream, TooLarge, StoreUnavailable, UnusableServer */
  append(append: Append): Promise<AppendResult> {
    const answer = this.untilAnswered(append);
    const done = answer.then(
      () => undefined,
      () => undefined,
    );
    this.inFlight.add(done);
    void done.then(() => this.inFlight.delete(done));
    return answer;
  }

  /** Everything asked for so far is answered. */
  async settled(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  private async untilAnswered(append: Append): Promise<AppendResult> {
    const until = performance.now() + this.connection.waits.patience;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(append);
      } catch (error) {
        if (error instanceof WrongExpectedRevision) {
          // Somebody else may have gone on after what an earlier attempt wrote without our knowing.
          const written = attempt > 1 ? await this.standing(append) : undefined;
          if (written) return written;
          throw error;
        }
        if (!isPassing(error)) throw error;
        if (this.connection.isGivenUp(until)) return this.lastLook(append);
        await this.connection.whenEnded(pause(backoff(attempt)));
      }
    }
  }

  private async once({ stream, events, expected }: Append): Promise<AppendResult> {
    const state = expected === 'no-stream' ? 'no_stream' : BigInt(expected.exact);
    const options = { expectedRevision: state, streamState: state, requiresLeader: true } as const;
    try {
      const { nextExpectedRevision, position } = await this.send((client) => client.appendToStream(stream, events, options));
      const revision = Number(nextExpectedRevision);
      if (revision !== lastOf({ events, expected })) throw new DamagedStream(stream, `the server went on at revision ${revision}`);
      return { revision, position: position === undefined ? await this.positionOf(stream, revision) : toPosition(position) };
    } catch (error) {
      throw this.ours(error, stream);
    }
  }

  /** A slot is the client's until it has said something, though nobody waits for that any more: so long the message may be in its stream. */
  private async send<T>(call: (client: Client) => Promise<T>): Promise<T> {
    const release = await this.connection.whenEnded(this.slots.take());
    const timer = setTimeout(release, LONGEST_CALL).unref();
    const end = (): void => {
      clearTimeout(timer);
      release();
    };
    return this.connection.call((client) => {
      const answer = call(client);
      answer.then(end, end);
      return answer;
    });
  }

  /** What the client says, in the port's words. */
  private ours(error: unknown, stream: string): unknown {
    if (isDeleted(error)) return new DamagedStream(stream, 'the server deleted it');
    switch (kindOf(error)) {
      case 'wrong-expected-version':
        return new WrongExpectedRevision(stream, actualOf(error as object));
      case 'maximum-append-size-exceeded':
        return new TooLarge('the event store takes less at once: look at its MaxAppendSize');
      case 'access-denied':
        return refused();
      default:
        return error;
    }
  }

  /** A repeated append is answered without a position by some servers. */
  private async positionOf(stream: string, revision: number): Promise<string> {
    for await (const { position } of readStreamEvents(this.connection, { stream, after: revision - 1, direction: 'forwards', limit: 1 }))
      return position;
    throw new DamagedStream(stream, `revision ${revision} was answered and is not there`);
  }

  /** Where the batch stands at its expected place; undefined where something else, or nothing, does. */
  private async standing({ stream, events, expected }: Append): Promise<AppendResult | undefined> {
    const read = { stream, after: lastOf({ events: [], expected }), direction: 'forwards', limit: events.length } as const;
    let found = 0;
    for await (const { id, revision, position } of readStreamEvents(this.connection, read)) {
      if (events[found]?.id !== id) return undefined;
      found += 1;
      if (found === events.length) return { revision, position };
    }
    return undefined;
  }

  private async lastLook(append: Append): Promise<AppendResult> {
    const written = await this.standing(append).catch(() => undefined);
    if (written) return written;
    throw new StoreUnavailable('The event store does not answer: whether the events were written is unknown');
  }
}

const lastOf = ({ events, expected }: Pick<Append, 'events' | 'expected'>): number =>
  (expected === 'no-stream' ? -1 : expected.exact) + events.length;

/** The clients name it differently. */
const actualOf = (error: object): number => {
  const actual = 'actualVersion' in error ? error.actualVersion : 'actualState' in error ? error.actualState : undefined;
  return typeof actual === 'bigint' ? Number(actual) : -1;
};
