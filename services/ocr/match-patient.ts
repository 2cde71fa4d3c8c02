import type { PatientEvent } from '#contracts/patients';
import { type Person, samePerson } from '#contracts/persons';
import type { PatientMatch } from '#contracts/reports';
import type { EventLog } from '#infra/event-store/event-log';
import type { Directories } from './directories.ts';

/** The person as the patient's own stream says now; undefined where the record is gone or belongs to another clinic. */
export const personOf = async (log: EventLog, patient_id: string, organization_id: string): Promise<Person | undefined> => {
  let person: Person | undefined;
  for await (const opened of log.read(`patient-${patient_id}`)) {
    if (opened.kind !== 'opened' || opened.meta.organization_id !== organization_id) return undefined;
    const event = opened.event as PatientEvent;
    if (event.type === 'PatientRemoved') return undefined;
    person = { first_name: event.data.first_name, last_name: event.data.last_name, date_of_birth: event.data.date_of_birth };
  }
  return person;
};

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
