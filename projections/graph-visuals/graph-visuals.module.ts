import { Module } from '@nestjs/common';
import { GraphVisualsQueries } from './graph-visuals.queries.ts';

@Module({ controllers: [GraphVisualsQueries] })
export class GraphVisualsQueriesModule {}
