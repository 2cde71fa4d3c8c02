import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { moduleBeside, nodeArguments } from '#infra/processes/processes';
import type { Alias } from './reading/match.ts';
import type { ReadingStep, ReadPage } from './reading/read-file.ts';
import { type UnreadableCode, UnreadableFile } from './reading/unreadable-file.ts';
import type { Answer, Order } from './reading.child.ts';

export type { Alias } from './reading/match.ts';
export type { ReadingStep, ReadPage } from './reading/read-file.ts';
export { UnreadableFile } from './reading/unreadable-file.ts';

export type PoolOptions = {
  /** Files read at the same time; each reader holds about 300 MB while it recognises a picture. */
  workers?: number;
  /** JavaScript heap of one reader. */
  memory_mb?: number;
  /** The longest a file may go without a further page drawn or read. */
  timeout_ms?: number;
  /** How long a reader waits for another file before it ends and its memory is free again. */
  idle_ms?: number;
  /** Folder of eng.traineddata and deu.traineddata. */
  models?: string;
};

export type ReadOptions = {
  parameters: readonly Alias[];
  /** Called with each page as soon as it is read. */
  onPage?: (page: ReadPage) => void;
  /** Called with each step on the way to a page. */
  onStep?: (step: ReadingStep) => void;
  /** Ends the reading of this file. */
  signal?: AbortSignal;
};

/** The models lie beside the sources; the build does not copy them. */
const modelsFolder = fileURLToPath(
  new URL(import.meta.url.includes('/dist/services/') ? '../../../services/ocr/models' : './models', import.meta.url),
);

const script = fileURLToPath(moduleBeside('./reading.child.ts', import.meta.url));

type Task = {
  order: Order;
  pages: ReadPage[];
  onPage: ((page: ReadPage) => void) | undefined;
  onStep: ((step: ReadingStep) => void) | undefined;
  resolve: (pages: ReadPage[]) => void;
  reject: (error: Error) => void;
};

/** The exit code of an aborted process where there are no signals (Windows). */
const ABORTED = 134;

/** One process that reads and what it is doing. */
type Seat = { reader: ChildProcess; ready: boolean; task: Task | undefined; timer: NodeJS.Timeout | undefined };

/**
 * Reads report files in processes of their own, one file each, in the order of the calls: the native code that opens foreign files holds no
 * keys. A file that exhausts a reader's memory or time ends that reader alone; a new one takes its place. A reader without work ends.
 */
export class ReadingPool {
  readonly #options: Required<PoolOptions>;
  readonly #seats = new Set<Seat>();
  readonly #waiting: Task[] = [];
  #closed = false;

  constructor(options: PoolOptions = {}) {
    this.#options = { workers: 1, memory_mb: 512, timeout_ms: 120_000, idle_ms: 10_000, models: modelsFolder, ...options };
  }

