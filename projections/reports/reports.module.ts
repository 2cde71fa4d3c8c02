import { Module } from '@nestjs/common';
import { ReportsQueries } from './reports.queries.ts';

@Module({ controllers: [ReportsQueries] })
export class ReportsQueriesModule {}
