import { fileURLToPath } from 'node:url';
import { ChildLost, ChildPool, type Progress } from '#infra/processes/child-pool';
import { moduleBeside } from '#infra/processes/processes';
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

/** Reads report files in processes of their own: see `ChildPool`. */
export class ReadingPool {
  readonly #children: ChildPool<Order, Answer>;

  constructor({ models = modelsFolder, ...options }: PoolOptions = {}) {
    const usual = { workers: 1, memory_mb: 512, timeout_ms: 120_000, idle_ms: 10_000 };
    this.#children = new ChildPool({ script: moduleBeside('./reading.child.ts', import.meta.url), args: [models], ...usual, ...options });
  }

  /**
   * Reads a PDF, PNG or JPEG. The image of a page comes with its step; a page that alone could not be read has an `error_message`.
   * @throws UnreadableFile where the file as a whole cannot be read; its message is meant for people. `closed`: the signal, or the pool, ended it
   */
  async read(bytes: Uint8Array, { parameters, onPage, onStep, signal }: ReadOptions): Promise<{ pages: ReadPage[] }> {
    const pages: ReadPage[] = [];
    const hear = (message: Answer): Progress<UnreadableCode | 'read'> => {
      switch (message.kind) {
        case 'step':
          onStep?.(message.step);
          return message.step.kind === 'drawn' ? 'got-on' : undefined;
        case 'page':
          pages.push(message.page);
          onPage?.(message.page);
          return 'got-on';
        case 'end':
          return { result: 'read' };
        case 'unreadable':
          return { result: message.code };
      }
    };
    const outcome = await this.#children.run({ bytes, parameters }, hear, signal).catch((error: unknown) => {
      throw error instanceof ChildLost ? new UnreadableFile(error.code) : error;
    });
    if (outcome !== 'read') throw new UnreadableFile(outcome);
    return { pages };
  }

  /** Ids of the processes that read or wait for files. */
  get pids(): number[] {
    return this.#children.pids;
  }

  /** Ends all readers; files still being read are rejected with `closed`. */
  close(): Promise<void> {
    return this.#children.close();
  }
}
