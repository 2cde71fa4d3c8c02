import { Controller, Get, Header, Headers, Module, Query } from '@nestjs/common';
import { z } from 'zod';
import { ACCESS_TAKE, type AccessView, type LedgerPageOf, type OwnAccessPage, type OwnAccessView } from '#contracts/people/access-ledger';
import { shortName } from '#contracts/rules/persons';
import { searchText } from '#contracts/rules/search-text';
import { AccessLedger, type LedgerQuery, type NumberedRead } from '#infra/access-ledger/access-ledger';
import { Access } from '#infra/access/access';
import { outlineOf } from '#infra/access/stream-scope';
import { recordsOnceOwn } from '#infra/access/connections';
import { alsoReads } from '#infra/access-ledger/records-read';
import type { UserActor } from '#infra/event-store/actor';
import { EventLog } from '#infra/event-store/event-log';
import { CurrentActor } from '#infra/http/current-actor';
import { searchedIn } from '#infra/http/searched';
import { userNames } from '../accounts/users.names.ts';
import { type UserDocument, users } from '../accounts/users.projection.ts';
import { csvOf } from '#contracts/rules/csv';
import { organizationNames } from '../organizations/organizations.names.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import { Reader } from '../runner/reader.ts';

const Asked = z.object({
  /** UTC, as `Date.toISOString` writes it. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
});
const paged = {
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(ACCESS_TAKE),
  up_to: z.coerce.number<string>().int().min(0).optional(),
};
const List = Asked.extend(paged);
const OwnAsked = z.object({ with_own: z.enum(['true', 'false']).default('false') });
const OwnList = OwnAsked.extend(paged);

const name = z.string().trim().max(200).default('');
/** What the header X-Search may name, by how a last name begins: names stand in no address. */
const Search = z.object({ person: name, patient: name });

/** Gaps that a page tells. */
const GAPS = 10;
/** Lines of an export, and how many are read at once. */
const MOST_EXPORTED = 100_000;
const AT_ONCE = 1000;

type Which = Omit<LedgerQuery, 'skip' | 'take'>;

/** Who read which record: for the patient without network addresses, for an administrator what concerns the own clinic (ruling 46). */
@Controller('api/access-ledger')
export class AccessLedgerQueries {
  constructor(
    private readonly reader: Reader,
    private readonly ledger: AccessLedger,
    private readonly access: Access,
    private readonly log: EventLog,
  ) {}

  /** Reads by the clinic's own staff, of any record, and of the clinic's own records by anybody. */
  @Get()
  async list(
    @Query({ schema: List }) { skip, take, up_to, ...range }: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ): Promise<LedgerPageOf<AccessView>> {
    const { items, ...page } = await this.ledger.find({ ...(await this.ofClinic(actor, range, header)), up_to, skip, take });
    return { items: await this.views(items, actor), ...page, gaps: await this.ledger.gaps(GAPS) };
  }

  @Get('export')
  @Header('content-type', 'text/csv; charset=utf-8')
  async export(
    @Query({ schema: Asked }) range: z.infer<typeof Asked>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ): Promise<Buffer> {
    const all: NumberedRead[] = [];
    for await (const reads of this.all(actor, await this.ofClinic(actor, range, header))) all.push(...reads);
    const lines: string[][] = [];
    // names are looked up last: people may have been erased while the log was read
    for (let from = 0; from < all.length; from += AT_ONCE) {
      for (const view of await this.views(all.slice(from, from + AT_ONCE), actor)) {
        const { at, person, clinic, patient, record_clinic, kind, relation, address, user_id, patient_id, connection_id } = view;
        const named = [person, clinic, patient, record_clinic].map((text) => text ?? '');
        lines.push([at, ...named, kind, relation, address, user_id, patient_id, connection_id ?? '']);
      }
    }
    const titles = [
      'Time (UTC)',
      'Person',
      'Clinic',
      'Patient',
      'Record of',
      'What',
      'Reached by',
      'Network address',
      'User id',
      'Patient id',
      'Connection id',
    ];
    return Buffer.from(csvOf(titles, lines));
  }

  /** Who read the own record; with `with_own=true` the own reads too. */
  @Get('own')
  async own(
    @Query({ schema: OwnList }) { skip, take, up_to, with_own }: z.infer<typeof OwnList>,
    @CurrentActor() actor: UserActor,
  ): Promise<OwnAccessPage> {
    const all = await this.ofPatient(actor);
    // with the reads next to the page on both sides
    const before = Math.min(skip, 1);
    const query = { ...all, ...but(actor, with_own), up_to, skip: skip - before, take: before + take + 1 };
    const { items: around, ...page } = await this.ledger.find(query);
    const items = around.slice(before, before + take);
    const neighbours = { newer: around.slice(0, before)[0]?.at ?? null, older: around[before + take]?.at ?? null };
    const { overall_count } = await this.ledger.find({ ...all, up_to: page.up_to, skip: 0, take: 0 });
    const hidden = Math.max(0, overall_count - page.overall_count);
    return { items: await this.ownViews(items, actor), ...page, ...neighbours, hidden, gaps: await this.ledger.gaps(GAPS) };
  }

  @Get('own/export')
  @Header('content-type', 'text/csv; charset=utf-8')
  async exportOwn(@Query({ schema: OwnAsked }) { with_own }: z.infer<typeof OwnAsked>, @CurrentActor() actor: UserActor): Promise<Buffer> {
    const lines: string[][] = [];
    for await (const reads of this.all(actor, { ...(await this.ofPatient(actor)), ...but(actor, with_own) })) {
      for (const { at, person, clinic, kind } of await this.ownViews(reads, actor)) lines.push([at, person ?? '', clinic ?? '', kind]);
    }
    return Buffer.from(csvOf(['Time (UTC)', 'Person', 'Clinic', 'What'], lines));
  }

  /** Reads of the records that the account is connected with, and of those that it was, up to the end of that. */
  private async ofPatient({ user_id, patient_ids }: UserActor): Promise<Which> {
    const former = (await recordsOnceOwn(this.log, user_id)).flatMap(({ patient_id, before }) =>
      before === undefined || patient_ids.includes(patient_id) ? [] : [{ patient_id, before }],
    );
    return { patient_ids, until: former };
  }

  private async ofClinic(actor: UserActor, range: z.infer<typeof Asked>, header: string | undefined): Promise<Which> {
    const { person, patient } = header === undefined ? Search.parse({}) : searchedIn(Search, header);
    const organization_id = actor.organization_id ?? '';
    return {
      organization_id,
      ...range,
      ...(person !== '' && { user_ids: await this.usersCalled(person) }),
      ...(patient !== '' && { patient_ids: await this.patientsCalled(patient, organization_id) }),
    };
  }

  /** All of them, however many: a log that leaves somebody out without a word is none. */
  private async usersCalled(name: string): Promise<string[]> {
    const found = await readAll<UserDocument>(this.reader, users, { sort_name: { prefix: searchText(name) } });
    return found.map(({ user_id }) => user_id);
  }

  private async patientsCalled(name: string, organization_id: string): Promise<string[]> {
    const filter = { organization_id: { eq: organization_id }, 'search.last': { prefix: searchText(name) } };
    return (await readAll<PatientDocument>(this.reader, patients, filter)).map(({ id }) => id);
  }

  /** The newest first, part by part; after each it asks again whether the person still may. @throws Refusal 404 */
  private async *all(actor: UserActor, which: Which): AsyncGenerator<NumberedRead[]> {
    let up_to: number | undefined;
    for (let count = 0; count < MOST_EXPORTED; count += AT_ONCE) {
      const { items } = await this.ledger.find({ ...which, up_to, skip: 0, take: AT_ONCE });
      if (items.length > 0) yield items;
      await this.access.assertStillReaches(actor);
      if (items.length < AT_ONCE) return;
      up_to = items.at(-1)!.number - 1;
    }
  }

  /** Names of the patients of other clinics are theirs to tell. */
  private async views(reads: readonly NumberedRead[], actor: UserActor): Promise<AccessView[]> {
    const own = reads.filter(({ organization_id }) => organization_id === actor.organization_id);
    const [people, clinics, known] = await Promise.all([
      this.people(reads),
      this.clinics(reads.flatMap(({ reader_organization_id, organization_id }) => [reader_organization_id, organization_id])),
      this.reader.getMany<PatientDocument>(
        patients,
        own.map(({ patient_id }) => patient_id),
      ),
    ]);
    const erased = await this.erased(own.filter(({ patient_id, relation }) => relation === 'self' && !known.has(patient_id)));
    // Who reads this list reads names of patients.
    alsoReads(
      actor,
      own.flatMap(({ patient_id }) => (known.has(patient_id) ? [{ patient_id, organization_id: actor.organization_id! }] : [])),
    );
    return reads.map(({ reader_organization_id, organization_id, ...read }) => {
      const patient = known.get(read.patient_id);
      const { number, at, user_id, patient_id, relation, connection_id, kind, address } = read;
      return {
        ...{ number, at, user_id, patient_id, relation, connection_id, kind, address },
        person: erased.has(patient_id) && relation === 'self' ? null : (people.get(user_id) ?? null),
        clinic: clinics.get(reader_organization_id ?? '')?.name ?? null,
        patient: patient ? shortName(patient) : null,
        record_clinic: clinics.get(organization_id)?.name ?? null,
      };
    });
  }

  /** Erased records, whose patients are not named as readers either. */
  private async erased(reads: readonly NumberedRead[]): Promise<ReadonlySet<string>> {
    const ids = [...new Set(reads.map(({ patient_id }) => patient_id))];
    const outlines = await Promise.all(ids.map((id) => outlineOf(this.log, `patient-${id}`)));
    return new Set(ids.filter((_, at) => outlines[at]?.types.has('ErasureOrdered')));
  }

  private async ownViews(reads: readonly NumberedRead[], actor: UserActor): Promise<OwnAccessView[]> {
    const [people, clinics] = await Promise.all([
      this.reader.getMany<UserDocument>(
        users,
        reads.map(({ user_id }) => user_id),
      ),
      this.clinics(reads.map(({ reader_organization_id }) => reader_organization_id)),
    ]);
    const readers = new Map([...new Set(reads.map(({ user_id }) => user_id))].map((id, index) => [id, index + 1]));
    return reads.map(({ number, at, user_id, reader_organization_id, kind }) => ({
      ...{ number, at, kind, reader: readers.get(user_id)! },
      ...personOf(people.get(user_id)),
      clinic: clinics.get(reader_organization_id ?? '')?.name ?? null,
      own: user_id === actor.user_id,
    }));
  }

  private people(reads: readonly NumberedRead[]) {
    return userNames(
      this.reader,
      reads.map(({ user_id }) => user_id),
    );
  }

  private clinics(ids: readonly (string | null)[]) {
    return organizationNames(this.reader, ids);
  }
}

const personOf = (user: UserDocument | undefined): Pick<OwnAccessView, 'person' | 'roles'> =>
  user ? { person: `${user.first_name} ${user.last_name}`, roles: user.roles } : { person: null, roles: [] };

const but = ({ user_id }: UserActor, withOwn: 'true' | 'false'): Which => (withOwn === 'false' ? { not_by: user_id } : {});

@Module({ controllers: [AccessLedgerQueries] })
export class AccessLedgerQueriesModule {}
