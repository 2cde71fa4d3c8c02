import type { EventLog } from '../event-store/event-log.ts';
import type { EventStore, Position } from '../event-store/event-store.ts';

/** Milliseconds after which it is read again though nothing was appended: a key may be destroyed, or bytes on the disk change, without an event. */
const LONGEST = 10_000;
const MOST = 10_000;

/** By stream: the revision of the last event that was read of it, -1 where there was none. */
type Seen = Map<string, number>;

interface Known {
  value: unknown;
  seen: Seen;
  /** Up to here of the log none of these streams has a newer event. */
  head: Position;
  until: number;
}

/**
 * Keeps what was read from streams for as long as none of them has a newer event, at most ten seconds: a screen that opens asks forty times whose
 * session it is. Streams only grow, so the same last revisions mean the same answer, and a removal, a sign-out or a revocation holds from the next
 * request on. What others write elsewhere costs a look at these revisions.
 */
export class AtHead {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly log: EventLog,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * @param name what is read, the same for the same answer
   * @param read has to read by the log that it is given, and to depend on nothing else that changes. What it throws is not kept.
   */
  async get<T>(name: string, read: (log: EventLog) => Promise<T>): Promise<T> {
    const head = await this.log.store.head();
    const found = this.known.get(name);
    if (found && this.now() < found.until && (found.head === head || (await this.isCurrent(found)))) {
      found.head = head;
      return found.value as T;
    }
    const [until, seen] = [this.now() + LONGEST, new Map() as Seen];
    const value = await read(noting(this.log, seen));
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(name, { value, seen, head, until });
    return value;
  }

  private async isCurrent({ seen }: Known): Promise<boolean> {
    const { store } = this.log;
    // at once: on a server each is a way there and back
    const isSame = await Promise.all([...seen].map(async ([stream, revision]) => (await store.lastRevision(stream)) === revision));
    return isSame.every(Boolean);
  }
}

/** The same log, which notes how far each stream was read. */
const noting = (log: EventLog, seen: Seen): EventLog => {
  const readStream: EventStore['readStream'] = async function* (stream, options) {
    let last = -1;
    try {
      for await (const event of log.store.readStream(stream, options)) {
        last = event.revision;
        yield event;
      }
    } finally {
      // Of a stream that is read twice the earlier reading counts: something may have come in between.
      seen.set(stream, Math.min(last, seen.get(stream) ?? last));
    }
  };
  const store = Object.create(log.store, { readStream: { value: readStream } }) as EventStore;
  return Object.create(log, { store: { value: store } }) as EventLog;
};
