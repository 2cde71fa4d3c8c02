import { Module } from '@nestjs/common';
import { TrendsQueries } from './trends.queries.ts';

@Module({ controllers: [TrendsQueries] })
export class TrendsModule {}
