import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { packTrends } from '#contracts/observations/trends';
import { bornWritten } from '#contracts/wire/birth';
import { CurrentActor } from '#infra/http/current-actor';
import { ExaminationsQueries } from '../examinations/examinations.queries.ts';
import { answered, CurrentExchange, type Exchange } from '../items/answers.ts';
import { all_clinics, packed, readingOf } from '../items/asked.ts';
import { cacheOf } from '../items/cache.ts';
import { LabResultsQueries } from '../lab-results/lab-results.queries.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { Reader } from '../runner/reader.ts';
import { trendsOf } from './trends.ts';

const List = z.object({
  patient_id: Id,
  all_clinics,
  after: z.string().optional(),
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(50).default(10),
  packed,
});

/** Bytes of memory that a point takes, about. */
const POINT = 600;

@Controller('api/trends')
export class TrendsQueries {
  private readonly results: LabResultsQueries;
  private readonly examinations: ExaminationsQueries;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.results = new LabResultsQueries(reader, access);
    this.examinations = new ExaminationsQueries(reader, access);
  }

  /** How each parameter of the record runs over time, a page of them; drawn by the same series as the charts, with the same scope. */
  @Get()
  async list(
    @Query({ schema: List }) asked: z.infer<typeof List>,
    @CurrentActor() actor: UserActor,
    @CurrentExchange() exchange: Exchange,
  ): Promise<Buffer> {
    const { patient_id, after, skip, take } = asked;
    const reached = await Promise.all([
      this.results.items.reached(actor, patient_id, after),
      this.examinations.items.reached(actor, patient_id, after),
    ]);
    const isFresh = reached.every(({ staleness }) => !staleness.stale);
    const patient = await this.reader.get<PatientDocument>(patients, patient_id);
    const all = JSON.stringify(['trends', readingOf(actor, patient_id), patient && bornWritten(patient)]);
    const sources = [...this.results.items.sources(actor, patient_id), ...this.examinations.items.sources(actor, patient_id)];
    const question = `${all} ${skip} ${take} ${asked.packed}`;
    return answered(this.reader, exchange, { question, sources, isFresh }, async () => {
      // the next page is likely to be asked for
      const { value: trends } = await cacheOf(this.reader).of(all, sources, async () => {
        const [results, measurements] = await Promise.all([
          this.results.lines(actor, patient_id),
          this.examinations.lines(actor, patient_id),
        ]);
        const value = trendsOf(results, measurements);
        return { value, weight: value.reduce((sum, { series }) => sum + series.points.length, 0) * POINT };
      });
      const page = trends.slice(skip, skip + take);
      const content = asked.packed === 'true' ? packTrends(page) : { items: page };
      return { ...content, overall_count: trends.length };
    });
  }
}

@Module({ controllers: [TrendsQueries] })
export class TrendsModule {}
