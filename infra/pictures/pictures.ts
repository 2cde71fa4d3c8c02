import type { Region } from '#contracts/observations/lab-values';
import { ChildLost, ChildPool } from '#infra/processes/child-pool';
import { moduleBeside } from '#infra/processes/processes';
import type { Answer, Order } from './pictures.child.ts';

/** A picture that nothing can be made of: damaged, too large, or it exhausted the process that opened it. */
export class UnreadablePicture extends Error {}

export interface PictureOptions {
  /** Memory of the process, with that of native code. */
  memory_mb?: number;
  /** The longest that one picture may take. */
  timeout_ms?: number;
  /** How long the process waits for another picture before it ends. */
  idle_ms?: number;
}

export interface Jpeg {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Opens pictures in a process of their own, one at a time, without keys: see `ChildPool`. It starts with the first picture. */
export class Pictures {
  readonly #children: ChildPool<Order, Answer>;

  constructor({ memory_mb = 1024, timeout_ms = 30_000, idle_ms = 10_000 }: PictureOptions = {}) {
    const script = moduleBeside('./pictures.child.ts', import.meta.url);
    this.#children = new ChildPool({ script, args: [String(memory_mb)], workers: 1, memory_mb: 256, timeout_ms, idle_ms });
  }

  /** A PNG or JPEG as JPEG, upright, without what a camera says of place and time. @param side of the longer side, the most @throws UnreadablePicture */
  async jpeg(bytes: Uint8Array, side: number): Promise<Jpeg> {
    return this.#made({ kind: 'jpeg', bytes, side });
  }

  /** A part of a picture as PNG, with a margin; undefined where it lies outside. @throws UnreadablePicture */
  async cutOut(bytes: Uint8Array, region: Region, margin: number): Promise<Uint8Array | undefined> {
    const { data } = await this.#made({ kind: 'cut-out', bytes, region, margin });
    return data.length === 0 ? undefined : data;
  }

  /** Ids of the processes that open or wait for pictures. */
  get pids(): number[] {
    return this.#children.pids;
  }

  close(): Promise<void> {
    return this.#children.close();
  }

  async #made(order: Order): Promise<Jpeg> {
    const answer = await this.#children
      .run<Answer>(order, (result) => ({ result }))
      .catch((error: unknown): Answer => {
        if (error instanceof ChildLost) return { kind: 'unreadable' };
        throw error;
      });
    if (answer.kind === 'unreadable') throw new UnreadablePicture('the picture cannot be read');
    return answer;
  }
}
