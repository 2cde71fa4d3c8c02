import { Module } from '@nestjs/common';
import { CommentsQueries } from './comments.queries.ts';

@Module({ controllers: [CommentsQueries] })
export class CommentsQueriesModule {}
