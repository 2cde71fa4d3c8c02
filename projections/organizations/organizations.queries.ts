import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { NO_ORGANIZATION, type OrganizationView } from '#contracts/people/organizations';
import { searchText } from '#contracts/rules/search-text';
import { ById } from '#contracts/wire/primitives';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { Reader } from '../runner/reader.ts';
import { type OrganizationDocument, organizations } from './organizations.projection.ts';

const After = z.object({ after: z.string().optional() });
const List = After.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  query: z.string().trim().max(200).default(''),
  order_by: z.enum(['None', 'Name']).default('Name'),
});

const shown = ({ removed: _removed, sort_name: _sort, ...organization }: OrganizationDocument): OrganizationView => organization;

/** Each typed word begins one of the name's. */
const isCalled = ({ sort_name }: OrganizationDocument, query: string): boolean =>
  searchText(query)
    .split(' ')
    .every((word) => ` ${sort_name}`.includes(` ${word}`));

@Controller('api/organizations')
export class OrganizationsQueries {
  constructor(private readonly reader: Reader) {}

  /** Organizations by name, for who is no super user the own one. There are hundreds of them at most. */
  @Get()
  async list(@Query({ schema: List }) { skip, take, query, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp([organizations.name], after);
    const { items } = await this.reader.find<OrganizationDocument>(organizations, {
      filter: { removed: { eq: false } },
      sort: [['sort_name', 'asc']],
    });
    const found = items.map(({ data }) => data).filter((one) => isShownTo(actor, one) && (query === '' || isCalled(one, query)));
    return { items: found.slice(skip, skip + take).map(shown), overall_count: found.length, ...(isFresh ? {} : { stale: true }) };
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp([organizations.name], after);
    const found = await this.reader.get<OrganizationDocument>(organizations, id);
    if (!found || found.removed || !isShownTo(actor, found)) throw notFound();
    return { ...shown(found), ...(isFresh ? {} : { stale: true }) };
  }
}

/** Nobody is shown what stands for 'no organization'. */
const isShownTo = (actor: UserActor, { id, name }: OrganizationDocument): boolean =>
  name !== NO_ORGANIZATION && (actor.roles.includes('SuperUser') || id === actor.organization_id);

@Module({ controllers: [OrganizationsQueries] })
export class OrganizationsQueriesModule {}
