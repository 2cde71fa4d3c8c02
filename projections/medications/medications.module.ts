import { Module } from '@nestjs/common';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';
import { MedicationsQueries } from './medications.queries.ts';

@Module({ controllers: [MedicationsQueries], providers: [CatalogueUsage] })
export class MedicationsQueriesModule {}
