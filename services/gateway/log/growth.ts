/** One who waits for a stream, or the whole log, to grow. What grew between two looks is not slept through. */
export class Watch {
  private hasGrown = false;
  private wake?: () => void;

  constructor(private readonly leave: (watch: Watch) => void) {}

  /** Resolves once something came since the last call, or at the signal. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.hasGrown && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        signal.addEventListener('abort', this.stop, { once: true });
      });
      signal.removeEventListener('abort', this.stop);
    }
    this.hasGrown = false;
  }

  grow(): void {
    this.hasGrown = true;
    this.wake?.();
  }

  /** To be called at the end. */
  close(): void {
    this.leave(this);
  }

  private readonly stop = (): void => this.wake?.();
}

/** Tells of what was written: who follows one stream is woken by that one alone, however many there are. */
export class Growth {
  private readonly ofAll = new Set<Watch>();
  private readonly ofStreams = new Map<string, Set<Watch>>();

  /** @param stream left out: the whole log */
  watch(stream?: string): Watch {
    const watches = stream === undefined ? this.ofAll : (this.ofStreams.get(stream) ?? new Set());
    if (stream !== undefined) this.ofStreams.set(stream, watches);
    const watch = new Watch((left) => {
      watches.delete(left);
      if (stream !== undefined && watches.size === 0 && this.ofStreams.get(stream) === watches) this.ofStreams.delete(stream);
    });
    watches.add(watch);
    return watch;
  }

  announce(streams: Iterable<string>): void {
    for (const watch of this.ofAll) watch.grow();
    for (const stream of streams) for (const watch of this.ofStreams.get(stream) ?? []) watch.grow();
  }
}
