import { Controller, Get, Headers, Module, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { numberWithin, SOCIAL_SECURITY_NUMBER } from '#contracts/people/patient-number';
import { type ClinicRecord, PatientOrder, type PatientPage, PatientSearch, type PatientView } from '#contracts/people/patients';
import type { ShownRecord } from '#contracts/people/connection-rules';
import { differencesOf } from '#contracts/people/same-person';
import { shortName } from '#contracts/rules/persons';
import { birthOf } from '#contracts/wire/birth';
import { ById } from '#contracts/wire/primitives';
import { Access } from '#infra/access/access';
import { alsoReads } from '#infra/access-ledger/records-read';
import type { ReachedRecord, UserActor } from '#infra/event-store/actor';
import { Reservations } from '#infra/event-store/reservations';
import { CurrentActor } from '#infra/http/current-actor';
import { notInAddress, searchedIn } from '#infra/http/searched';
import type { Filter } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { After, all_clinics } from '../items/asked.ts';
import { invitations } from '../invitations/invitations.projection.ts';
import { lastInvitations } from '../invitations/last-invitations.ts';
import { organizationNames } from '../organizations/organizations.names.ts';
import { organizations } from '../organizations/organizations.projection.ts';
import { Reader } from '../runner/reader.ts';
import { findPatients } from './find-patients.ts';
import { daysOf } from './patient-search.ts';
import { type Likeness, likenessOf, oneOf } from '../records/likeness.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { sharedRecords } from './shared-records.ts';
import { valuesBetween } from './values-between.ts';

const One = After.extend({ all_clinics });
const List = z.object({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(100).default(50),
  order_by: PatientOrder.default('None'),
  organization_id: PatientSearch.shape.organization_id,
  ...notInAddress('last_name', 'first_name', 'query', 'date_of_birth', 'social_security_number'),
  /** 'true' answers the records of other clinics that are shared with the clinic, instead of its own: for doctors. */
  shared: z.enum(['true', 'false']).default('false'),
  after: z.string().optional(),
});

/** A record as other clinics see it: whom its clinic invited, and that somebody else there has a like name, is not told. */
const asShared = ({
  invitation_code: _code,
  similar_name: _similar,
  same_name_and_birth_date: _same,
  ...view
}: PatientView): PatientView => ({
  ...view,
  invitation_status: null,
  read_only: true,
});

/** What replaces a record by its source; only its clinic reads what the source calls the other one. */
const withReplacements = (
  { inactive_at_source: inactive }: Pick<PatientView, 'inactive_at_source'>,
  reachable: ReadonlySet<string>,
  isOwn: boolean,
): Partial<PatientView> => {
  if (!inactive?.replaced_by) return {};
  const replaced_by = inactive.replaced_by.map(({ patient_id, reference }) => ({
    ...(isOwn && reference !== undefined ? { reference } : {}),
    ...(patient_id !== undefined && reachable.has(patient_id) ? { patient_id } : {}),
  }));
  return { inactive_at_source: { ...inactive, replaced_by } };
};

@Controller('api/patients')
export class PatientsQueries {
  constructor(
    private readonly reader: Reader,
    private readonly access: Access,
    private readonly reservations: Reservations,
  ) {}

  /** The clinic's patients. What is searched for comes in the header `X-Search`, never in the address. */
  @Get()
  async list(
    @Query({ schema: List }) { skip, take, order_by, shared, after, organization_id: within }: z.infer<typeof List>,
    @Headers('x-search') header: string | undefined,
    @CurrentActor() actor: UserActor,
  ): Promise<PatientPage> {
    const search = header === undefined ? PatientSearch.parse({ organization_id: within }) : searchedIn(PatientSearch, header);
    const isFresh = await this.reader.caughtUp(
      [patients.name, organizations.name, ...(shared === 'true' ? [invitations.name] : [])],
      after,
    );
    const { organization_id } = actor;
    const isOwn = search.organization_id === '' || search.organization_id === organization_id;
    if (organization_id === null || !isOwn) return { items: [], overall_count: 0 };
    const thisYear = new Date().getUTCFullYear();
    const looked = shared === 'true' ? await this.shared(actor) : { clinics: [organization_id] };
    const ids = looked.shared && [...looked.shared.keys()];
    const among: Filter = {
      organization_id: oneOf(looked.clinics),
      ...(ids === undefined ? {} : { id: { in: ids } }),
    };
    const ownerOf = async (number: string) => {
      const owners = looked.clinics.map((clinic) => this.reservations.ownerOf(SOCIAL_SECURITY_NUMBER, numberWithin(clinic, number)));
      return (await Promise.all(owners)).find((owner) => owner !== undefined && (looked.shared?.has(owner) ?? true));
    };
    const found = await findPatients(this.reader, { among, search, order_by, skip, take, thisYear, ownerOf });
    const views = await this.views(found.documents, actor);
    const items = ids === undefined ? views : views.map(asShared);
    alsoReads(
      actor,
      found.documents.map(({ id, organization_id }) => looked.shared?.get(id) ?? { patient_id: id, organization_id }),
    );
    const born_on = daysOf(search, thisYear);
    return {
      items: found.isSimilar ? items.map((patient) => ({ ...patient, match: 'similar' as const })) : items,
      overall_count: found.overall_count,
      ...(born_on === undefined ? {} : { born_on }),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }

  /** The records that are shared with a doctor's clinic, and whose they are. */
  private async shared(actor: UserActor): Promise<{ shared?: ReadonlyMap<string, ShownRecord>; clinics: string[] }> {
    const records = await sharedRecords(this.reader, this.access, actor);
    return {
      shared: new Map(records.map((record) => [record.patient_id, record])),
      clinics: [...new Set(records.map(({ organization_id }) => organization_id))],
    };
  }

  /** The patient; with `all_clinics` also which clinics' records are read with this one. */
  @Get(':id')
  async one(
    @Param({ schema: ById }) { id }: z.infer<typeof ById>,
    @Query({ schema: One }) { after }: z.infer<typeof One>,
    @CurrentActor() actor: UserActor,
  ): Promise<PatientView & { stale?: true }> {
    await this.access.patientScope(actor, id);
    const isFresh = await this.reader.caughtUp([patients.name, organizations.name], after);
    const document = await this.reader.get<PatientDocument>(patients, id);
    const [view] = document ? await this.views([document], actor) : [];
    // the record is there, as the guard found: what is shown of it only comes later
    if (!view) throw new Rebuilding(patients.name, 1);
    const values_between = await valuesBetween(this.reader, actor, id, after);
    const { records, apart } = actor.reach ?? {};
    alsoReads(actor, apart ?? []);
    return {
      ...(actor.reach?.relation === 'connected' ? asShared(view) : view),
      ...(records ? { records: await this.clinicRecords(records, view) } : {}),
      ...(apart && apart.length > 0 ? { left_out: await this.clinicRecords(apart, view) } : {}),
      ...(values_between === undefined ? {} : { values_between }),
      ...(isFresh ? {} : { stale: true as const }),
    };
  }

  /** With what is resolved when asked: the clinic's name and time zone, and who else has a like name there. */
  private async views(documents: readonly PatientDocument[], actor: UserActor): Promise<PatientView[]> {
    const [clinics, likeness, invited, replacements] = await Promise.all([
      organizationNames(
        this.reader,
        documents.map(({ organization_id }) => organization_id),
      ),
      // to patients nothing is said of others
      actor.reach?.relation === 'self' ? new Map<string, Likeness>() : likenessOf(this.reader, documents),
      lastInvitations(
        this.reader,
        documents.map(({ id }) => id),
      ),
      this.replacements(documents, actor),
    ]);
    return documents.map(({ search: _folded, ...patient }) => {
      const clinic = clinics.get(patient.organization_id);
      return {
        ...patient,
        ...invited.get(patient.id),
        ...withReplacements(patient, replacements, patient.organization_id === actor.organization_id),
        ...likeness.get(patient.id),
        ...(clinic ? { organization_name: clinic.name, time_zone: clinic.time_zone } : {}),
      };
    });
  }

  /** Ids of the records that replace these by their source, as far as they are there and of the reader's own clinic: others are not led there. */
  private async replacements(documents: readonly PatientDocument[], { organization_id }: UserActor): Promise<ReadonlySet<string>> {
    const own = documents.filter((document) => document.organization_id === organization_id);
    const ids = own.flatMap(({ inactive_at_source: inactive }) =>
      (inactive?.replaced_by ?? []).flatMap(({ patient_id }) => patient_id ?? []),
    );
    const found = ids.length === 0 ? [] : [...(await this.reader.getMany<PatientDocument>(patients, ids)).values()];
    return new Set(found.flatMap((document) => (document.organization_id === organization_id ? [document.id] : [])));
  }

  /** Records with the names of their clinics, and what they say of the person where it is something else than in the record that is shown. */
  private async clinicRecords(records: readonly ReachedRecord[], shown: PatientView): Promise<ClinicRecord[]> {
    const ids = records.map(({ patient_id }) => patient_id);
    const clinics = records.map(({ organization_id }) => organization_id);
    const [people, names] = await Promise.all([
      this.reader.getMany<PatientDocument>(patients, ids),
      organizationNames(this.reader, clinics),
    ]);
    return records.map(({ patient_id, organization_id }) => {
      const [person, clinic] = [people.get(patient_id), names.get(organization_id)];
      return {
        ...{ patient_id, organization_id },
        ...(clinic ? { organization_name: clinic.name } : {}),
        ...(person && otherFacts(person, shown)),
      };
    });
  }
}

/** What a record says of its person otherwise than the one that is shown. */
const otherFacts = (person: PatientDocument, shown: PatientView): Omit<ClinicRecord, 'patient_id' | 'organization_id'> => {
  const differs = differencesOf(person, shown);
  return {
    ...(differs.includes('name') ? { other_name: shortName(person) } : {}),
    ...(differs.includes('sex') ? { other_sex: person.sex } : {}),
    ...(differs.includes('birth date') ? { other_birth: birthOf(person) } : {}),
  };
};

@Module({ controllers: [PatientsQueries] })
export class PatientsQueriesModule {}
