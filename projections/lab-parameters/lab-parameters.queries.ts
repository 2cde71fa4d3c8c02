import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { LabParameterOrder, LabParameterStatus, type LabParameterView } from '#contracts/lab/lab-parameters';
import { ById, Id } from '#contracts/wire/primitives';
import { notFound, type UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { Reader } from '../runner/reader.ts';
import { searchByAlias } from './alias-search.ts';
import { type FoundParameterDocument, foundParameters } from './found-parameters.projection.ts';
import { labMerges } from './lab-merges.projection.ts';
import { type LabParameterDocument, labParameters } from './lab-parameters.projection.ts';
import { type Merges, readMerges, withMerged } from './merges.ts';

const After = z.object({ after: z.string().optional() });
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(50),
  query: z.string().trim().max(200).default(''),
  status: LabParameterStatus.optional(),
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
  constructor(private readonly reader: Reader) {}

  /**
   * `query` is compared with every alias, those of merged parameters too. Without an order the best fit comes first, or the name where
   * nothing is searched for. What was merged or removed is not listed; asked for by `ids`, it is answered as what it stands for.
   */
  @Get()
  async list(@Query({ schema: List }) asked: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { skip, take, query, status, order_by, ids, after } = asked;
    const isFresh = await this.reader.caughtUp(READ, after);
    const staleness = isFresh ? {} : { stale: true };
    if (ids) {
      const named = await this.named(ids);
      const items = ids.flatMap((id) => named.get(id) ?? []);
      return { items: items.slice(skip, skip + take), overall_count: items.length, ...staleness };
    }
    // The catalogue is a curated list of some hundreds: it is ranked whole, so that the best fit is never on a later page.
    const found = searchByAlias(await this.listed(maySeeRequests(actor) ? status : 'Approved', status), query);
    if (order_by === 'LastModified') found.sort(latestFirst);
    if (order_by === 'Name') found.splice(0, found.length, ...searchByAlias(found, ''));
    return { items: await this.withPages(found.slice(skip, skip + take)), overall_count: found.length, ...staleness };
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ) {
    const isFresh = await this.reader.caughtUp(READ, after);
    const parameter = (await this.named([id])).get(id) ?? (maySeeRequests(actor) ? await this.requested(id) : undefined);
    if (!parameter) throw notFound();
    return { ...parameter, ...(isFresh ? {} : { stale: true }) };
  }

  /** Of one status, or of every, what is neither merged nor removed. Nothing where somebody asks for a status that is not theirs to see. */
  private async listed(seen: LabParameterStatus | undefined, asked: LabParameterStatus | undefined): Promise<LabParameterView[]> {
    if (asked !== undefined && seen !== asked) return [];
    const filter = seen === undefined ? {} : { filter: { status: { eq: seen } } };
    const merges = await readMerges(this.reader);
    const { items } = await this.reader.find<LabParameterDocument>(labParameters, filter);
    const present = items.map(({ data }) => data).filter(({ id, is_removed }) => !is_removed && merges.mergeOf(id) === undefined);
    const merged = await this.mergedInto(present, merges);
    return this.withNames(present.map((document) => withMerged(document, merges, merged)));
  }

  /** By the ids asked for, what is or was in the catalogue: of what was merged, the parameter that it stands for, under the id asked for. */
  private async named(ids: readonly string[]): Promise<Map<string, LabParameterView>> {
    const merges = await readMerges(this.reader);
    const roots = await this.reader.getMany<LabParameterDocument>(
      labParameters,
      ids.map((id) => merges.rootOf(id)),
    );
    const merged = await this.mergedInto([...roots.values()], merges);
    return new Map(
      ids.flatMap((id): [string, LabParameterView][] => {
        const root = roots.get(merges.rootOf(id));
        if (root?.status !== 'Approved') return [];
        const view = withMerged(root, merges, merged);
        const merge = merges.mergeOf(id);
        if (merge === undefined) return [[id, view]];
        return [[id, { ...view, id, merged_into: { merge_id: merge.merge_id, id: root.id, primary_alias: root.primary_alias } }]];
      }),
    );
  }

  private async requested(id: string): Promise<LabParameterView | undefined> {
    const document = await this.reader.get<LabParameterDocument>(labParameters, id);
    const named = document === undefined ? [] : await this.withNames([document]);
    return (await this.withPages(named))[0];
  }

  private mergedInto(documents: readonly LabParameterDocument[], merges: Merges): Promise<ReadonlyMap<string, LabParameterDocument>> {
    const ids = documents.flatMap(({ id }) => merges.mergedInto(id).map((merged) => merged.id));
    return this.reader.getMany<LabParameterDocument>(labParameters, ids);
  }

  /** What was found on pages is called as it is printed there; where none of its pages is left, nothing asks for it any more. */
  private async withNames(parameters: readonly LabParameterView[]): Promise<LabParameterView[]> {
    const nameless = parameters.filter(({ aliases }) => aliases.length === 0);
    if (nameless.length === 0) return [...parameters];
    const first = await this.reader.getMany<FoundParameterDocument>(
      foundParameters,
      nameless.flatMap(({ found_id }) => found_id ?? []),
    );
    const named = parameters.map(async (parameter): Promise<LabParameterView[]> => {
      if (parameter.aliases.length > 0) return [parameter];
      const found = first.get(parameter.found_id ?? '') ?? (await this.found(parameter.id)).items[0]?.data;
      return found === undefined ? [] : [{ ...parameter, aliases: [found.name], primary_alias: found.name, unit: found.unit }];
    });
    return (await Promise.all(named)).flat();
  }

  /** With the number of pages that what was requested is on. */
  private async withPages(parameters: readonly LabParameterView[]): Promise<LabParameterView[]> {
    const counted = parameters.map(async (parameter) =>
      parameter.status === 'Approved' ? parameter : { ...parameter, pages: (await this.found(parameter.id)).overall_count },
    );
    return Promise.all(counted);
  }

  private found(parameter_id: string) {
    return this.reader.find<FoundParameterDocument>(foundParameters, {
      filter: { parameter_id: { eq: parameter_id } },
      sort: [['since', 'asc']],
      take: 1,
    });
  }
}

@Module({ controllers: [LabParametersQueries] })
export class LabParametersQueriesModule {}
