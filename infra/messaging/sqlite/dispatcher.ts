import { failureOf, MAX_RETRY_DELAY_MS, MAX_LOST_RUNS, LOST_RUNS_ERROR } from '../attempts.ts';
import { type Consumer, GiveUp } from '../messaging.ts';
import type { GroupCommit } from './group-commit.ts';
import type { Queue, Taken } from './queue.ts';

const AGAIN_AFTER = 1000;
const LONGEST_TIMER = 2 ** 31 - 1;

interface Member {
  consumer: Consumer;
  stopping: AbortController;
  running: Set<Promise<void>>;
}

/** The keys of one group that are in hand, by whom: shared by its members, so that two consumers of a group keep the order as one does. */
interface Group {
  number: number;
  members: Set<Member>;
  inHand: Map<string, Member>;
}

/**
 * Hands messages to consumers. What is due is taken at the end of the very transaction that made it due (a publish, an end of another
 * message, the timer of a retry), which saves a sync per message and any polling.
 */
export class Dispatcher {
  private readonly groups = new Map<number, Group>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly queue: Queue,
    private readonly commit: GroupCommit,
    private readonly now: () => number,
  ) {}

  /** Starts a consumer of a registered group; the answer stops it. */
  start(number: number, consumer: Consumer): () => Promise<void> {
    const group = this.groups.get(number) ?? { number, members: new Set(), inHand: new Map() };
    const member: Member = { consumer, stopping: new AbortController(), running: new Set() };
    this.groups.set(number, group);
    group.members.add(member);
    this.wakeAt(this.now());
    return () => this.stop(group, member);
  }

  async close(): Promise<void> {
    const stopped = [...this.groups.values()].flatMap((group) => [...group.members].map((member) => this.stop(group, member)));
    await Promise.all(stopped);
    clearTimeout(this.timer);
  }

  /** Takes what is due for whoever has a hand free; begins with it once the taking is on disk. */
  take(): (kept: boolean) => void {
    const now = this.now();
    const taken: [Group, Member, Taken][] = [];
    for (const group of this.groups.values()) {
      for (const member of group.members) {
        if (member.stopping.signal.aborted) continue;
        for (const one of this.takeFor(group, member, now)) taken.push([group, member, one]);
      }
    }
    const next = this.nextDue(now);
    return (kept) => {
      if (kept) for (const [group, member, one] of taken) this.begin(group, member, one);
      else for (const [group, , one] of taken) group.inHand.delete(one.key);
      this.wakeAt(kept ? next : now + AGAIN_AFTER);
    };
  }

  private takeFor(group: Group, member: Member, now: number): Taken[] {
    const held = [...group.inHand.values()].filter((holder) => holder === member).length;
    const taken: Taken[] = [];
    for (let free = member.consumer.concurrency - held; free > 0; free = member.consumer.concurrency - held - taken.length) {
      const due = this.queue.take(group.number, free, group.inHand, now);
      for (const one of due) {
        if (one.takes > MAX_LOST_RUNS) this.queue.bury(one, LOST_RUNS_ERROR, now);
        else taken.push(one);
      }
      for (const { key } of taken) group.inHand.set(key, member);
      // whatever was buried let its key go on and left a hand free
      if (due.every(({ takes }) => takes <= MAX_LOST_RUNS)) break;
    }
    return taken;
  }

  private begin(group: Group, member: Member, taken: Taken): void {
    const run = this.handle(group, member, taken).finally(() => member.running.delete(run));
    member.running.add(run);
  }

  private async handle(group: Group, member: Member, taken: Taken): Promise<void> {
    const settle = await this.attempt(member, taken);
    for (;;) {
      try {
        await this.commit.run(() => {
          settle();
          group.inHand.delete(taken.key);
        });
        return;
      } catch {
        // nothing of it is on disk: the key stays in hand with its outcome, until it is; one that is stopped meanwhile lets it come again
        group.inHand.set(taken.key, member);
        if (member.stopping.signal.aborted) {
          group.inHand.delete(taken.key);
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
      }
    }
  }

  /** Runs the handler; answers what has to be written about its end. */
  private async attempt({ consumer, stopping }: Member, taken: Taken): Promise<() => void> {
    const { topic, id, key, body } = taken;
    const attempt = taken.failures + 1;
    try {
      await consumer.handle({ topic, id, key, body, attempt, signal: stopping.signal });
      return () => this.queue.done(taken);
    } catch (error) {
      // a handler that was told to stop and did has not failed
      if (stopping.signal.aborted && !(error instanceof GiveUp)) return () => this.queue.putBack(taken, taken.failures, 0);
      const failure = failureOf(consumer, attempt, error);
      if ('error' in failure) return () => this.queue.bury(taken, failure.error, this.now());
      const due = Math.ceil(this.now() + failure.again);
      return () => this.queue.putBack(taken, attempt, due);
    }
  }

  private async stop(group: Group, member: Member): Promise<void> {
    member.stopping.abort();
    await Promise.all(member.running);
    group.members.delete(member);
    if (group.members.size === 0 && this.groups.get(group.number) === group) this.groups.delete(group.number);
  }

  private nextDue(now: number): number | undefined {
    const dues = [...this.groups.values()].flatMap((group) => this.queue.nextDue(group.number, now, MAX_RETRY_DELAY_MS) ?? []);
    return dues.length > 0 ? Math.min(...dues) : undefined;
  }

  private wakeAt(time: number | undefined): void {
    clearTimeout(this.timer);
    if (time === undefined || this.groups.size === 0) return;
    const wait = Math.min(Math.max(time - this.now(), 0) + 1, LONGEST_TIMER);
    this.timer = setTimeout(() => void this.commit.run(() => {}).catch(() => {}), wait); // where it fails the next wake is set as well
  }
}
