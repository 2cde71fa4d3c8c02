/** Lets so many do their work at a time; the others wait in the order in which they came. */
export class Gate {
  private readonly waiting: (() => void)[] = [];
  private readonly inside = new Set<Promise<unknown>>();

  constructor(private free: number) {}

  async of<T>(work: () => Promise<T>): Promise<T> {
    const done = this.enter().then(work);
    this.inside.add(done);
    try {
      return await done;
    } finally {
      this.inside.delete(done);
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }

  /** Resolves once everything that came so far is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.inside);
  }

  private async enter(): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }
}
