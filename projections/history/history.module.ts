import { Module } from '@nestjs/common';
import { HistoryQueries } from './history.queries.ts';

@Module({ controllers: [HistoryQueries] })
export class HistoryModule {}
