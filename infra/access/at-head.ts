import type { EventStore, Position } from '../event-store/event-store.ts';

/** Milliseconds after which it is read again though nothing was appended: a key may be destroyed, or bytes on the disk change, without an event. */
const LONGEST = 10_000;
const MOST = 10_000;

/**
 * Keeps what was read from streams at their head for as long as the log has no newer event, at most ten seconds: a screen that opens asks forty
 * times whose session it is. Any event of anybody ends it, so that a removal, a sign-out or a revocation holds from the next request on.
 */
export class AtHead {
  private head: Position | undefined;
  private readonly known = new Map<string, { value: unknown; until: number }>();

  constructor(
    private readonly store: EventStore,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param name what is read, the same for the same answer. What `read` throws is not kept. */
  async get<T>(name: string, read: () => Promise<T>): Promise<T> {
    const head = await this.store.head();
    if (head !== this.head || this.known.size >= MOST) this.known.clear();
    this.head = head;
    const found = this.known.get(name);
    if (found && this.now() < found.until) return found.value as T;
    const until = this.now() + LONGEST;
    const value = await read();
    // What was appended meanwhile may be in it or not.
    if (this.head === head && (await this.store.head()) === head) this.known.set(name, { value, until });
    return value;
  }
}
