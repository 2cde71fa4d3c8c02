import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { UserActor } from '#infra/event-store/actor';
import { notFound } from '#infra/event-store/actor';
import { CatalogueSearch } from '#catalogues/catalogue-search';
import { CurrentActor } from '#infra/http/current-actor';
import { Sought, SoughtById } from '../catalogue-usage/sought.ts';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';

/** The catalogue belongs to nobody: everybody who is signed in reads it. */
@Controller('api/medications')
export class MedicationsQueries {
  constructor(
    private readonly catalogues: CatalogueSearch,
    private readonly usage: CatalogueUsage,
  ) {}

  /** Brand, generic, form, route and strength, each word or its beginning; what the person's clinic uses lately and often comes first. */
  @Get()
  async list(@Query({ schema: Sought }) { query, skip, take }: z.infer<typeof Sought>, @CurrentActor() actor: UserActor) {
    return this.catalogues.medications({ query, skip, take, usage: await this.usage.of(actor, 'medications') });
  }

  /** Also one that is no longer listed. */
  @Get(':id')
  one(@Param({ schema: SoughtById }) { id }: z.infer<typeof SoughtById>) {
    const medication = this.catalogues.medication(id);
    if (!medication) throw notFound();
    return medication;
  }
}

@Module({ controllers: [MedicationsQueries], providers: [CatalogueUsage] })
export class MedicationsQueriesModule {}
