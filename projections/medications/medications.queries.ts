import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { UserActor } from '#infra/event-store/actor';
import { notFound } from '#infra/event-store/actor';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { CurrentActor } from '#infra/http/current-actor';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';

const List = z.object({
  skip: z.coerce.number<string>().int().min(0).max(100_000).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(250),
  query: z.string().trim().default(''),
  after: z.string().optional(),
});
const ById = z.object({ id: z.string().min(1).max(200) });

/** The catalogue belongs to nobody: everybody who is signed in reads it. */
@Controller('api/medications')
export class MedicationsQueries {
  constructor(
    private readonly catalogues: CatalogueSearch,
    private readonly usage: CatalogueUsage,
  ) {}

  /** Brand, generic, form, route and strength, each word or its beginning; what the person's clinic uses lately and often comes first. */
  @Get()
  async list(@Query({ schema: List }) { query, skip, take }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    return this.catalogues.medications({ query, skip, take, usage: await this.usage.of(actor, 'medications') });
  }

  /** Also one that is no longer listed. */
  @Get(':id')
  one(@Param({ schema: ById }) { id }: z.infer<typeof ById>) {
    const medication = this.catalogues.medication(id);
    if (!medication) throw notFound();
    return medication;
  }
}
