import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../event-store.ts';
import type { ContentHashes } from '../content-hash.ts';
import { passOverLateAnswers } from './late-answers.ts';
import { type Client, type ClientClass, isPassing, kindOf, NoAnswer } from './client.ts';

/** How long is waited, in milliseconds. */
export interface Waits {
  /** For one answer of the server, and between two events of one read. */
  answer: number;
  /** Until a call is given up that is tried again and again, and all calls while the server is away for longer. */
  patience: number;
}

export const usualWaits: Waits = { answer: 10_000, patience: 20_000 };

/** Events that are read from streams have their position in the log. */
const OLDEST = [23, 10] as const;

/** 50 ms doubling up to 2 s. */
export const backoff = (attempt: number): number => Math.min(2000, 50 * 2 ** Math.min(attempt - 1, 6));

/** The server refuses who asks, or is too old: trying again does not help until somebody has mended it. Nothing was written. */
export class UnusableServer extends StoreUnavailable {}

/** A client with a time limit of our own around every call: its deadlines do not always fire. */
export class Connection {
  private readonly client: Client;
  private readonly ended: Promise<never>;
  private end!: (error: Error) => void;
  /** Its address without user, password and options. */
  private readonly place: string;
  private failingSince: number | undefined;
  isClosed = false;

  /**
   * @param address a connection string; it may hold a password and stays out of every message
   * @param hashes by which events are told from forgeries; left out where only places of events are asked for
   */
  constructor(
    clientClass: ClientClass,
    address: string,
    readonly waits: Waits,
    readonly hashes?: ContentHashes,
  ) {
    this.place = address.replace(/\/\/.*@/, '//').replace(/\/?\?.*$/, '');
    try {
      this.client = clientClass.connectionString(address) as Client;
    } catch {
      throw new UnusableServer('The address of the event store is none that its client takes'); // what it says quotes the address
    }
    passOverLateAnswers(this.client);
    this.ended = new Promise((_, reject) => (this.end = reject));
    this.ended.catch(() => undefined);
  }

  /** One call, once. @throws NoAnswer, what the client throws, Error once this is closed */
  async call<T>(work: (client: Client) => Promise<T>): Promise<T> {
    this.refuseClosed();
    const timer = new AbortController();
    const late = pause(this.waits.answer, undefined, { signal: timer.signal }).then(() => {
      throw new NoAnswer('no answer in time');
    });
    const working = work(this.client);
    working.catch(() => undefined); // of what came too late
    try {
      const answer = await Promise.race([working, this.whenEnded(late)]);
      this.failingSince = undefined;
      return answer;
    } catch (error) {
      if (!isPassing(error)) this.failingSince = undefined; // an answer, too
      throw error;
    } finally {
      timer.abort();
    }
  }

  /** Something that has no answer of its own, such as a stream of events. */
  with<T>(work: (client: Client) => T): T {
    this.refuseClosed();
    return work(this.client);
  }

  /** Ends with the promise, or as soon as this is closed. */
  async whenEnded<T>(promise: Promise<T>): Promise<T> {
    promise.catch(() => undefined);
    return Promise.race([promise, this.ended]);
  }

  /**
   * Work that may be done again, until the server answers.
   * @throws StoreUnavailable once that took too long, UnusableServer, what else the work throws
   */
  async patiently<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + this.waits.patience;
    for (let attempt = 1; ; attempt++) {
      try {
        const answer = await work();
        this.failingSince = undefined;
        return answer;
      } catch (error) {
        this.refuseClosed();
        if (kindOf(error) === 'access-denied') throw refused(this.place);
        if (!isPassing(error)) throw error;
        if (this.isGivenUp(until)) throw new StoreUnavailable(`The event store at ${this.place} does not answer: ${reasonOf(error)}`);
        await this.whenEnded(pause(backoff(attempt)));
      }
    }
  }

  /** To be asked after each failure that may pass. While the server stays away nobody waits for it anew: patience counts from when it went. */
  isGivenUp(until: number): boolean {
    const now = performance.now();
    this.failingSince ??= now;
    return now > until || now > this.failingSince + this.waits.patience;
  }

  /** Version of the server. @throws UnusableServer for one that is too old, StoreUnavailable */
  async serverVersion(): Promise<string> {
    const { serverVersion } = await this.patiently(() => this.call((client) => client.capabilities));
    const [major = 0, minor = 0] = serverVersion.split('.').map(Number);
    if (major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])) return serverVersion;
    throw new UnusableServer(`The event store has to be EventStoreDB ${OLDEST.join('.')} or later, and says that it is "${serverVersion}"`);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    this.end(closed());
    const timer = new AbortController();
    // its streams are told to end; one that does not is not waited for
    await Promise.race([this.client.dispose(), pause(2000, undefined, { signal: timer.signal }).catch(() => undefined)]);
    timer.abort();
  }

  private refuseClosed(): void {
    if (this.isClosed) throw closed();
  }
}

/** The server does not let the user of the address do this. */
export const refused = (place = 'its address'): UnusableServer =>
  new UnusableServer(`The event store at ${place} refuses the user that is named there`);

const closed = (): Error => new Error('The event store is closed');

/** Without what the clients quote. */
const reasonOf = (error: unknown): string => {
  if (error instanceof NoAnswer) return error.message;
  const message = error instanceof Error ? error.message : ''; // gRPC has no code for these
  if (/SSL routines/.test(message)) return 'no connection by TLS'; // also if it does not accept the certificate of this program
  if (/certificate/i.test(message)) return 'its certificate is not accepted';
  return kindOf(error) ?? 'the connection failed';
};
