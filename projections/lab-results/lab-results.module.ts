import { Module } from '@nestjs/common';
import { LabResultsQueries } from './lab-results.queries.ts';

@Module({ controllers: [LabResultsQueries] })
export class LabResultsQueriesModule {}
