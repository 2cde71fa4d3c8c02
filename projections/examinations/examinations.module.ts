import { Module } from '@nestjs/common';
import { ExaminationsQueries } from './examinations.queries.ts';

@Module({ controllers: [ExaminationsQueries] })
export class ExaminationsQueriesModule {}
