import { Controller, Get, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { notificationTitles, type NotificationView } from '#contracts/people/notifications';
import { reportProgress } from '#contracts/reports/report-progress';
import type { PageView, ReportView } from '#contracts/reports/reports';
import { differsText } from '#contracts/people/same-person';
import { shortName } from '#contracts/rules/persons';
import { alsoReads } from '#infra/access-ledger/records-read';
import { inScope, isStaff, type UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { type InvitationDocument, invitations } from '../invitations/invitations.projection.ts';
import { namedRecord } from '../invitations/named-record.ts';
import { differingAccounts } from '../invitations/own-records.ts';
import { type LabParameterDocument, labParameters } from '../lab-parameters/lab-parameters.projection.ts';
import { type LabResultDocument, labResults } from '../lab-results/lab-results.projection.ts';
import { measurementParameters } from '../office-catalogue/measurement-parameters.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { pages } from '../reports/pages.projection.ts';
import { reports } from '../reports/reports.projection.ts';
import type { Named } from '../runner/builds.ts';
import { Reader } from '../runner/reader.ts';
import { type NotificationDocument, notifications } from './notifications.projection.ts';

const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  after: z.string().optional(),
});

/** A report with what is left to do, in the words of the list: a page that lost lines must not look like one that was read. */
const reportMessage = (file: ReportView): string => [file.name, reportProgress(file).text].filter(Boolean).join(': ');

/** A kind of a newer release, that of before a step back, says only itself. */
const titleOf = (kind: string): string => (Object.hasOwn(notificationTitles, kind) ? Reflect.get(notificationTitles, kind) : kind);

/** The screen that shows what it is about. */
const pathOf = ({ report_id, patient_id, invitation_id, parameter_id, page_id, kind }: NotificationDocument, actor: UserActor): string => {
  if (kind === 'EarlierCriticalResults') return '/worklist';
  if (page_id !== undefined) return `/reports/${report_id}/page/${page_id}`;
  if (invitation_id !== undefined) {
    if (!isStaff(actor)) return '/practices';
    return kind === 'InvitationReceived' ? '/invited-patients?tab=received' : '/invited-patients';
  }
  if (parameter_id !== undefined) return isStaff(actor) ? '/reports' : '/';
  return report_id !== undefined ? '/reports' : patient_id !== undefined ? `/patients/${patient_id}` : '/';
};

