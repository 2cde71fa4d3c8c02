import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { UserActor } from '#infra/event-store/actor';
import { notFound } from '#infra/event-store/actor';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { CurrentActor } from '#infra/http/current-actor';
import { Sought, SoughtById } from '../catalogue-usage/sought.ts';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';

/** The catalogue belongs to nobody: everybody who is signed in reads it. */
@Controller('api/diseases')
export class DiseasesQueries {
  constructor(
    private readonly catalogues: CatalogueSearch,
    private readonly usage: CatalogueUsage,
  ) {}

  /** Codes, words, their beginnings, abbreviations; what the person's clinic uses lately and often comes first. */
  @Get()
  async list(@Query({ schema: Sought }) { query, skip, take }: z.infer<typeof Sought>, @CurrentActor() actor: UserActor) {
    return this.catalogues.diseases({ query, skip, take, usage: await this.usage.of(actor, 'diseases') });
  }

  /** Also one that is no longer valid. */
  @Get(':id')
  one(@Param({ schema: SoughtById }) { id }: z.infer<typeof SoughtById>) {
    const disease = this.catalogues.disease(id);
    if (!disease) throw notFound();
    return disease;
  }
}

@Module({ controllers: [DiseasesQueries], providers: [CatalogueUsage] })
export class DiseasesQueriesModule {}
