import type { ShownRecord } from '#contracts/people/connection-rules';
import { isSamePerson } from '#contracts/people/same-person';
import type { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { type InvitationDocument, invitations } from '../invitations/invitations.projection.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';

/** How many people's connections are looked up at a time. */
const CHUNK = 50;
/** How many people's invitations are. */
const PEOPLE = 500;

const APPROVED = { status: { eq: 'Approved' } } as const;

/**
 * Records of other clinics that the doctor's clinic reads by a connection with their person, as far as the connections stand at this moment.
 * Whoever has a record in the own clinic is found there; an account may have records of others, as a parent's has.
 */
export const sharedRecords = async (reader: Reader, access: Access, actor: UserActor): Promise<ShownRecord[]> => {
  const people = await connectedPeople(reader, actor.organization_id ?? '');
  const shared = new Map<string, ShownRecord>();
  for (let from = 0; from < people.length; from += CHUNK) {
    const found = await Promise.all(people.slice(from, from + CHUNK).map((user_id) => access.sharedBy(actor, user_id)));
    for (const records of found) for (const record of await withoutOwn(reader, actor, records)) shared.set(record.patient_id, record);
  }
  return [...shared.values()];
};

/** Accounts that are connected with the clinic by an invitation that it received, or that it sent where they are connected with another clinic too. */
const connectedPeople = async (reader: Reader, organization_id: string): Promise<string[]> => {
  const [received, sent] = await Promise.all([
    readAll<InvitationDocument>(reader, invitations, { received_by: { eq: organization_id }, ...APPROVED }),
    readAll<InvitationDocument>(reader, invitations, { sent_from: { eq: organization_id }, ...APPROVED }),
  ]);
  const accounts = accountsOf(sent);
  const elsewhere: InvitationDocument[] = [];
  for (let from = 0; from < accounts.length; from += PEOPLE) {
    const some = { user_id: { in: accounts.slice(from, from + PEOPLE) }, ...APPROVED };
    const all = await readAll<InvitationDocument>(reader, invitations, some);
    elsewhere.push(...all.filter(({ facts }) => facts.organization_id !== organization_id));
  }
  return [...new Set([...accountsOf(received), ...accountsOf(elsewhere)])];
};

const accountsOf = (documents: readonly InvitationDocument[]): string[] => [...new Set(documents.flatMap(({ user_id }) => user_id ?? []))];

const withoutOwn = async (reader: Reader, actor: UserActor, records: readonly ShownRecord[]): Promise<ShownRecord[]> => {
  const documents = await reader.getMany<PatientDocument>(
    patients,
    records.map(({ patient_id }) => patient_id),
  );
  const isOwn = ({ organization_id }: { organization_id: string }) => organization_id === actor.organization_id;
  const own = [...documents.values()].filter(isOwn);
  return records.filter((record) => {
    const document = documents.get(record.patient_id);
    return !isOwn(record) && document && !own.some((one) => isSamePerson(one, document));
  });
};
