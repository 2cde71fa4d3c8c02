import { Module } from '@nestjs/common';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';
import { DiseasesQueries } from './diseases.queries.ts';

@Module({ controllers: [DiseasesQueries], providers: [CatalogueUsage] })
export class DiseasesQueriesModule {}
