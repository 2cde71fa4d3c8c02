import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import type {
  EarlierCritical,
  WaitingComment,
  WaitingCritical,
  WaitingCriticalPage,
  WaitingDraft,
  WaitingInvitation,
  WaitingReport,
  Worklist,
} from '#contracts/worklist/worklist';
import { compare } from '#contracts/rules/compare';
import type { PageStatus, PageView, ReportView } from '#contracts/reports/reports';
import { birthOf } from '#contracts/wire/birth';
import { alsoReads } from '#infra/access-ledger/records-read';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import type { Filter } from '#infra/read-store/read-store';
import { changedSince, itemText } from '../comments/changed-since.ts';
import { type CommentDocument, comments } from '../comments/comments.projection.ts';
import { criticalPages, criticalViews } from '../critical-results/critical-results.queries.ts';
import { invitations } from '../invitations/invitations.projection.ts';
import { namedRecord } from '../invitations/named-record.ts';
import { waitingInvitations } from '../invitations/waiting-invitations.ts';
import { clinicDay } from '../items/clinic-day.ts';
import { type LabResultDocument, labResults } from '../lab-results/lab-results.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { pages } from '../reports/pages.projection.ts';
import { reports } from '../reports/reports.projection.ts';
import type { Named } from '../runner/builds.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';

const Asked = z.object({ take: z.coerce.number<string>().int().min(1).max(200).default(10), after: z.string().optional() });

/** Of each kind so many are looked through for what is nobody's task any more; where there are more, the count has those among them. */
const MOST = 1000;
/** The same of whole lab results. */
const MAX_RESULTS = 300;
const READ = [labResults, comments, medicalItems, pages, reports, invitations, patients, organizations].map(({ name }) => name);
const TO_VALIDATE: PageStatus[] = ['ValidationRequired', 'ValidationAdvised'];

/** The newest of a kind, and how many there are in all. */
interface Part<T> {
  items: T[];
  overall_count: number;
}

/** What waits for the doctors of a clinic, in one answer. */
@Controller('api/worklist')
export class WorklistQueries {
  constructor(
    readonly reader: Reader,
    readonly log: EventLog,
  ) {}

  /** `take` of each kind. */
  @Get()
  async list(@Query({ schema: Asked }) { take, after }: z.infer<typeof Asked>, @CurrentActor() actor: UserActor): Promise<Worklist> {
    const isFresh = await this.reader.caughtUp(READ, after);
    const organization_id = actor.organization_id ?? '';
    const waiting = await readAll<PageView>(this.reader, pages, { organization_id: { eq: organization_id }, status: { in: TO_VALIDATE } });
    const [critical, earlier, onPages, unseen, drafts, files, invited] = await Promise.all([
      this.critical(organization_id, take),
      this.earlier(organization_id, take),
      this.criticalPages(organization_id, take),
      this.comments(organization_id, take),
      this.drafts(organization_id, take),
      this.reports(waiting, take),
      this.invitations(actor, take),
    ]);
    alsoReads(
      actor,
      [
        ...[...critical.items, ...earlier.items.flatMap(({ people }) => people), ...unseen.items, ...drafts.items].map(
          ({ patient }) => patient.id,
        ),
        ...onPages.items.flatMap(({ patient }) => patient?.id ?? []),
      ].map((patient_id) => ({ patient_id, organization_id })),
    );
    return {
      ...{ critical, critical_pages: onPages, earlier_critical: earlier },
      ...{ comments: unseen, drafts, reports: files, invitations: invited },
      ...(isFresh ? {} : { stale: true }),
    };
  }

  private async critical(organization_id: string, take: number): Promise<Part<WaitingCritical>> {
    const filter = { organization_id: { eq: organization_id }, critical: { eq: 'new' } };
    const { items, overall_count } = await this.ofPatients<LabResultDocument>(labResults, filter, 'critical_since', take, MAX_RESULTS);
    const views = await criticalViews(
      this.reader,
      items.map(({ doc }) => doc),
    );
    return { items: views.map((view, index) => ({ ...view, patient: items[index]!.patient })), overall_count };
  }

  /** By the clinic's day of their import, and by person. */
  private async earlier(organization_id: string, take: number): Promise<Part<EarlierCritical>> {
    const filter = { organization_id: { eq: organization_id }, critical: { eq: 'earlier' } };
    const { items, overall_count } = await this.ofPatients<LabResultDocument>(
      labResults,
      filter,
      'critical_since',
      MAX_RESULTS,
      MAX_RESULTS,
    );
    const zone = (await organizationNames(this.reader, [organization_id])).get(organization_id)?.time_zone;
    const days = new Map<string, Map<string, EarlierCritical['people'][number]>>();
    const views = await criticalViews(
      this.reader,
      items.map(({ doc }) => doc),
    );
    for (const [index, { doc, patient }] of items.entries()) {
      const view = views[index]!;
      const { critical_since } = doc;
      const day = clinicDay(zone, new Date(critical_since ?? doc.recorded_at));
      const people = days.get(day) ?? new Map<string, EarlierCritical['people'][number]>();
      days.set(day, people);
      const person = people.get(patient.id) ?? { patient, results: [] };
      people.set(patient.id, person);
      person.results.push(view);
    }
    const lines = [...days].slice(0, take).map(([imported_on, people]) => ({ imported_on, people: [...people.values()] }));
    for (const { people } of lines) for (const { results } of people) results.sort((a, b) => compare(b.collected, a.collected));
    return { items: lines, overall_count };
  }