@Controller('api/notifications')
export class NotificationsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly log: EventLog,
  ) {}

  /** The person's own: critical results, then unread ones, then the newest. */
  @Get()
  async list(@Query({ schema: List }) { skip, take, after }: z.infer<typeof List>, @CurrentActor() actor: UserActor) {
    const isFresh = await this.reader.caughtUp([notifications.name], after);
    const filter = { user_id: { eq: actor.user_id } };
    const sort = [
      ['is_read', 'asc'],
      ['created_at', 'desc'],
    ] as const;
    const critical = { ...filter, kind: { eq: 'CriticalResult' }, is_read: { eq: false } };
    const [{ items, overall_count }, first, unread] = await Promise.all([
      this.reader.find<NotificationDocument>(notifications, { filter, sort, skip, take }),
      // however many others came since
      this.reader.find<NotificationDocument>(notifications, { filter: critical, sort, take: skip === 0 ? take : 0 }),
      this.reader.find<NotificationDocument>(notifications, { filter: { ...filter, is_read: { eq: false } }, take: 1 }),
    ]);
    const shown = new Map([...first.items, ...items].map(({ data }) => [data.id, data]));
    const views = await this.views([...shown.values()], actor);
    return { items: views, overall_count, unread: unread.overall_count, ...(isFresh ? {} : { stale: true }) };
  }

  /** With the names that this person may read at this moment. */
  private async views(found: readonly NotificationDocument[], actor: UserActor): Promise<NotificationView[]> {
    const parameter_ids = found.flatMap(({ parameter_id }) => parameter_id ?? []);
    const [files, people, invited, ofLab, ofOffice] = await Promise.all([
      this.reader.getMany<ReportView>(
        reports,
        found.flatMap(({ report_id }) => report_id ?? []),
      ),
      this.reader.getMany<PatientDocument>(
        patients,
        found.flatMap(({ patient_id }) => patient_id ?? []),
      ),
      this.reader.getMany<InvitationDocument>(
        invitations,
        found.flatMap(({ invitation_id }) => invitation_id ?? []),
      ),
      this.reader.getMany<LabParameterDocument>(labParameters, parameter_ids),
      this.reader.getMany<MeasurementParameterView>(measurementParameters, parameter_ids),
    ]);
    const clinics = await organizationNames(
      this.reader,
      [...invited.values()].map(({ facts }) => facts.organization_id),
    );
    const approved = found.flatMap(({ kind, invitation_id = '' }) => (kind === 'InvitationApproved' && invited.get(invitation_id)) || []);
    const differing = isStaff(actor)
      ? await differingAccounts({ reader: this.reader, log: this.log }, approved, actor.organization_id)
      : new Map();
    const messageOf = ({ report_id, patient_id, invitation_id, parameter_id = '', page_id }: NotificationDocument): string => {
      // in the words of whoever asked, or of the catalogue
      const parameter = ofLab.get(parameter_id)?.primary_alias ?? ofOffice.get(parameter_id)?.name;
      if (parameter !== undefined) return parameter;
      const about = invited.get(invitation_id ?? '');
      if (about) return invitationMessage(about, clinics, actor);
      const file = files.get(report_id ?? '');
      if (file && inScope(actor, { organization_id: file.organization_id }))
        return page_id === undefined ? reportMessage(file) : `${file.name}: not checked`;
      const person = people.get(patient_id ?? '');
      const record = person && { organization_id: person.organization_id, patient_id: person.id };
      if (!record || !inScope(actor, record)) return '';
      alsoReads(actor, [record]);
      return shortName(person);
    };
    const settled = await this.settled(found);
    return found.map((one) => {
      const { id, kind, is_read, created_at } = one;
      const message = messageOf(one);
      // to somebody who may not read it any more it says nothing, and may go
      const isOpen =
        kind === 'CriticalResult' &&
        actor.roles.includes('Doctor') &&
        message !== '' &&
        !settled.has(one.lab_result_id ?? one.page_id ?? '');
      const stays = isOpen ? { stays: true as const } : {};
      const account = message !== '' && kind === 'InvitationApproved' ? differing.get(one.invitation_id ?? '') : undefined;
      const warning = account ? { warning: differsText(account) } : {};
      return { id, kind, title: titleOf(kind), message, path: pathOf(one, actor), is_read, ...stays, ...warning, created_at };
    });
  }

  /** Ids of lab results and pages without a critical value that waits. One whose document is missing counts as waiting. */
  private async settled(found: readonly NotificationDocument[]): Promise<Set<string>> {
    const critical = found.filter(({ kind }) => kind === 'CriticalResult');
    const read = async <D extends { id: string }>(projection: Named, ids: string[]): Promise<D[]> => {
      try {
        return ids.length === 0 ? [] : [...(await this.reader.getMany<D>(projection, ids)).values()];
      } catch (error) {
        if (error instanceof Rebuilding) return [];
        throw error;
      }
    };
    const [results, ofPages] = await Promise.all([
      read<LabResultDocument>(
        labResults,
        critical.flatMap(({ lab_result_id }) => lab_result_id ?? []),
      ),
      read<PageView>(
        pages,
        critical.flatMap(({ page_id }) => page_id ?? []),
      ),
    ]);
    const gone = [...results.filter((result) => result.critical !== 'new'), ...ofPages.filter((page) => !page.critical_rows?.waits)];
    return new Set(gone.map(({ id }) => id));
  }
}

/** Of a clinic's own invitation whom it is about, to the patient which clinic: only to who takes part in it. */
const invitationMessage = (about: InvitationDocument, clinics: ReadonlyMap<string, { name: string }>, actor: UserActor): string => {
  const { facts, sent_from, received_by, user_id } = about;
  const isOfClinic = isStaff(actor) && [sent_from, received_by].includes(actor.organization_id ?? '');
  if (isOfClinic) {
    alsoReads(actor, namedRecord(about, actor.organization_id));
    return shortName(facts);
  }
  return user_id === actor.user_id || user_id === null ? (clinics.get(facts.organization_id ?? '')?.name ?? '') : '';
};

@Module({ controllers: [NotificationsQueries] })
export class NotificationsQueriesModule {}
