import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import type { DiagnosisView } from '#contracts/diagnoses/diagnoses';
import { isActive, isOfDay } from '#contracts/diagnoses/lasting';
import { ById } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { After, OfPerson } from '../items/asked.ts';
import { FoldedReads } from '../items/folded-reads.ts';
import { LastingList } from '../items/item-reads.ts';
import { withNames } from '../items/names.ts';
import { Reader } from '../runner/reader.ts';
import { type DiagnosisDocument, diagnoses } from './diagnoses.projection.ts';
import { diagnosisSeries } from './diagnosis-series.ts';
import { rowsOf, visitRow } from './visits.ts';

@Controller('api/diagnoses')
export class DiagnosesQueries {
  private readonly items: FoldedReads<DiagnosisDocument, DiagnosisView>;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.items = new FoldedReads(reader, access, {
      kind: 'diagnoses',
      projection: diagnoses,
      folded: 'of_visit',
      rowsOf,
      rowOf: visitRow,
      hidden: (hidden, ofVisits) => ({ hidden: hidden.length, of_visits: ofVisits.length }),
      views: (documents, today) => this.views(documents, today),
    });
  }

  /** A patient's diagnoses: what lasts first, then the newest; those of one disease at visits are one row. `unchecked` counts the drafts among all of them; `hidden` what Active hides. */
  @Get()
  list(@Query({ schema: LastingList }) asked: z.infer<typeof LastingList>, @CurrentActor() actor: UserActor) {
    return this.items.page(actor, asked);
  }

  /** Every diagnosis of the patient as bars of the chart: complete, however many there are. */
  @Get('series')
  series(@Query({ schema: OfPerson }) asked: z.infer<typeof OfPerson>, @CurrentActor() actor: UserActor) {
    return this.items.bars(actor, asked, diagnosisSeries);
  }

  @Get(':id')
  one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<DiagnosisView & { stale?: true }> {
    return this.items.one(actor, id, after);
  }

  private async views(documents: readonly DiagnosisDocument[], today: string): Promise<DiagnosisView[]> {
    const named = await withNames(this.reader, documents);
    // a row of visits is active where one of them is
    return named.map(({ ongoing: _ongoing, last_day, ...one }) => ({
      ...one,
      active: isOfDay(one) ? last_day >= today : isActive(one, today),
    }));
  }
}

@Module({ controllers: [DiagnosesQueries] })
export class DiagnosesQueriesModule {}
