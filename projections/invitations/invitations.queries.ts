import { Controller, Get, Headers, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import { openedTo, ownRecords } from '#contracts/people/connection-rules';
import { actionsOf, isExpired, isOpen, type Standing } from '#contracts/people/invitation-rules';
import type { InvitationView } from '#contracts/people/invitations';
import { searchText } from '#contracts/rules/search-text';
import { readGrants } from '#infra/access/connections';
import { readIdentity } from '#infra/access/identity';
import { readInvitation } from '#infra/access/invitations';
import { alsoReads } from '#infra/access-ledger/records-read';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { notInAddress, searchedIn } from '#infra/http/searched';
import type { Filter } from '#infra/read-store/read-store';
import { type UserDocument, users } from '../accounts/users.projection.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { patients } from '../records/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';
import { AskingPersonQueries } from './asking-person.queries.ts';
import { InvitationDetailsQueries } from './invitation-details.queries.ts';
import { type InvitationDocument, invitations } from './invitations.projection.ts';
import { mailedRecord } from './mailed-record.ts';
import { namedRecord } from './named-record.ts';
import { ownRecordsOf } from './own-records.ts';
import { PracticesQueries } from './practices.queries.ts';
import { waitingInvitations } from './waiting-invitations.ts';

const Names = z.object({
  first_name: z.string().trim().max(200).default(''),
  last_name: z.string().trim().max(200).default(''),
});
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  order_by: z.enum(['None', 'FirstName', 'LastName']).default('None'),
  ...notInAddress('first_name', 'last_name'),
  after: z.string().optional(),
});

const sorts = {
  None: [['sent_at', 'desc']],
  FirstName: [
    ['sort_first', 'asc'],
    ['sort_last', 'asc'],
  ],
  LastName: [
    ['sort_last', 'asc'],
    ['sort_first', 'asc'],
  ],
} as const;

/** What a clinic's doctors sent and received (Data Sharing). */
@Controller('api/patient-invitations/invitations')
export class InvitationsQueries {
  constructor(
    readonly reader: Reader,
    readonly log: EventLog,
  ) {}

  @Get('sent')
  sent(
    @Query({ schema: List }) asked: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ) {
    return this.list('sent_from', asked, header, actor);
  }

  @Get('received')
  received(
    @Query({ schema: List }) asked: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ) {
    return this.list('received_by', asked, header, actor);
  }

  private async list(
    direction: 'sent_from' | 'received_by',
    { skip, take, order_by, after }: z.infer<typeof List>,
    header: string | undefined,
    actor: UserActor,
  ) {
    const { organization_id } = actor;
    const isFresh = await this.reader.caughtUp([invitations.name, users.name, organizations.name, patients.name], after);
    const { first_name, last_name } = header === undefined ? Names.parse({}) : searchedIn(Names, header);
    const filter: Filter = {
      [direction]: { eq: organization_id ?? '' },
      ...(last_name === '' ? {} : { sort_last: { prefix: searchText(last_name) } }),
      ...(first_name === '' ? {} : { sort_first: { prefix: searchText(first_name) } }),
    };
    const { items, overall_count } = await this.reader.find<InvitationDocument>(invitations, { filter, sort: sorts[order_by], skip, take });
    return {
      items: await this.views(
        items.map(({ data }) => data),
        actor,
      ),
      overall_count,
      waiting: (await waitingInvitations(this.reader, organization_id, new Date().toISOString())).length,
      ...(isFresh ? {} : { stale: true }),
    };
  }

