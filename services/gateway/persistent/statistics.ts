/** Answers whose times are remembered. */
const REMEMBERED = 1000;

const shares: readonly (readonly [string, number])[] = [
  ['Quintile 1', 0.2],
  ['Quintile 2', 0.4],
  ['Quintile 3', 0.6],
  ['Quintile 4', 0.8],
  ['Quintile 5', 1],
  ['90%', 0.9],
  ['95%', 0.95],
  ['99%', 0.99],
  ['99.5%', 0.995],
  ['99.9%', 0.999],
];

/** Counts what was sent, and how long answers took. */
export class Statistics {
  total = 0;
  private before = 0;
  private measuredAt: number;
  private readonly times: number[] = [];
  private next = 0;

  /** @param since milliseconds since 1970 */
  constructor(private readonly since: number) {
    this.measuredAt = since;
  }

  sent(): void {
    this.total += 1;
  }

  /** @param time milliseconds from sending to answer */
  answered(time: number): void {
    this.times[this.next] = time;
    this.next = (this.next + 1) % REMEMBERED;
  }

  /** Rates since the beginning and since the last time that somebody asked, a second. */
  measure(now: number) {
    const countSince = this.total - this.before;
    const measured = {
      total: this.total,
      countSince,
      averagePerSecond: rate(this.total, now - this.since),
      rateSince: rate(countSince, now - this.measuredAt),
    };
    this.before = this.total;
    this.measuredAt = now;
    return measured;
  }

  /** How long the last 1,000 answers took, by the names that servers of the protocol give; milliseconds. */
  observed(): [string, number][] {
    const sorted = [...this.times].sort((a, b) => a - b);
    const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;
    const mean = sorted.length === 0 ? 0 : Math.round(sorted.reduce((sum, time) => sum + time, 0) / sorted.length);
    const named = shares.map(([name, share]): [string, number] => [name, at(share)]);
    return [['Mean', mean], ['Median', at(0.5)], ['Fastest', sorted[0] ?? 0], ...named, ['Highest', sorted.at(-1) ?? 0]];
  }
}

const rate = (count: number, milliseconds: number): number => (milliseconds <= 0 ? 0 : Math.round((count * 1000) / milliseconds));
