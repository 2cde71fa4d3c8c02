import { Controller, Get, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { Id } from '#contracts/wire/primitives';
import type { ChangedItem, ExternalDifferences, RecordChanges } from '#contracts/items/last-seen';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import { CurrentActor } from '#infra/http/current-actor';
import { externalCounts, externalPage } from '../history/external-items.ts';
import { medicalItemViews, VIEWED } from '../history/medical-items.views.ts';
import { sinceLastSeen, sinceOf, sinceToken } from '../history/since.ts';
import { Reader } from '../runner/reader.ts';
import { changedItems, changesIn } from './changed-items.ts';
import { lastSeenOf } from './last-seen.ts';

const Differences = z.object({
  patient_id: Id,
  skip: z.coerce.number<string>().int().min(0).default(0),
  /** None: only how many there are. */
  take: z.coerce.number<string>().int().min(0).max(200).default(10),
  /** As an earlier answer named it; left out: since the person's last look at the History of Data Entry. */
  since: z.string().optional(),
  after: z.string().optional(),
});

const OfPatient = z.object({ patient_id: Id });
const Asked = z.object({ since: z.string().optional(), after: z.string().optional() });

@Controller('api')
export class LastSeenQueries {
  constructor(
    private readonly log: EventLog,
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** What sources outside the clinic brought, corrected or removed since the signed-in person last looked; the latest first. */
  @Get('patients/external-differences')
  async externalDifferences(
    @Query({ schema: Differences }) { patient_id, skip, take, since, after }: z.infer<typeof Differences>,
    @CurrentActor() actor: UserActor,
  ): Promise<ExternalDifferences> {
    const isFresh = await this.reached(actor, patient_id, after);
    const { store } = this.log;
    const { history } = await lastSeenOf(this.log, actor.user_id, patient_id);
    const from = since === undefined ? sinceLastSeen(store, history) : sinceOf(store, since);
    const { until, ...counts } = await externalCounts(this.reader, patient_id, from);
    const { documents } = take === 0 ? { documents: [] } : await externalPage(this.reader, patient_id, from, { skip, take });
    return {
      items: await medicalItemViews(this.reader, documents, from),
      ...counts,
      last_looked_at: history?.at ?? null,
      since: sinceToken(store, from),
      until: until === undefined ? null : positionToken(store.log_id, until),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }
  /** What is new in the record since the signed-in person said to have seen everything. */
  @Get('record-looks/:patient_id')
  async changes(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Query({ schema: Asked }) { after }: z.infer<typeof Asked>,
    @CurrentActor() actor: UserActor,
  ): Promise<RecordChanges> {
    const isFresh = await this.reached(actor, patient_id, after);
    const { store } = this.log;
    const { changes } = await lastSeenOf(this.log, actor.user_id, patient_id);
    const from = sinceLastSeen(store, changes);
    const { counts, until } = await changesIn(this.reader, patient_id, actor.user_id, from);
    return {
      ...counts,
      last_seen_at: changes?.at ?? null,
      since: sinceToken(store, from),
      until: until === undefined ? null : positionToken(store.log_id, until),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }

  /** Which items these are, for marking them: all of them, those of external sources and removed ones included. */
  @Get('record-looks/:patient_id/items')
  async changedItems(
    @Param({ schema: OfPatient }) { patient_id }: z.infer<typeof OfPatient>,
    @Query({ schema: Asked }) { since, after }: z.infer<typeof Asked>,
    @CurrentActor() actor: UserActor,
  ): Promise<{ items: ChangedItem[]; overall_count: number; stale?: true }> {
    const isFresh = await this.reached(actor, patient_id, after);
    const { store } = this.log;
    const { changes } = await lastSeenOf(this.log, actor.user_id, patient_id);
    const from = since === undefined ? sinceLastSeen(store, changes) : sinceOf(store, since);
    const items = await changedItems(this.reader, patient_id, actor.user_id, from);
    return { items, overall_count: items.length, ...(isFresh ? {} : { stale: true as const }) };
  }

  /** Whether what is read is up to date. @throws Refusal 404 */
  private async reached(actor: UserActor, patient_id: string, after: string | undefined): Promise<boolean> {
    await this.access.patientScope(actor, patient_id);
    return this.reader.caughtUp(VIEWED, after);
  }
}

@Module({ controllers: [LastSeenQueries] })
export class LastSeenQueriesModule {}
