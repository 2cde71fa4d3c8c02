import { Injectable } from '@nestjs/common';
import type { UserActor } from '#infra/event-store/actor';
import type { Usage } from '#catalogues/catalogue-search';
import { Reader } from '../runner/reader.ts';
import { catalogueUsage, type CatalogueUse } from './catalogue-usage.projection.ts';

/** Uses that are looked at, the latest. */
const LATEST = 2000;
/** Entries that come first. */
const MOST = 150;
/** Milliseconds that an answer serves: what was used a moment ago may come first a moment later. */
const KEPT = 30_000;
const HALF_LIFE_DAYS = 30;
const DAY = 86_400_000;

/** From uses to a weight of 0 to 1 by entry: often and lately, both count; one use long ago hardly. */
export const weigh = (uses: readonly Pick<CatalogueUse, 'entries' | 'used_at'>[], now: number): Usage => {
  const sums = new Map<string, number>();
  for (const { entries, used_at } of uses) {
    const days = Math.max(0, (now - Date.parse(used_at)) / DAY);
    for (const entry of entries) sums.set(entry, (sums.get(entry) ?? 0) + 0.5 ** (days / HALF_LIFE_DAYS));
  }
  const weighed = [...sums].map(([entry, sum]) => [entry, sum / (sum + 1)] as const);
  return new Map(weighed.toSorted((a, b) => b[1] - a[1]).slice(0, MOST));
};

/** What a person's clinic used lately and often. */
@Injectable()
export class CatalogueUsage {
  private readonly kept = new Map<string, { at: number; usage: Usage }>();

  constructor(private readonly reader: Reader) {}

  /** Nothing for who works for no clinic. */
  async of({ organization_id }: UserActor, catalogue: CatalogueUse['catalogue']): Promise<Usage> {
    if (organization_id === null) return new Map();
    const key = `${catalogue} ${organization_id}`;
    const now = performance.now();
    const kept = this.kept.get(key);
    if (kept && now - kept.at < KEPT) return kept.usage;
    // a search must not fail because this list is being built
    const found = await this.reader
      .find<CatalogueUse>(catalogueUsage, {
        filter: { organization_id: { eq: organization_id }, catalogue: { eq: catalogue } },
        sort: [['used_at', 'desc']],
        take: LATEST,
      })
      .catch(() => ({ items: [] }));
    const usage = weigh(
      found.items.map(({ data }) => data),
      Date.now(),
    );
    this.kept.set(key, { at: now, usage });
    return usage;
  }
}

/** What is used most first; what is used alike stays as it was. */
export const byUse = <T extends { id: string }>(items: readonly T[], usage: Usage): T[] =>
  items.toSorted((a, b) => (usage.get(b.id) ?? 0) - (usage.get(a.id) ?? 0));
