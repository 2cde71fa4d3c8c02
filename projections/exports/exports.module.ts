import { Module } from '@nestjs/common';
import { ExportsQueries } from './exports.queries.ts';

@Module({ controllers: [ExportsQueries] })
export class ExportsModule {}
