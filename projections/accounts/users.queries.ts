import { Controller, Get, Headers, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import type { UserView } from '#contracts/people/accounts';
import { searchText } from '#contracts/rules/search-text';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { InvalidInput } from '#infra/http/problems';
import type { Filter } from '#infra/read-store/read-store';
import { Reader } from '../runner/reader.ts';
import { type UserDocument, users } from './users.projection.ts';

const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(20),
  query: z.string().trim().max(200).default(''),
  after: z.string().optional(),
});

/** What the header X-Search may name: names stand in no address. */
const Search = z.object({ query: z.string().trim().max(200).default('') });

/** @throws InvalidInput where the header is not the base64url of such JSON */
const searched = (header: string | undefined): string => {
  if (header === undefined) return '';
  try {
    return Search.parse(JSON.parse(Buffer.from(header, 'base64url').toString('utf8'))).query;
  } catch {
    throw new InvalidInput({ 'X-Search': ['Field should be in a proper format'] }, { 'X-Search': 'base64url of a JSON object' });
  }
};

const shown = ({ removed: _removed, sort_name: _sort, ...user }: UserDocument): UserView => user;

@Controller('api/users')
export class UsersQueries {
  constructor(private readonly reader: Reader) {}

  /** Users by last name: those of one's own organization, for the super user everybody's. `query` is how a last name begins. */
  @Get()
  async list(
    @Query({ schema: List }) { skip, take, query, after }: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp([users.name], after);
    const name = searchText(query || searched(header));
    const filter: Filter = {
      removed: { eq: false },
      ...(name === '' ? {} : { sort_name: { prefix: name } }),
      ...(actor.roles.includes('SuperUser') ? {} : { organization_id: { eq: actor.organization_id ?? '' } }),
    };
    const { items, overall_count } = await this.reader.find<UserDocument>(users, { filter, sort: [['sort_name', 'asc']], skip, take });
    return { items: items.map(({ data }) => shown(data)), overall_count, ...(isFresh ? {} : { stale: true }) };
  }
}

@Module({ controllers: [UsersQueries] })
export class AccountsQueriesModule {}
