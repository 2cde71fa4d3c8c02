import { Module } from '@nestjs/common';
import { HistoryQueries } from './history.queries.ts';
import { MedicalItemsQueries } from './medical-items.queries.ts';

@Module({ controllers: [HistoryQueries, MedicalItemsQueries] })
export class HistoryModule {}
