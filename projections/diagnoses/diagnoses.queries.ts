import { Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { clinicDay } from '#contracts/clinic-day';
import { type DiagnosisSeries, type DiagnosisView, isActive } from '#contracts/diagnoses';
import { ById } from '#contracts/primitives';
import { Access } from '#infra/access/access';
import { isStaff, notFound, type UserActor } from '#infra/access/actor';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { userNames } from '../accounts/users.names.ts';
import { users } from '../accounts/users.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { Reader } from '../runner/reader.ts';
import { type DiagnosisDocument, diagnoses } from './diagnoses.projection.ts';
import { diagnosisSeries } from './diagnosis-series.ts';

const After = z.object({ after: z.string().optional() });
const OfPatient = z.object({ patient_id: z.uuid(), after: z.string().optional() });
const List = OfPatient.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** 'true' leaves out what is over; the answer says how many these are. */
  active: z.enum(['true', 'false']).default('false'),
});

/** How many documents are read at a time where all are needed. */
const CHUNK = 500;

/** Drafts are for the staff alone (ruling 24). */
const visible = (actor: UserActor): Filter => (isStaff(actor) ? {} : { draft: { eq: false } });

@Controller('api/diagnoses')
export class DiagnosesQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
  ) {}

  /** A patient's diagnoses: what lasts first, then the newest. `unchecked` counts the drafts among all of them; `hidden` what Active hides. */
  @Get()
  async list(@Query({ schema: List }) { patient_id, skip, take, active, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([diagnoses.name, users.name, organizations.name], after);
    const today = await this.today(organization_id);
    const all: Filter = { patient_id: { eq: patient_id }, ...visible(actor) };
    const { items, overall_count } = await this.reader.find<DiagnosisDocument>(diagnoses, {
      filter: active === 'true' ? { ...all, last_day: { gte: today } } : all,
      sort: [
        ['ongoing', 'desc'],
        ['time_from', 'desc'],
        ['recorded_at', 'desc'],
      ],
      skip,
      take,
    });
    const [unchecked, everything] = await Promise.all([
      this.count({ patient_id: { eq: patient_id }, draft: { eq: true } }),
      active === 'true' ? this.count(all) : overall_count,
    ]);
    return {
      items: await this.views(
        items.map(({ data }) => data),
        today,
      ),
      overall_count,
      ...(active === 'true' ? { hidden: everything - overall_count } : {}),
      ...(isStaff(actor) ? { unchecked } : {}),
      ...(isFresh ? {} : { stale: true }),
    };
  }

  /** Every diagnosis of the patient as bars of the chart: complete, however many there are. */
  @Get('series')
  async series(@Query({ schema: OfPatient }) { patient_id, after }: z.infer<typeof OfPatient>, @CurrentActor() actor: UserActor) {
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([diagnoses.name, organizations.name], after);
    const documents = await this.all({ patient_id: { eq: patient_id }, ...visible(actor) });
    const series = diagnosisSeries(documents, await this.today(organization_id));
    const clinics = await organizationNames(
      this.reader,
      series.map((one) => one.organization_id),
    );
    const items = series.map((one): DiagnosisSeries => {
      const clinic = clinics.get(one.organization_id);
      return clinic ? { ...one, organization_name: clinic.name } : one;
    });
    return { items, overall_count: items.length, ...(isFresh ? {} : { stale: true }) };
  }

  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: After }) { after }: z.infer<typeof After>,
    @CurrentActor() actor: UserActor,
  ): Promise<DiagnosisView & { stale?: true }> {
    const { patient_id } = await this.access.streamScope(actor, `diagnosis-${id}`);
    if (patient_id === undefined) throw notFound();
    const { organization_id } = await this.access.patientScope(actor, patient_id);
    const isFresh = await this.reader.caughtUp([diagnoses.name, users.name, organizations.name], after);
    const document = await this.reader.get<DiagnosisDocument>(diagnoses, id);
    if (!document || (document.draft && !isStaff(actor))) throw notFound();
    const [view] = await this.views([document], await this.today(organization_id));
    if (!view) throw notFound();
    return { ...view, ...(isFresh ? {} : { stale: true as const }) };
  }

  /** The clinic's local day (ruling 31). */
  private async today(organization_id: string): Promise<string> {
    const clinics = await organizationNames(this.reader, [organization_id]);
    return clinicDay(clinics.get(organization_id)?.time_zone, new Date());
  }

  private async count(filter: Filter): Promise<number> {
    return (await this.reader.find(diagnoses, { filter, take: 0 })).overall_count;
  }

  private async all(filter: Filter): Promise<DiagnosisDocument[]> {
    const found = new Map<string, DiagnosisDocument>();
    for (let skip = 0; ; skip += CHUNK) {
      const { items, overall_count } = await this.reader.find<DiagnosisDocument>(diagnoses, { filter, skip, take: CHUNK });
      for (const { id, data } of items) found.set(id, data);
      if (skip + CHUNK >= overall_count) return [...found.values()];
    }
  }

  private async views(documents: readonly DiagnosisDocument[], today: string): Promise<DiagnosisView[]> {
    const [editors, clinics] = await Promise.all([
      userNames(
        this.reader,
        documents.map(({ last_edited_by }) => last_edited_by),
      ),
      organizationNames(
        this.reader,
        documents.map(({ organization_id }) => organization_id),
      ),
    ]);
    return documents.map(({ ongoing: _ongoing, last_day: _last_day, ...one }) => {
      const [editor, clinic] = [one.last_edited_by && editors.get(one.last_edited_by), clinics.get(one.organization_id)];
      const names = { ...(editor ? { last_edited_by_name: editor } : {}), ...(clinic ? { organization_name: clinic.name } : {}) };
      return { ...one, active: isActive(one, today), ...names };
    });
  }
}
