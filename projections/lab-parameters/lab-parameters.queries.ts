import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { LabParameterOrder, LabParameterStatus, type LabParameterView } from '#contracts/lab/lab-parameters';
import { ById, Id } from '#contracts/wire/primitives';
import { notFound } from '#infra/event-store/actor';
import { Reader } from '../runner/reader.ts';
import { searchByAlias } from './alias-search.ts';
import { labParameters } from './lab-parameters.projection.ts';

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

/** The catalogue belongs to nobody: everybody who is signed in reads it. */
@Controller('api/lab-parameters')
export class LabParametersQueries {
  constructor(private readonly reader: Reader) {}

  /** `query` is compared with every alias. Without an order the best fit comes first, or the name where nothing is searched for. */
  @Get()
  async list(@Query({ schema: List }) { skip, take, query, status, order_by, ids, after }: z.infer<typeof List>) {
    const isFresh = await this.reader.caughtUp([labParameters.name], after);
    if (ids) {
      const named = await this.reader.getMany<LabParameterView>(labParameters, ids);
      const items = ids.flatMap((id) => named.get(id) ?? []);
      return { items: items.slice(skip, skip + take), overall_count: items.length, ...(isFresh ? {} : { stale: true }) };
    }
    // The catalogue is a curated list of some hundreds: it is ranked whole, so that the best fit is never on a later page.
    const { items } = await this.reader.find<LabParameterView>(
      labParameters,
      status === undefined ? {} : { filter: { status: { eq: status } } },
    );
    const found = searchByAlias(
      items.map(({ data }) => data),
      query,
    );
    if (order_by === 'LastModified') found.sort(latestFirst);
    if (order_by === 'Name') found.splice(0, found.length, ...searchByAlias(found, ''));
    return { items: found.slice(skip, skip + take), overall_count: found.length, ...(isFresh ? {} : { stale: true }) };
  }

  @Get(':id')
  async one(@Param({ schema: ById }) { id }: z.infer<typeof ById>, @Query({ schema: After }) { after }: z.infer<typeof After>) {
    const isFresh = await this.reader.caughtUp([labParameters.name], after);
    const parameter = await this.reader.get<LabParameterView>(labParameters, id);
    if (!parameter) throw notFound();
    return { ...parameter, ...(isFresh ? {} : { stale: true }) };
  }
}

@Module({ controllers: [LabParametersQueries] })
export class LabParametersQueriesModule {}
