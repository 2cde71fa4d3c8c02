import type { JsonObject, ReadStore } from '#infra/read-store/read-store';
import { BUCKETS } from '#infra/following/ranges';

const KEY = 'lease:projections';

/** Another runner took the buckets over: this one must not write any more. */
export class LeaseLost extends Error {
  constructor() {
    super('another runner has taken over the projections');
  }
}

interface LeaseSetting {
  epoch: number;
  /** Bucket ranges, both ends included. */
  owners: { owner: string; from: number; to: number }[];
}

/**
 * Who folds which buckets. The embedded runner takes all of them. Each change of owner is a new epoch, which every checkpoint carries:
 * what an earlier owner still writes with its checkpoint fails.
 */
export class Lease {
  private constructor(
    private readonly store: ReadStore,
    readonly owner: string,
    readonly epoch: number,
    private readonly from: number,
    private readonly to: number,
  ) {}

  /** Takes all buckets, from whoever has them. @param owner made up anew by every runner */
  static async takeAll(store: ReadStore, owner: string): Promise<Lease> {
    for (;;) {
      const present = await store.setting(KEY);
      const epoch = ((present as LeaseSetting | undefined)?.epoch ?? 0) + 1;
      const next: LeaseSetting = { epoch, owners: [{ owner, from: 0, to: BUCKETS - 1 }] };
      if (await store.swap(KEY, present, next as unknown as JsonObject)) return new Lease(store, owner, epoch, 0, BUCKETS - 1);
    }
  }

  /** Whether there is nothing that it does not hold. */
  get isWhole(): boolean {
    return this.from === 0 && this.to === BUCKETS - 1;
  }

  holds(bucket: number): boolean {
    return bucket >= this.from && bucket <= this.to;
  }

  /** Leaves the buckets to whoever comes next. */
  async release(): Promise<void> {
    const present = await this.store.setting(KEY);
    if (present?.epoch === this.epoch) await this.store.swap(KEY, present, { epoch: this.epoch, owners: [] });
  }

  /** @throws LeaseLost where a later epoch has begun */
  async check(): Promise<void> {
    const present = (await this.store.setting(KEY)) as LeaseSetting | undefined;
    if (present?.epoch !== this.epoch || !present.owners.some(({ owner }) => owner === this.owner)) throw new LeaseLost();
  }
}
