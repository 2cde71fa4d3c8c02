import type { SealingKey } from './keys.ts';

const LIFETIME = 60_000;
/** Whoever goes through a long log meets tens of thousands within a minute, and each of them again only nearby. */
const MOST = 1000;

/**
 * Unwrapped keys, the thousand that were unwrapped last, for at most 60 s since they were read (not since their last use), so that a key destroyed elsewhere is soon forgotten here.
 * Keeps copies of its own and overwrites them when they go.
 */
export class KeyCache {
  private readonly byId = new Map<string, { key: SealingKey; until: number }>();
  private readonly idOf = new Map<string, string>();
  private sweep: NodeJS.Timeout | undefined;

  /** @param now milliseconds, never going backwards */
  constructor(private readonly now: () => number) {}

  /** @param since when the key was read, as milliseconds of the same clock */
  put(key: SealingKey, since: number): void {
    this.drop(key.id);
    const until = since + LIFETIME;
    if (until <= this.now()) return;
    this.byId.set(key.id, { key: copy(key), until });
    this.idOf.set(key.subject, key.id);
    if (this.byId.size > MOST) this.drop(this.byId.keys().next().value!);
    this.sweep ??= this.sweepIn(LIFETIME);
  }

  get(id: string): SealingKey | undefined {
    const held = this.byId.get(id);
    if (!held) return undefined;
    if (this.now() < held.until) return copy(held.key);
    this.drop(id);
    return undefined;
  }

  ofSubject(subject: string): SealingKey | undefined {
    const id = this.idOf.get(subject);
    return id === undefined ? undefined : this.get(id);
  }

  drop(id: string): void {
    const held = this.byId.get(id);
    if (!held) return;
    held.key.bytes.fill(0);
    this.byId.delete(id);
    this.idOf.delete(held.key.subject);
  }

  clear(): void {
    for (const id of this.byId.keys()) this.drop(id);
    clearTimeout(this.sweep);
    this.sweep = undefined;
  }

  /** Keys that nobody asks for go as well. */
  private sweepIn(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      const now = this.now();
      for (const [id, { until }] of this.byId) if (until <= now) this.drop(id);
      const next = Math.min(...[...this.byId.values()].map(({ until }) => until - now + 1), LIFETIME);
      this.sweep = this.byId.size > 0 ? this.sweepIn(next) : undefined;
    }, milliseconds).unref();
  }
}

const copy = (key: SealingKey): SealingKey => ({ ...key, bytes: Uint8Array.from(key.bytes) });
