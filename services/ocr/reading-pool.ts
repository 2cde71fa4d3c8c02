import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Alias } from './reading/match.ts';
import type { ReadPage } from './reading/read-file.ts';
import { UnreadableFile } from './reading/unreadable-file.ts';
import type { Answer, Order } from './reading.worker.ts';

export type { Alias } from './reading/match.ts';
export type { ReadPage } from './reading/read-file.ts';
export { UnreadableFile } from './reading/unreadable-file.ts';

export type PoolOptions = {
  /** Files read at the same time; each worker holds about 300 MB while it recognises a picture. */
  workers?: number;
  /** JavaScript heap of one worker. */
  memory_mb?: number;
  /** The longest a file may go without a further page. */
  timeout_ms?: number;
  /** Folder of eng.traineddata and deu.traineddata. */
  models?: string;
};

export type ReadOptions = {
  parameters: readonly Alias[];
  /** Called with each page as soon as it is read. */
  onPage?: (page: ReadPage) => void;
};

/** The models lie beside the sources; the build does not copy them. */
const modelsFolder = fileURLToPath(
  new URL(import.meta.url.includes('/dist/services/') ? '../../../services/ocr/models' : './models', import.meta.url),
);

const script = new URL(import.meta.url.endsWith('.ts') ? './reading.worker.ts' : './reading.worker.js', import.meta.url);
const execArgv = script.href.endsWith('.ts') ? ['--conditions=source', '--import=@swc-node/register/esm-register'] : [];

type Task = {
  order: Order;
  pages: ReadPage[];
  onPage: ((page: ReadPage) => void) | undefined;
  resolve: (pages: ReadPage[]) => void;
  reject: (error: Error) => void;
};

/** One worker thread and what it is doing. */
type Seat = { worker: Worker; ready: boolean; task: Task | undefined; timer: NodeJS.Timeout | undefined };

/**
 * Reads report files in worker threads, one file each, in the order of the calls. A file that exhausts a worker's memory or time
 * ends that worker alone; a new one takes its place.
 */
export class ReadingPool {
  readonly #options: Required<PoolOptions>;
  readonly #seats = new Set<Seat>();
  readonly #waiting: Task[] = [];
  #closed = false;

  constructor(options: PoolOptions = {}) {
    this.#options = { workers: 1, memory_mb: 512, timeout_ms: 120_000, models: modelsFolder, ...options };
  }

  /**
   * Reads a PDF, PNG or JPEG. Pages come with their image; a page that alone could not be read has an `error_message`.
   * @throws UnreadableFile where the file as a whole cannot be read; its message is meant for people.
   */
  async read(bytes: Uint8Array, { parameters, onPage }: ReadOptions): Promise<{ pages: ReadPage[] }> {
    if (this.#closed) throw new UnreadableFile('closed');
    const pages = await new Promise<ReadPage[]>((resolve, reject) => {
      this.#waiting.push({ order: { bytes, parameters }, pages: [], onPage, resolve, reject });
      this.#next();
    });
    return { pages };
  }

  /** Ends all workers; files still being read are rejected with `closed`. */
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
    seat.worker.ref();
    this.#watch(seat);
    seat.worker.postMessage(task.order);
  }

  #watch(seat: Seat): void {
    clearTimeout(seat.timer);
    seat.timer = setTimeout(() => this.#fail(seat, new UnreadableFile('took-too-long')), this.#options.timeout_ms);
  }

  #seat(): void {
    const { models, memory_mb } = this.#options;
    const worker = new Worker(script, { execArgv, workerData: { models }, resourceLimits: { maxOldGenerationSizeMb: memory_mb } });
    const seat: Seat = { worker, ready: false, task: undefined, timer: undefined };
    this.#seats.add(seat);
    worker.on('message', (message: Answer) => this.#hear(seat, message));
    worker.on('error', (error) => {
      const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#fail(seat, new UnreadableFile(outOfMemory ? 'out-of-memory' : 'reader-failed'));
    });
    worker.on('exit', () => this.#fail(seat, new UnreadableFile('reader-failed')));
  }

  #hear(seat: Seat, message: Answer): void {
    const { task } = seat;
    switch (message.kind) {
      case 'ready':
        seat.ready = true;
        seat.worker.unref(); // an idle pool keeps no process alive
        return this.#next();
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

  #free(seat: Seat): void {
    clearTimeout(seat.timer);
    seat.task = undefined;
    seat.worker.unref();
  }

  /** A worker is lost, with its file. One that never became ready takes the first waiting file with it, or starting would be tried for ever. */
  #fail(seat: Seat, error: UnreadableFile): void {
    if (!this.#seats.delete(seat)) return;
    const task = seat.task ?? (seat.ready ? undefined : this.#waiting.shift());
    void this.#dismiss(seat);
    task?.reject(error);
    this.#next();
  }

  async #dismiss(seat: Seat): Promise<void> {
    this.#seats.delete(seat);
    this.#free(seat);
    await seat.worker.terminate();
  }
}
