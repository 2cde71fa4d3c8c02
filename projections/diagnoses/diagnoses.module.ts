import { Module } from '@nestjs/common';
import { DiagnosesQueries } from './diagnoses.queries.ts';

@Module({ controllers: [DiagnosesQueries] })
export class DiagnosesQueriesModule {}
