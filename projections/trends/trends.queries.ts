import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { ExaminationsQueries } from '../examinations/examinations.queries.ts';
import { LabResultsQueries } from '../lab-results/lab-results.queries.ts';
import { Reader } from '../runner/reader.ts';
import { trendsOf } from './trends.ts';

const List = z.object({
  patient_id: z.uuid(),
  after: z.string().optional(),
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(50).default(10),
});

@Controller('api/trends')
export class TrendsQueries {
  private readonly results: LabResultsQueries;
  private readonly examinations: ExaminationsQueries;

  constructor(reader: Reader, access: Access) {
    this.results = new LabResultsQueries(reader, access);
    this.examinations = new ExaminationsQueries(reader, access);
  }

  /** How each parameter of the record runs over time, a page of them; drawn by the same series as the charts, with the same scope. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, after, skip, take }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const [results, examinations] = await Promise.all([
      this.results.series({ patient_id, after, in_units: new Map() }, actor),
      this.examinations.series({ patient_id, after }, actor),
    ]);
    const trends = trendsOf(results.items, examinations.items);
    const isStale = 'stale' in results || 'stale' in examinations;
    return { items: trends.slice(skip, skip + take), overall_count: trends.length, ...(isStale ? { stale: true } : {}) };
  }
}
