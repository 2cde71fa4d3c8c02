import { Module } from '@nestjs/common';
import { UsersQueries } from './users.queries.ts';

@Module({ controllers: [UsersQueries] })
export class AccountsQueriesModule {}
