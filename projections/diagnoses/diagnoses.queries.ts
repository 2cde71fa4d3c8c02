import { Controller, Get, Param, Query } from '@nestjs/common';
import type { z } from 'zod';
import { type DiagnosisView, isActive } from '#contracts/diagnoses';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import type { UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import { After, OfPatient } from '../items/asked.ts';
import { ItemReads, LastingList } from '../items/item-reads.ts';
import { withClinics, withNames } from '../items/names.ts';
import { Reader } from '../runner/reader.ts';
import { type DiagnosisDocument, diagnoses } from './diagnoses.projection.ts';
import { diagnosisSeries } from './diagnosis-series.ts';

@Controller('api/diagnoses')
export class DiagnosesQueries {
  private readonly items: ItemReads<DiagnosisDocument>;

  constructor(
    private readonly reader: Reader,
    access: Access,
  ) {
    this.items = new ItemReads(reader, access, { kind: 'diagnoses', projection: diagnoses });
  }

  /** A patient's diagnoses: what lasts first, then the newest. `unchecked` counts the drafts among all of them; `hidden` what Active hides. */
  @Get()
  async list(@Query({ schema: LastingList }) asked: z.infer<typeof LastingList>, @CurrentActor() actor: UserActor) {
    const { documents, today, counts, staleness } = await this.items.page(actor, asked);
    return { items: await this.views(documents, today), ...counts, ...staleness };
  }

  /** Every diagnosis of the patient as bars of the chart: complete, however many there are. */
  @Get('series')
  async series(@Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>, @CurrentActor() actor: UserActor) {
    const { today, staleness } = await this.items.reached(actor, patient_id, after);
    const documents = await this.items.documents(actor, patient_id);
    const items = await withClinics(this.reader, diagnosisSeries(documents, today));
    return { items, overall_count: items.length, ...staleness };
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<DiagnosisView & { stale?: true }> {
    const { document, today, staleness } = await this.items.one(actor, id, after);
    const [view] = await this.views([document], today);
    return { ...view!, ...staleness };
  }

  private async views(documents: readonly DiagnosisDocument[], today: string): Promise<DiagnosisView[]> {
    const named = await withNames(this.reader, documents);
    return named.map(({ ongoing: _ongoing, last_day: _last_day, ...one }) => ({ ...one, active: isActive(one, today) }));
  }
}
