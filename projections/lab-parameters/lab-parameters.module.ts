import { Module } from '@nestjs/common';
import { LabParametersQueries } from './lab-parameters.queries.ts';

@Module({ controllers: [LabParametersQueries] })
export class LabParametersQueriesModule {}
