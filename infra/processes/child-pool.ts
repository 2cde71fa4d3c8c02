import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { nodeArguments } from './processes.ts';

export interface ChildOptions {
  /** The module that a child runs, and what it is given on its command line. */
  script: URL;
  args?: readonly string[];
  /** Orders at the same time. */
  workers: number;
  /** JavaScript heap of one child. */
  memory_mb: number;
  /** The longest an order may go without getting on. */
  timeout_ms: number;
  /** How long a child waits for another order before it ends and its memory is free again. */
  idle_ms: number;
}

export type Loss = 'took-too-long' | 'out-of-memory' | 'reader-failed' | 'closed';

/** A child ended before its order did. */
export class ChildLost extends Error {
  constructor(readonly code: Loss) {
    super(code);
  }
}

/** What a message means for the order: its end with a result, or that it got on, or neither. */
export type Progress<Result> = { result: Result } | 'got-on' | undefined;

/** Says that a child can take orders. Every other message is about the order in hand. */
export interface Ready {
  kind: 'ready';
}

type Task<Order, Told> = {
  order: Order;
  /** Resolves the order at its end, and says what `Progress` does. */
  hear: (message: Told) => 'ended' | 'got-on' | undefined;
  reject: (error: ChildLost) => void;
};

/** The exit code of an aborted process where there are no signals (Windows). */
const ABORTED = 134;

/** One process that works and what it is doing. */
type Seat<Order, Told> = { child: ChildProcess; ready: boolean; task: Task<Order, Told> | undefined; timer: NodeJS.Timeout | undefined };

/**
 * Processes for foreign files, one order each, in the sequence of the calls: the native code that opens such files holds no keys, no settings and
 * no secrets. An order that exhausts a child's memory or time ends that child alone; a new one takes its place. A child without work ends.
 */
export class ChildPool<Order extends Serializable, Told extends { kind: string }> {
  readonly #options: ChildOptions;
  readonly #seats = new Set<Seat<Order, Told>>();
  readonly #waiting: Task<Order, Told>[] = [];
  #closed = false;

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  /** Answers the result of an order. @param hear every message about it @throws ChildLost; `closed`: the signal, or the pool, ended it */
  async run<Result>(order: Order, hear: (message: Told) => Progress<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#closed || signal?.aborted) throw new ChildLost('closed');
    let abandon: (() => void) | undefined;
    try {
      return await new Promise<Result>((resolve, reject) => {
        const task: Task<Order, Told> = {
          order,
          hear: (message) => {
            const progress = hear(message);
            if (typeof progress !== 'object') return progress;
            resolve(progress.result);
            return 'ended';
          },
          reject,
        };
        abandon = () => this.#abandon(task);
        signal?.addEventListener('abort', abandon);
        this.#waiting.push(task);
        this.#next();
      });
    } finally {
      if (abandon) signal?.removeEventListener('abort', abandon);
    }
  }

  /** Ids of the processes that work or wait for work. */
  get pids(): number[] {
    return [...this.#seats].flatMap(({ child }) => child.pid ?? []);
  }

  /** Ends all children; orders in hand and waiting are rejected with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const seats = [...this.#seats];
    for (const { reject } of [...this.#waiting.splice(0), ...seats.flatMap(({ task }) => task ?? [])]) reject(new ChildLost('closed'));
    await Promise.all(seats.map((seat) => this.#dismiss(seat)));
  }

  #next(): void {
    for (const seat of this.#seats) if (seat.ready && !seat.task) this.#give(seat);
    const starting = [...this.#seats].filter(({ ready }) => !ready).length;
    if (!this.#closed && this.#waiting.length > starting && this.#seats.size < this.#options.workers) this.#seat();
  }

  #give(seat: Seat<Order, Told>): void {
    const task = this.#waiting.shift();
    if (!task) return;
    seat.task = task;
    hold(seat);
    this.#watch(seat);
    seat.child.send(task.order);
  }

  #watch(seat: Seat<Order, Told>): void {
    this.#after(seat, this.#options.timeout_ms, () => this.#fail(seat, 'took-too-long'));
  }

  #after(seat: Seat<Order, Told>, ms: number, what: () => void): void {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(what, ms);
  }

  #seat(): void {
    const { script, args = [], memory_mb } = this.#options;
    const child = fork(fileURLToPath(script), [...args], {
      execArgv: [...nodeArguments, `--max-old-space-size=${memory_mb}`],
      serialization: 'advanced',
      env: {}, // settings and secrets of the server are not the child's
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const seat: Seat<Order, Told> = { child, ready: false, task: undefined, timer: undefined };
    this.#seats.add(seat);
    child.on('message', (message) => this.#hear(seat, message as Told | Ready));
    child.on('error', () => this.#fail(seat, 'reader-failed'));
    child.on('exit', (code, signal) => this.#fail(seat, lossOf(code, signal)));
  }

  #hear(seat: Seat<Order, Told>, message: Told | Ready): void {
    if (!this.#seats.has(seat)) return;
    if (message.kind === 'ready') {
      seat.ready = true;
      this.#free(seat);
      return this.#next();
    }
    const { task } = seat;
    const progress = task?.hear(message as Told);
    if (progress === 'got-on') this.#watch(seat);
    if (progress !== 'ended') return;
    this.#free(seat);
    this.#next();
  }

  /** The child waits for another order, and ends where none comes; meanwhile it keeps no process alive. */
  #free(seat: Seat<Order, Told>): void {
    seat.task = undefined;
    this.#after(seat, this.#options.idle_ms, () => void this.#dismiss(seat));
    seat.timer?.unref();
    release(seat);
  }

  /** A child is lost, with its order. One that never became ready takes the first waiting order with it, or starting would be tried for ever. */
  #fail(seat: Seat<Order, Told>, code: Loss): void {
    if (!this.#seats.has(seat)) return;
    const task = seat.task ?? (seat.ready ? undefined : this.#waiting.shift());
    void this.#dismiss(seat);
    task?.reject(new ChildLost(code));
    this.#next();
  }

  #abandon(task: Task<Order, Told>): void {
    const seat = [...this.#seats].find((one) => one.task === task);
    if (seat) return this.#fail(seat, 'closed');
    const at = this.#waiting.indexOf(task);
    if (at < 0) return; // it has just ended
    this.#waiting.splice(at, 1);
    task.reject(new ChildLost('closed'));
  }

  async #dismiss(seat: Seat<Order, Told>): Promise<void> {
    this.#seats.delete(seat);
    clearTimeout(seat.timer);
    const { child } = seat;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.ref(); // whoever waits for this lives until then
    child.kill('SIGKILL');
    await ended;
  }
}

const hold = ({ child }: { child: ChildProcess }): void => {
  child.ref();
  child.channel?.ref();
};

const release = ({ child }: { child: ChildProcess }): void => {
  child.unref();
  child.channel?.unref();
};

/** A full heap aborts the process. Who is asked to stop before it listens, by Ctrl+C for instance, was asked together with the server. */
const lossOf = (code: number | null, signal: NodeJS.Signals | null): Loss => {
  if (signal === 'SIGINT' || signal === 'SIGTERM') return 'closed';
  return signal === 'SIGABRT' || code === ABORTED ? 'out-of-memory' : 'reader-failed';
};
