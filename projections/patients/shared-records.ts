import type { Access } from '#infra/access/access';
import type { UserActor } from '#infra/event-store/actor';
import { invitations } from '../invitations/invitations.projection.ts';
import { type PatientDocument, patients } from '../records/patients.projection.ts';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';

/** How many people's connections are looked up at a time. */
const CHUNK = 50;

/**
 * Records of other clinics that people shared with the doctor's clinic, by id: those of everybody who was connected by an invitation that the
 * clinic received, as far as the connections stand at this moment. Whoever has a record in the own clinic is found there.
 */
export const sharedRecords = async (reader: Reader, access: Access, actor: UserActor): Promise<string[]> => {
  const received = await readAll<{ user_id: string | null }>(reader, invitations, {
    received_by: { eq: actor.organization_id },
    status: { eq: 'Approved' },
  });
  const people = [...new Set(received.flatMap(({ user_id }) => user_id ?? []))];
  const shared: string[] = [];
  for (let from = 0; from < people.length; from += CHUNK) {
    const found = await Promise.all(people.slice(from, from + CHUNK).map((user_id) => access.sharedBy(actor, user_id)));
    for (const records of found) shared.push(...(await withoutOwn(reader, actor, records)));
  }
  return [...new Set(shared)];
};

/** An account may have records of several people: the same person has the same date of birth. */
const withoutOwn = async (reader: Reader, actor: UserActor, records: readonly { patient_id: string; organization_id: string }[]) => {
  const documents = await reader.getMany<PatientDocument>(
    patients,
    records.map(({ patient_id }) => patient_id),
  );
  const isOwn = ({ organization_id }: { organization_id: string }) => organization_id === actor.organization_id;
  const own = new Set([...documents.values()].filter(isOwn).map(({ date_of_birth }) => date_of_birth));
  return records.flatMap((record) => {
    const document = documents.get(record.patient_id);
    return isOwn(record) || !document || own.has(document.date_of_birth) ? [] : [record.patient_id];
  });
};
