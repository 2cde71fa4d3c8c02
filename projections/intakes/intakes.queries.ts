import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import { isActive, untilText } from '#contracts/treatments/courses';
import { currentPeriod, isPlanned, orderedOn } from '#contracts/treatments/dosage-periods';
import type { IntakeView } from '#contracts/treatments/intake-views';
import { ById } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { After, OfPerson } from '../items/asked.ts';
import { FoldedReads } from '../items/folded-reads.ts';
import { LastingList } from '../items/item-reads.ts';
import { withNames } from '../items/names.ts';
import { Reader } from '../runner/reader.ts';
import { type IntakeDocument, intakes } from './intakes.projection.ts';
import { intakeSeries } from './intake-series.ts';
import { countIn, givenRow, rowsOf } from './given-rows.ts';

@Controller('api/intakes')
export class IntakesQueries {
  private readonly items: FoldedReads<IntakeDocument, IntakeView>;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.items = new FoldedReads(reader, access, {
      kind: 'intakes',
      projection: intakes,
      probable: 'time_to_probable',
      folded: 'given',
      rowsOf,
      rowOf: givenRow,
      hidden: (hidden, doses) => ({
        hidden: countIn(hidden),
        probably_over: hidden.filter(({ document }) => document.time_to_probable).length,
        given_doses: countIn(doses),
      }),
      views: (documents, today) => this.views(documents, today),
    });
  }

  /** A patient's treatments: what lasts first, then the newest; completed doses of one product are one row. `unchecked` counts the drafts among all of them; `hidden` what Active hides. */
  @Get()
  list(@Query({ schema: LastingList }) asked: z.infer<typeof LastingList>, @CurrentActor() actor: UserActor) {
    return this.items.page(actor, asked);
  }

  /** Every treatment of the patient as bars of the chart: complete, however many there are. */
  @Get('series')
  series(@Query({ schema: OfPerson }) asked: z.infer<typeof OfPerson>, @CurrentActor() actor: UserActor) {
    return this.items.bars(actor, asked, intakeSeries);
  }

  @Get(':id')
  one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<IntakeView & { stale?: true }> {
    return this.items.one(actor, id, after);
  }

  private async views(documents: readonly IntakeDocument[], today: string): Promise<IntakeView[]> {
    const named = await withNames(this.reader, documents);
    return named.map(({ ongoing: _ongoing, last_day: _lastDay, over_since: _since, ...one }) => {
      const current = currentPeriod(one.nested_items, today);
      const { average_dosage_per_day = null } = one.nested_items[current] ?? {};
      const order = orderedOn(one.nested_items, today);
      const [active, until_text] = [isActive(one, today), untilText(one, today)];
      const planned = active && !one.given && isPlanned(one, today);
      return { ...one, current, order, until_text, average_dosage_per_day, active, planned };
    });
  }
}

@Module({ controllers: [IntakesQueries] })
export class IntakesQueriesModule {}
