import { Module } from '@nestjs/common';
import { PatientsQueries } from './patients.queries.ts';

@Module({ controllers: [PatientsQueries] })
export class PatientsQueriesModule {}
