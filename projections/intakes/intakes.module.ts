import { Module } from '@nestjs/common';
import { IntakesQueries } from './intakes.queries.ts';

@Module({ controllers: [IntakesQueries] })
export class IntakesQueriesModule {}