  /** Pages with critical rows that no doctor has seen. */
  private async criticalPages(organization_id: string, take: number): Promise<Part<WaitingCriticalPage>> {
    const filter = { organization_id: { eq: organization_id }, 'critical_rows.waits': { eq: true } };
    const all = await criticalPages(this.reader, await readAll<PageView>(this.reader, pages, filter));
    const shown = all.slice(0, take);
    const people = await this.reader.getMany<PatientDocument>(
      patients,
      shown.flatMap(({ patient_id }) => patient_id ?? []),
    );
    const items = shown.map((page) => {
      const person = people.get(page.patient_id ?? '');
      return { ...page, id: page.page_id, ...(person ? { patient: patientOf(person) } : {}) };
    });
    return { items, overall_count: all.length };
  }

  private async comments(organization_id: string, take: number): Promise<Part<WaitingComment>> {
    const filter = { organization_id: { eq: organization_id }, seen_by_doctor: { eq: false } };
    const { items, overall_count } = await this.ofPatients<CommentDocument>(comments, filter, 'created_at', take);
    const about = await this.reader.getMany<MedicalItemDocument>(
      medicalItems,
      items.flatMap(({ doc }) => doc.item_id ?? []),
    );
    const changed = await changedSince(
      this,
      items.map(({ doc }) => doc),
      about,
      true,
    );
    const told = items.map(({ doc: { id, comment, created_at, item_type, item_id }, patient }) => {
      const item = about.get(item_id ?? '');
      const shown = item_type === null || !item || item.is_removed ? null : { type: item_type, id: item.id, ...itemText(item) };
      const changed_since = changed.get(id);
      return { id, patient, comment, created_at, item: shown, ...(changed_since ? { changed_since } : {}) };
    });
    return { items: told, overall_count };
  }

  private async drafts(organization_id: string, take: number): Promise<Part<WaitingDraft>> {
    const filter = { organization_id: { eq: organization_id }, draft: { eq: true }, is_removed: { eq: false } };
    const { items, overall_count } = await this.ofPatients<MedicalItemDocument>(medicalItems, filter, 'recorded_at', take);
    const told = items.map(({ doc, patient }) => {
      const { type, origin, file_id, page_id, recorded_at } = doc;
      const read = { ...(file_id === undefined ? {} : { file_id }), ...(page_id === undefined ? {} : { page_id }) };
      return { id: doc.id, ...itemText(doc), type, origin, ...read, recorded_at, patient };
    });
    return { items: told, overall_count };
  }

  /** Those of records that are there; what was said of a removed one waits for nobody. */
  private async ofPatients<D extends { patient_id: string }>(
    projection: Named,
    filter: Filter,
    newest: string,
    take: number,
    most = MOST,
  ): Promise<Part<{ doc: D; patient: WaitingDraft['patient'] }>> {
    const found = await this.reader.find<D>(projection, { filter, sort: [[newest, 'desc']], take: most });
    const people = await this.reader.getMany<PatientDocument>(
      patients,
      found.items.map(({ data }) => data.patient_id),
    );
    const here = found.items.flatMap(({ data: doc }) => {
      const person = people.get(doc.patient_id);
      if (!person) return [];
      return { doc, patient: patientOf(person) };
    });
    return { items: here.slice(0, take), overall_count: found.overall_count - found.items.length + here.length };
  }

  private async reports(waiting: readonly PageView[], take: number): Promise<Part<WaitingReport>> {
    const files = await this.reader.getMany<ReportView>(
      reports,
      waiting.map(({ report_id }) => report_id),
    );
    const newest = [...files.values()].toSorted((a, b) => compare(b.issued_time, a.issued_time));
    const items = newest.slice(0, take).map(({ id, name, issued_time }) => {
      const its = waiting.filter(({ report_id }) => report_id === id).toSorted((a, b) => a.page_number - b.page_number);
      return { id, name, issued_time, pages: its.map((page) => ({ id: page.id, page_number: page.page_number })) };
    });
    return { items, overall_count: newest.length };
  }

  private async invitations(actor: UserActor, take: number): Promise<Part<WaitingInvitation>> {
    const now = new Date().toISOString();
    const open = (await waitingInvitations(this.reader, actor.organization_id, now)).toSorted((a, b) => compare(b.sent_at, a.sent_at));
    const clinics = await organizationNames(
      this.reader,
      open.map(({ sent_from }) => sent_from),
    );
    const told = open.slice(0, take);
    alsoReads(
      actor,
      told.flatMap((one) => namedRecord(one, actor.organization_id)),
    );
    const items = told.map(({ id, facts: { first_name, last_name }, sent_from, sent_at }) => {
      const clinic = clinics.get(sent_from ?? '')?.name;
      return { id, first_name, last_name, ...(clinic === undefined ? {} : { organization_name: clinic }), sent_at };
    });
    return { items, overall_count: open.length };
  }
}

const patientOf = (person: PatientDocument): WaitingDraft['patient'] => {
  const { id, first_name, last_name } = person;
  return { id, first_name, last_name, ...birthOf(person) };
};

@Module({ controllers: [WorklistQueries] })
export class WorklistQueriesModule {}
