import { Module } from '@nestjs/common';
import { MeasurementParametersQueries } from './measurement-parameters.queries.ts';

@Module({ controllers: [MeasurementParametersQueries] })
export class MeasurementParametersQueriesModule {}
