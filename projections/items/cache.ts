import { createHash } from 'node:crypto';
import type { Filter } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import type { Named } from '../runner/builds.ts';
import type { Reader } from '../runner/reader.ts';

/** Documents that something was made of; with 'may be missing' it is made without them while they are being built. */
export type Source = readonly [projection: Named, filter: Filter, need?: 'may be missing'];

interface Entry {
  tag: string;
  made: Promise<{ value: unknown; weight: number }>;
  weight: number;
  used: number;
}

/** Bytes, about, that are kept at most; and how long what nobody asks for stays in memory, in milliseconds. */
const MOST = 96_000_000;
const LONGEST = 5 * 60_000;

/**
 * What took long to make, kept for as long as the documents that it was made of stay as they are: whether they do is asked of the read
 * store each time, so that nothing old is ever answered. Who may see it is to be settled before. What nobody asked for within five
 * minutes is forgotten, an erased record's with it.
 */
export class Kept {
  private readonly entries = new Map<string, Entry>();
  private weight = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(private readonly reader: Reader) {}

  /**
   * @param question names what is made, whose it is, and all that it depends on besides the sources
   * @param make answers it with its weight in bytes
   * @returns it, with a tag that is another one whenever it may be
   */
  async of<T>(
    question: string,
    sources: readonly Source[],
    make: () => Promise<{ value: T; weight: number }>,
  ): Promise<{ value: T; tag: string }> {
    const stamps = await Promise.all(sources.map((source) => this.stampOf(source)));
    const tag = createHash('sha256')
      .update([question, ...stamps].join('\n'))
      .digest('base64url');
    const known = this.entries.get(question);
    if (known?.tag === tag) {
      known.used = performance.now();
      return { value: (await known.made).value as T, tag };
    }
    this.forget(question);
    const entry: Entry = { tag, made: make(), weight: 0, used: performance.now() };
    this.entries.set(question, entry);
    this.sweeping ??= setInterval(() => this.sweep(), LONGEST / 5).unref();
    try {
      const { value, weight } = (await entry.made) as { value: T; weight: number };
      if (this.entries.get(question) === entry) {
        this.weight += entry.weight = weight;
        this.makeRoom();
      }
      return { value, tag };
    } catch (error) {
      if (this.entries.get(question) === entry) this.forget(question);
      throw error;
    }
  }

  /** What is made while they are being built is another answer than the one after it. */
  private async stampOf([projection, filter, need]: Source): Promise<string> {
    try {
      return await this.reader.stamp(projection, filter);
    } catch (error) {
      if (need === undefined || !(error instanceof Rebuilding)) throw error;
      return 'being built';
    }
  }

  /** Those that were used longest ago go first. */
  private makeRoom(): void {
    const byUse = [...this.entries].sort(([, a], [, b]) => a.used - b.used);
    for (const [question] of byUse) {
      if (this.weight <= MOST) return;
      this.forget(question);
    }
  }

  private sweep(): void {
    const oldest = performance.now() - LONGEST;
    for (const [question, { used }] of this.entries) if (used < oldest) this.forget(question);
    if (this.entries.size > 0) return;
    clearInterval(this.sweeping);
    this.sweeping = undefined;
  }

  private forget(question: string): void {
    const entry = this.entries.get(question);
    if (!entry) return;
    this.entries.delete(question);
    this.weight -= entry.weight;
  }
}

const shared = new WeakMap<Reader, Kept>();

/** One for all queries of a reader: they share its room. */
export const cacheOf = (reader: Reader): Kept => {
  const kept = shared.get(reader) ?? new Kept(reader);
  shared.set(reader, kept);
  return kept;
};