  /**
   * Reads a PDF, PNG or JPEG. The image of a page comes with its step; a page that alone could not be read has an `error_message`.
   * @throws UnreadableFile where the file as a whole cannot be read; its message is meant for people. `closed`: the signal, or the pool, ended it
   */
  async read(bytes: Uint8Array, { parameters, onPage, onStep, signal }: ReadOptions): Promise<{ pages: ReadPage[] }> {
    if (this.#closed || signal?.aborted) throw new UnreadableFile('closed');
    let abandon: (() => void) | undefined;
    try {
      const pages = await new Promise<ReadPage[]>((resolve, reject) => {
        const task = { order: { bytes, parameters }, pages: [], onPage, onStep, resolve, reject };
        abandon = () => this.#abandon(task);
        signal?.addEventListener('abort', abandon);
        this.#waiting.push(task);
        this.#next();
      });
      return { pages };
    } finally {
      if (abandon) signal?.removeEventListener('abort', abandon);
    }
  }

  /** Ids of the processes that read or wait for files. */
  get pids(): number[] {
    return [...this.#seats].flatMap(({ reader }) => reader.pid ?? []);
  }

  /** Ends all readers; files still being read are rejected with `closed`. */
  async close(): Promise<void> {
    this.#closed = true;
    const seats = [...this.#seats];
    for (const { reject } of [...this.#waiting.splice(0), ...seats.flatMap(({ task }) => task ?? [])]) reject(new UnreadableFile('closed'));
    await Promise.all(seats.map((seat) => this.#dismiss(seat)));
  }

  #next(): void {
    for (const seat of this.#seats) if (seat.ready && !seat.task) this.#give(seat);
    const starting = [...this.#seats].filter(({ ready }) => !ready).length;
    if (!this.#closed && this.#waiting.length > starting && this.#seats.size < this.#options.workers) this.#seat();
  }

  #give(seat: Seat): void {
    const task = this.#waiting.shift();
    if (!task) return;
    seat.task = task;
    hold(seat);
    this.#watch(seat);
    seat.reader.send(task.order);
  }

  #watch(seat: Seat): void {
    this.#after(seat, this.#options.timeout_ms, () => this.#fail(seat, new UnreadableFile('took-too-long')));
  }

  #after(seat: Seat, ms: number, what: () => void): void {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(what, ms);
  }

  #seat(): void {
    const { models, memory_mb } = this.#options;
    const reader = fork(script, [models], {
      execArgv: [...nodeArguments, `--max-old-space-size=${memory_mb}`],
      serialization: 'advanced',
      env: {}, // settings and secrets of the server are not the reader's
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const seat: Seat = { reader, ready: false, task: undefined, timer: undefined };
    this.#seats.add(seat);
    reader.on('message', (message) => this.#hear(seat, message as Answer));
    reader.on('error', () => this.#fail(seat, new UnreadableFile('reader-failed')));
    reader.on('exit', (code, signal) => this.#fail(seat, new UnreadableFile(reasonOf(code, signal))));
  }

  #hear(seat: Seat, message: Answer): void {
    if (!this.#seats.has(seat)) return;
    const { task } = seat;
    switch (message.kind) {
      case 'ready':
        seat.ready = true;
        this.#free(seat);
        return this.#next();
      case 'step':
        task?.onStep?.(message.step);
        return message.step.kind === 'drawn' ? this.#watch(seat) : undefined;
      case 'page':
        task?.pages.push(message.page);
        task?.onPage?.(message.page);
        return this.#watch(seat);
      case 'end':
        this.#free(seat);
        task?.resolve(task.pages);
        return this.#next();
      case 'unreadable':
        this.#free(seat);
        task?.reject(new UnreadableFile(message.code));
        return this.#next();
    }
  }

  /** The reader waits for another file, and ends where none comes; meanwhile it keeps no process alive. */
  #free(seat: Seat): void {
    seat.task = undefined;
    this.#after(seat, this.#options.idle_ms, () => void this.#dismiss(seat));
    seat.timer?.unref();
    release(seat);
  }

  /** A reader is lost, with its file. One that never became ready takes the first waiting file with it, or starting would be tried for ever. */
  #fail(seat: Seat, error: UnreadableFile): void {
    if (!this.#seats.has(seat)) return;
    const task = seat.task ?? (seat.ready ? undefined : this.#waiting.shift());
    void this.#dismiss(seat);
    task?.reject(error);
    this.#next();
  }

  #abandon(task: Task): void {
    const seat = [...this.#seats].find((one) => one.task === task);
    if (seat) return this.#fail(seat, new UnreadableFile('closed'));
    const at = this.#waiting.indexOf(task);
    if (at < 0) return; // it has just ended
    this.#waiting.splice(at, 1);
    task.reject(new UnreadableFile('closed'));
  }

  async #dismiss(seat: Seat): Promise<void> {
    this.#seats.delete(seat);
    clearTimeout(seat.timer);
    const { reader } = seat;
    if (reader.pid === undefined || reader.exitCode !== null || reader.signalCode !== null) return;
    const ended = once(reader, 'exit');
    reader.ref(); // whoever waits for this lives until then
    reader.kill('SIGKILL');
    await ended;
  }
}

const hold = ({ reader }: Seat): void => {
  reader.ref();
  reader.channel?.ref();
};

const release = ({ reader }: Seat): void => {
  reader.unref();
  reader.channel?.unref();
};

/** A full heap aborts the process. Who is asked to stop before it listens, by Ctrl+C for instance, was asked together with the server. */
const reasonOf = (code: number | null, signal: NodeJS.Signals | null): UnreadableCode => {
  if (signal === 'SIGINT' || signal === 'SIGTERM') return 'closed';
  return signal === 'SIGABRT' || code === ABORTED ? 'out-of-memory' : 'reader-failed';
};