  /** The names are those of patients, whose records the ledger then says were read. */
  private async views(documents: readonly InvitationDocument[], actor: UserActor): Promise<InvitationView[]> {
    const { organization_id } = actor;
    const accounts = await this.reader.getMany<UserDocument>(
      users,
      documents.flatMap(({ user_id }) => user_id ?? []),
    );
    const other = ({ facts }: InvitationDocument) =>
      facts.organization_id === organization_id ? facts.from_organization_id : facts.organization_id;
    const clinics = await organizationNames(this.reader, documents.map(other));
    const now = new Date().toISOString();
    const connected = await Promise.all(documents.map((one) => this.connectedBy(one, organization_id, now)));
    const asking = await Promise.all(documents.map((one) => this.askingPerson(one, organization_id, now)));
    const own = await ownRecordsOf(this, documents, organization_id);
    alsoReads(actor, [...documents.flatMap((one) => namedRecord(one, organization_id)), ...connected.flatMap(({ records }) => records)]);
    return documents.map((one, at) => {
      const { facts, status, approved } = one;
      const standing: Standing = facts.organization_id === organization_id ? 'clinic' : 'sharing-clinic';
      const { records, ...ownRecord } = connected[at]!;
      const otherClinic = clinics.get(other(one) ?? '')?.name;
      return {
        ...viewOf(one, now),
        username: accounts.get(one.user_id ?? '')?.username ?? '',
        ...(otherClinic === undefined ? {} : { organization_name: otherClinic }),
        ...ownRecord,
        ...asking[at],
        ...own.get(one.id),
        ...(records.length === 0
          ? {}
          : { records: records.map(({ patient_id, organization_name: name }) => ({ patient_id, organization_name: name })) }),
        actions: actionsOf({ type: facts.invitation_type, status, approved }, standing),
      };
    });
  }

  /** Records that an approved invitation opens to this clinic as the connections stand now: those of other clinics, and its own of the person. */
  private async connectedBy({ status, received_by, user_id, facts }: InvitationDocument, organization_id: string | null, now: string) {
    if (status !== 'Approved' || organization_id === null || received_by !== organization_id || user_id === null) return { records: [] };
    const grants = (await readGrants(this.log, user_id)) ?? [];
    const others = openedTo(grants, organization_id).filter((one) => one.organization_id !== organization_id);
    const names = await organizationNames(
      this.reader,
      others.map((one) => one.organization_id),
    );
    const records = others.map((one) => ({ ...one, organization_name: names.get(one.organization_id)?.name ?? '' }));
    if (facts.invitation_type !== 'PatientInvitesClinic') return { records };
    const own = ownRecords(grants).find((one) => one.organization_id === organization_id);
    return { records, ...(own ? { own_record: own.patient_id } : await this.mailedTo(user_id, organization_id, now)) };
  }

  /** Birth date and sex of a person whose request waits for this clinic, as the owner of the account typed them (ruling 43); from the streams. */
  private async askingPerson(document: InvitationDocument, organization_id: string | null, now: string) {
    const { id, received_by, status, expires_at, user_id, facts } = document;
    const isWaiting = isOpen(status) && !isExpired(status, expires_at, now) && received_by === organization_id;
    const isAsking = isWaiting && facts.invitation_type === 'PatientInvitesClinic';
    if (!isAsking || organization_id === null || user_id === null) return {};
    const state = await readInvitation(this.log, id);
    if (state.status === 'none' || !isOpen(state.status) || state.facts.user_id !== user_id) return {};
    const { date_of_birth, sex } = (await readIdentity(this.log, user_id))?.personal ?? {};
    return { ...(date_of_birth && { date_of_birth }), ...(sex && { sex }) };
  }

  private async mailedTo(user_id: string, organization_id: string, now: string) {
    const filter = { sent_from: { eq: organization_id }, user_id: { eq: user_id } };
    return mailedRecord(await readAll<InvitationDocument>(this.reader, invitations, filter), user_id, now);
  }
}

const viewOf = ({ id, facts, status, expires_at, sent_at, patient_id, version }: InvitationDocument, now: string) => ({
  id,
  invitation_code: id,
  invitation_type: facts.invitation_type,
  invitation_status: status,
  expired: isExpired(status, expires_at, now),
  email: facts.email,
  first_name: facts.first_name,
  last_name: facts.last_name,
  patient_id,
  sent_at,
  version,
});

@Module({ controllers: [InvitationsQueries, InvitationDetailsQueries, AskingPersonQueries, PracticesQueries] })
export class InvitationsQueriesModule {}
