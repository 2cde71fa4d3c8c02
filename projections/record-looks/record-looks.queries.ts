import { Controller, Get, Query } from '@nestjs/common';
import { z } from 'zod';
import type { ExternalDifferences } from '#contracts/record-looks';
import { Access } from '#infra/access/access';
import { notFound, type UserActor } from '#infra/access/actor';
import { EventLog } from '#infra/event-store/event-log';
import { positionToken } from '#infra/event-store/position-token';
import { CurrentActor } from '#infra/http/current-actor';
import { externalCounts, externalPage } from '../history/external-items.ts';
import { medicalItemViews, VIEWED } from '../history/medical-items.views.ts';
import { sinceLook, sinceOf, sinceToken } from '../history/since.ts';
import { Reader } from '../runner/reader.ts';
import { looksOf } from './looks.ts';

const Differences = z.object({
  patient_id: z.uuid(),
  skip: z.coerce.number<string>().int().min(0).default(0),
  /** None: only how many there are. */
  take: z.coerce.number<string>().int().min(0).max(200).default(10),
  /** As an earlier answer named it; left out: since the person's last look at the History of Data Entry. */
  since: z.string().optional(),
  after: z.string().optional(),
});

@Controller('api/patients')
export class RecordLooksQueries {
  constructor(
    private readonly log: EventLog,
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** What sources outside the clinic brought, corrected or removed since the signed-in person last looked; the latest first. */
  @Get('external-differences')
  async externalDifferences(
    @Query({ schema: Differences }) { patient_id, skip, take, since, after }: z.infer<typeof Differences>,
    @CurrentActor() actor: UserActor,
  ): Promise<ExternalDifferences> {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    if (organization_id !== actor.organization_id) throw notFound();
    const isFresh = await this.reader.caughtUp(VIEWED, after);
    const { store } = this.log;
    const { history } = await looksOf(this.log, actor.user_id, patient_id);
    const from = since === undefined ? sinceLook(store, history) : sinceOf(store, since);
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
}
