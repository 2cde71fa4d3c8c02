import type { JsonObject, ReadStore } from '../read-store/read-store.ts';
import { RANGES } from './ranges.ts';

/** Another runner took over what this one follows: it must not write any more. */
export class LeaseLost extends Error {
  constructor() {
    super('another runner has taken over');
  }
}

interface LeaseSetting {
  /** The highest ever given. */
  epoch: number;
  /** Of each range who has it, since which epoch; null where nobody has. */
  ranges?: ({ owner: string; epoch: number } | null)[];
}

const ALL = Array.from({ length: RANGES }, (_, range) => range);

/**
 * Who follows the log for which ranges of buckets: of projections, or of reactions. The embedded runner takes all of them. Each taking is a
 * new epoch, which every checkpoint carries: what an earlier owner still writes with its checkpoint fails.
 */
export class Lease {
  private constructor(
    private readonly store: ReadStore,
    private readonly key: string,
    readonly owner: string,
    readonly epoch: number,
    readonly ranges: readonly number[],
  ) {}

  /**
   * Takes ranges from whoever has them.
   * @param of what they are taken for: 'projections', 'reactions'
   * @param owner made up anew by every runner
   * @param above an epoch that was given before, by whoever kept no lease
   */
  static async take(store: ReadStore, of: string, owner: string, { ranges = ALL, above = 0 } = {}): Promise<Lease> {
    const key = `lease:${of}`;
    for (;;) {
      const setting = await store.setting(key);
      const present = setting as LeaseSetting | undefined;
      const epoch = Math.max(present?.epoch ?? 0, above) + 1;
      const next = ALL.map((range) => (ranges.includes(range) ? { owner, epoch } : (present?.ranges?.[range] ?? null)));
      if (await store.swap(key, setting, { epoch, ranges: next } as JsonObject)) return new Lease(store, key, owner, epoch, ranges);
    }
  }

  /** Leaves its ranges to whoever comes next. Does nothing where the store is unavailable: they can be taken all the same. */
  async release(): Promise<void> {
    await this.leave().catch(() => undefined);
  }

  private async leave(): Promise<void> {
    const setting = await this.store.setting(this.key);
    const present = setting as LeaseSetting | undefined;
    const left = (present?.ranges ?? []).map((held) => (held?.epoch === this.epoch ? null : held));
    if (setting !== undefined) await this.store.swap(this.key, setting, { epoch: present!.epoch, ranges: left } as JsonObject);
  }

  /** @throws LeaseLost where somebody took one of its ranges over */
  async check(): Promise<void> {
    const present = (await this.store.setting(this.key)) as LeaseSetting | undefined;
    if (this.ranges.some((range) => present?.ranges?.[range]?.epoch !== this.epoch)) throw new LeaseLost();
  }
}
