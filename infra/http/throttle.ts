import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { TooManyAttempts } from './problems.ts';

/** How many failures are free, and how long the waits grow, in milliseconds: the first wait doubles with each further failure. */
interface Limit {
  free: number;
  first: number;
  longest: number;
  /** So many milliseconds after the last failure; a quarter of an hour where it does not say. */
  forgotten?: number;
}

const MINUTE = 60_000;

// A clinic's people share one address, so it may fail more often; and nobody can shut a person out of the account for longer than a minute.
// Whoever guesses codes knows the password already: of a million codes three count at a time, so that there must not be many guesses a day.
const LIMITS = {
  name: { free: 5, first: 1000, longest: MINUTE },
  code: { free: 5, first: 1000, longest: 15 * MINUTE, forgotten: 24 * 60 * MINUTE },
  address: { free: 30, first: 1000, longest: 5 * MINUTE },
} as const satisfies Record<string, Limit>;
const FORGOTTEN_AFTER = 15 * MINUTE;
const CAPACITY = 20_000;

interface Failures {
  count: number;
  last: number;
  blockedUntil: number;
}

/** Counts guesses at passwords by name and by address, in memory of a bounded size; each further wrong one waits longer. */
export class Throttle {
  /** In order of their last failure, so that the oldest goes when there are too many. */
  private readonly failures = new Map<string, Failures>();

  constructor(
    private readonly clock: () => number = () => performance.now(),
    private readonly limits: Record<'name' | 'address', Limit> = LIMITS,
  ) {}

  /**
   * Counts a guess before it is checked, so that many at once gain nothing; the answer takes it back where the guess was right.
   * @throws TooManyAttempts while the name or the address has to wait
   */
  guess(name: string | undefined, address: string | undefined, what: 'name' | 'code' = 'name'): () => void {
    const now = this.clock();
    const byName =
      name === undefined ? undefined : ([`${what} ${digest(name)}`, what === 'code' ? LIMITS.code : this.limits.name] as const);
    const byAddress = address === undefined ? undefined : ([`address ${networkOf(address)}`, this.limits.address] as const);
    const counted = [byName, byAddress].filter((each) => each !== undefined);
    const wait = Math.max(0, ...counted.map(([key, limit]) => (this.recent(key, limit, now)?.blockedUntil ?? 0) - now));
    if (wait > 0) throw new TooManyAttempts(Math.ceil(wait / 1000));
    for (const [key, limit] of counted) this.count(key, limit, now);
    return () => this.forgive(byName?.[0], byAddress?.[0]);
  }

  /** How many names and addresses are remembered. */
  get size(): number {
    return this.failures.size;
  }

  private count(key: string, limit: Limit, now: number): void {
    const { free, first, longest } = limit;
    const count = (this.recent(key, limit, now)?.count ?? 0) + 1;
    const delay = count <= free ? 0 : Math.min(longest, first * 2 ** Math.min(count - free - 1, 30));
    this.failures.delete(key);
    this.failures.set(key, { count, last: now, blockedUntil: now + delay });
    if (this.failures.size > CAPACITY) this.failures.delete(this.failures.keys().next().value!);
  }

  /** A right password clears the name; of the address only this guess is taken back, or one known account would open the way to others. */
  private forgive(name: string | undefined, address: string | undefined): void {
    if (name !== undefined) this.failures.delete(name);
    const failures = address === undefined ? undefined : this.failures.get(address);
    if (failures) Object.assign(failures, { count: failures.count - 1, blockedUntil: 0 });
  }

  private recent(key: string, { forgotten = FORGOTTEN_AFTER }: Limit, now: number): Failures | undefined {
    const failures = this.failures.get(key);
    return failures && now - failures.last < forgotten ? failures : undefined;
  }
}

const digest = (name: string): string => createHash('sha256').update(name).digest('base64');

/** The address, of IPv6 the /64 that one customer has. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return [...before, ...gap, ...after].slice(0, 4).join(':');
};
