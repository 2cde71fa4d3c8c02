/** Commits that the number of writers is told from. */
const REMEMBERED = 8;
/** A group of so much of what is under way leaves the rest for the next one: while one is written the other comes. */
const SHARE = 0.6;
/** Milliseconds. */
const LONGEST = 5;

/**
 * How many changes a commit waits for. Writers over a network come back one after the other, and a commit costs the same for one as for many: left
 * to themselves, 32 writers end up in groups of a few, each waiting for all others. A single writer never waits.
 */
export class Grouping {
  private readonly underWay: number[] = [];
  private lastTook = 0;

  /** Changes that are worth a commit. */
  get wanted(): number {
    return Math.max(1, Math.ceil(SHARE * Math.max(0, ...this.underWay)));
  }

  /** Milliseconds that the first of them waits for the others at the most: no longer than a commit takes. */
  get patience(): number {
    return Math.min(LONGEST, this.lastTook);
  }

  /** @param size of the group; @param waiting what had come when it was written; @param took milliseconds */
  committed(size: number, waiting: number, took: number): void {
    this.underWay.push(size + waiting);
    if (this.underWay.length > REMEMBERED) this.underWay.shift();
    this.lastTook = took;
  }
}
