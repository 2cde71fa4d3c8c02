import { Module } from '@nestjs/common';
import { RecordLooksQueries } from './record-looks.queries.ts';

@Module({ controllers: [RecordLooksQueries] })
export class RecordLooksQueriesModule {}
