import { Controller, Get, Headers, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { ByUsername, sameName, type UserDetails, type UserView } from '#contracts/people/accounts';
import { searchText } from '#contracts/rules/search-text';
import { Access } from '#infra/access/access';
import { readConnections } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { outlineOf } from '#infra/access/stream-scope';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { Reservations } from '#infra/event-store/reservations';
import { CurrentActor } from '#infra/http/current-actor';
import { notInAddress, searchedIn } from '#infra/http/searched';
import type { Filter } from '#infra/read-store/read-store';
import { organizationNames } from '../organizations/organizations.names.ts';
import { Reader } from '../runner/reader.ts';
import { SessionsQueries } from './sessions.queries.ts';
import { type UserDocument, users } from './users.projection.ts';

const After = z.object({ after: z.string().optional() });
const List = After.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  organization_id: Id.optional(),
  ...notInAddress('query', 'first_name', 'last_name'),
});

const name = z.string().trim().max(200).default('');
/** What the header X-Search may name: names stand in no address. */
const Search = z.object({ query: name, first_name: name, last_name: name });

type Shown = Omit<UserView, 'organization_name'>;
const shown = ({ removed: _removed, sealed_by: _key, sort_name: _last, folded_first: _first, ...user }: UserDocument): Shown => user;

@Controller('api/users')
export class UsersQueries {
  constructor(
    private readonly reader: Reader,
    private readonly log: EventLog,
    private readonly access: Access,
    private readonly reservations: Reservations,
  ) {}

  /**
   * Users by last name: those of one's own organization, for the super user everybody's or those of `organization_id`. `query` is how a last
   * name begins, as is `last_name`; `first_name` is how a first name begins.
   */
  @Get()
  async list(
    @Query({ schema: List }) { skip, take, organization_id, after }: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp([users.name], after);
    const typed = header === undefined ? Search.parse({}) : searchedIn(Search, header);
    const [last, first] = [searchText(typed.query || typed.last_name), searchText(typed.first_name)];
    const within = actor.roles.includes('SuperUser') ? organization_id : (actor.organization_id ?? '');
    const filter: Filter = {
      removed: { eq: false },
      ...(last === '' ? {} : { sort_name: { prefix: last } }),
      ...(first === '' ? {} : { folded_first: { prefix: first } }),
      ...(within === undefined ? {} : { organization_id: { eq: within } }),
    };
    const { items, overall_count } = await this.reader.find<UserDocument>(users, { filter, sort: [['sort_name', 'asc']], skip, take });
    const named = await this.named(items.map(({ data }) => shown(data)));
    return { items: named, overall_count, ...(isFresh ? {} : { stale: true }) };
  }

  /** One account as its stream says now, with what only its administrator sees. The same 404 where it is missing and where it is another's. */
  @Get(':username')
  async one(@Param({ schema: ByUsername }) { username }: z.infer<typeof ByUsername>, @CurrentActor() actor: UserActor) {
    const user_id = await this.reservations.ownerOf('username', sameName(username));
    if (user_id === undefined) throw notFound();
    const stream = `user-${user_id}`;
    await this.access.streamScope(actor, stream);
    const [user, outline] = [await readIdentity(this.log, user_id), await outlineOf(this.log, stream)];
    if (!user || !outline) throw notFound();
    const { first_name, last_name, email, phone_number, roles, organization_id, occupations, npi, locked } = user;
    const unverified = user.unverified || (await readConnections(this.log, user_id)).isUnverified;
    const [view] = await this.named([
      {
        ...{ user_id, username: user.username, first_name, last_name, roles, organization_id, occupations, locked, unverified },
        ...(npi === undefined ? {} : { npi }),
        version: outline.version,
      },
    ]);
    const only_administrator = roles.includes('OrganizationAdmin') && (await this.isOnly(user_id, organization_id));
    return { ...view!, email, phone_number, only_administrator } satisfies UserDetails;
  }

  private async named(found: readonly Shown[]): Promise<UserView[]> {
    const names = await organizationNames(
      this.reader,
      found.map(({ organization_id }) => organization_id),
    );
    return found.map((user) => ({ ...user, organization_name: names.get(user.organization_id ?? '')?.name ?? null }));
  }

  /** Whether nobody else administers the organization; what is shown before somebody is removed, not what anything is decided by. */
  private async isOnly(user_id: string, organization_id: string | null): Promise<boolean> {
    const filter: Filter = { removed: { eq: false }, organization_id: { eq: organization_id } };
    const { items } = await this.reader.find<UserDocument>(users, { filter });
    return !items.some(({ id, data }) => id !== user_id && !data.locked && data.roles.includes('OrganizationAdmin'));
  }
}

@Module({ controllers: [UsersQueries, SessionsQueries] })
export class AccountsQueriesModule {}
