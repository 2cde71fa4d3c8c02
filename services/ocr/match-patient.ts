import { type Person, samePerson } from '#contracts/rules/persons';
import type { PatientMatch } from '#contracts/reports/reports';
import { personOf } from '#infra/access/person-of';
import type { EventLog } from '#infra/event-store/event-log';
import type { Directories } from './directories.ts';

/**
 * Finds the person of a page among the clinic's patients (ruling 25). A page that names nobody inherits the patient of the page
 * before it, which is a doubt and never enough to save.
 */
export const matchPatient = async (
  on: { log: EventLog; directories: Directories; organization_id: string },
  page: Person,
  before: PatientMatch | undefined,
): Promise<PatientMatch> => {
  if (!page.first_name && !page.last_name && !page.date_of_birth) {
    return { patient_id: before?.patient_id ?? null, candidates: before?.candidates ?? 0, inherited: before?.patient_id != null };
  }
  const confirmed: string[] = [];
  for (const id of await on.directories.patients(on.organization_id, page)) {
    const record = await personOf(on.log, id, on.organization_id);
    if (record && samePerson(page, record)) confirmed.push(id);
  }
  return { patient_id: confirmed.length === 1 ? (confirmed[0] ?? null) : null, candidates: confirmed.length, inherited: false };
};
