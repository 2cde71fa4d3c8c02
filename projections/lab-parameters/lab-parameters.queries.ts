import { Controller, Get, Header, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { LabParameterOrder, LabParameterStatus, type LabParameterView } from '#contracts/lab/lab-parameters';
import { LAB_COLUMNS, labRows } from '#contracts/lab/lab-lists';
import { csvOf } from '#contracts/rules/csv';
import { ById, Id } from '#contracts/wire/primitives';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { CatalogueUsage } from '../catalogue-usage/usage.ts';
import { Reader } from '../runner/reader.ts';
import { searchByAlias } from './alias-search.ts';
import { foundParameters } from './found-parameters.projection.ts';
import { LabCurationQueries } from './lab-curation.queries.ts';
import { LabCatalogue } from './lab-catalogue.ts';
import { labMerges } from './lab-merges.projection.ts';
import { LabUsage } from './lab-usage.ts';
import { labParameters } from './lab-parameters.projection.ts';

const After = z.object({ after: z.string().optional() });
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(50),
  query: z.string().trim().max(200).default(''),
  /** One or several: 'PendingApproval,AutomaticallyRequested'. */
  status: z
    .string()
    .transform((statuses) => statuses.split(','))
    .pipe(z.array(LabParameterStatus))
    .optional(),
  order_by: LabParameterOrder.default('None'),
  /** Exactly these, in the order asked for: 'a,b,c'. */
  ids: z
    .string()
    .transform((ids) => ids.split(',').filter((id) => id !== ''))
    .pipe(z.array(Id).max(500))
    .optional(),
  after: z.string().optional(),
});

const latestFirst = (a: LabParameterView, b: LabParameterView): number => (a.last_modified_at < b.last_modified_at ? 1 : -1);
/** What lists are made of. */
const READ = [labParameters.name, labMerges.name, foundParameters.name];
const maySeeRequests = (actor: UserActor): boolean => actor.roles.includes('SuperUser');

/** The catalogue belongs to nobody: everybody who is signed in reads it. What was only requested is the super user's to see. */
@Controller('api/lab-parameters')
export class LabParametersQueries {
  private readonly catalogue: LabCatalogue;

  constructor(
    private readonly reader: Reader,
    private readonly usage: LabUsage,
    private readonly used: CatalogueUsage,
  ) {
    this.catalogue = new LabCatalogue(reader);
  }

  /**
   * `query` is compared with every alias, those of merged parameters too. Without an order the best fit comes first, or the name where
   * nothing is searched for. What was merged or removed is not listed; asked for by `ids`, it is answered as what it stands for.
   */
  @Get()
  async list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { skip, take, query, status, order_by, ids, after } = asked;
    const isFresh = await this.reader.caughtUp(READ, after);
    const staleness = isFresh ? {} : { stale: true };
    // who has the list before them may want to merge
    if (maySeeRequests(actor)) this.usage.prepare();
    if (ids) {
      const named = await this.catalogue.named(ids);
      const items = ids.flatMap((id) => named.get(id) ?? []);
      return { items: items.slice(skip, skip + take), overall_count: items.length, ...staleness };
    }
    // The catalogue is a curated list of some hundreds: it is ranked whole, so that the best fit is never on a later page.
    const used = query === '' ? undefined : await this.used.of(actor, 'lab');
    const found = searchByAlias(await this.listed(actor, status), query, used);
    if (order_by === 'LastModified') found.sort(latestFirst);
    if (order_by === 'Name') found.splice(0, found.length, ...searchByAlias(found, ''));
    return { items: await this.catalogue.withPages(found.slice(skip, skip + take)), overall_count: found.length, ...staleness };
  }

  /** What is approved, by name, in the columns that an import takes. */
  @Get('export')
  @Header('content-type', 'text/csv; charset=utf-8')
  async export(@Query({ schema: After }) { after }: z.infer<typeof After>): Promise<Buffer> {
    await this.reader.caughtUp(READ, after);
    return Buffer.from(csvOf(LAB_COLUMNS, searchByAlias(await this.catalogue.listed(['Approved']), '').flatMap(labRows)));
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp(READ, after);
    const parameter =
      (await this.catalogue.named([id])).get(id) ?? (maySeeRequests(actor) ? await this.catalogue.requested(id) : undefined);
    if (!parameter) throw notFound();
    return { ...parameter, ...(isFresh ? {} : { stale: true }) };
  }

  /** Nothing where somebody asks for a status that is not theirs to see. */
  private async listed(actor: UserActor, statuses: readonly LabParameterStatus[] | undefined): Promise<LabParameterView[]> {
    if (maySeeRequests(actor)) return this.catalogue.listed(statuses);
    return statuses === undefined || statuses.includes('Approved') ? this.catalogue.listed(['Approved']) : [];
  }
}

const labUsage = { provide: LabUsage, inject: [Reader], useFactory: (reader: Reader) => new LabUsage(reader) };

@Module({ controllers: [LabCurationQueries, LabParametersQueries], providers: [labUsage, CatalogueUsage] })
export class LabParametersQueriesModule {}
