import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import type { OccupationView } from '#contracts/catalogues/occupations';
import { searchText } from '#contracts/rules/search-text';
import { ById } from '#contracts/wire/primitives';
import { notFound } from '#infra/event-store/actor';
import { Reader } from '../runner/reader.ts';
import { type OccupationDocument, occupations } from './occupations.projection.ts';

const After = z.object({ after: z.string().optional() });
const List = After.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(100),
  query: z.string().trim().max(200).default(''),
});

const shown = ({ folded: _folded, ...occupation }: OccupationDocument): OccupationView => occupation;

@Controller('api/occupations')
export class OccupationsQueries {
  constructor(private readonly reader: Reader) {}

  /** The list of occupations by name; it is short. */
  @Get()
  async list(@Query({ schema: List }) { skip, take, query, after }: z.infer<typeof List>) {
    const isFresh = await this.reader.caughtUp([occupations.name], after);
    const { items } = await this.reader.find<OccupationDocument>(occupations, { sort: [['folded', 'asc']] });
    const found = items.filter(({ data }) => data.folded.includes(searchText(query)));
    const page = found.slice(skip, skip + take).map(({ data }) => shown(data));
    return { items: page, overall_count: found.length, ...(isFresh ? {} : { stale: true }) };
  }

  @Get(':id')
  async one(@Param({ schema: ById }) { id }: z.infer<typeof ById>, @Query({ schema: After }) { after }: z.infer<typeof After>) {
    const isFresh = await this.reader.caughtUp([occupations.name], after);
    const occupation = await this.reader.get<OccupationDocument>(occupations, id);
    if (!occupation) throw notFound();
    return { ...shown(occupation), ...(isFresh ? {} : { stale: true }) };
  }
}

@Module({ controllers: [OccupationsQueries] })
export class OccupationsQueriesModule {}
