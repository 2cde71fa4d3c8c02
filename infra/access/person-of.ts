import type { ErasureEvent } from '#contracts/people/erasures';
import type { PatientEvent } from '#contracts/people/patients';
import { type Birth, birthOf } from '#contracts/wire/birth';
import type { EventLog } from '../event-store/event-log.ts';

/** Name and birth date of a record, as they stand in it. */
export interface RecordedPerson extends Birth {
  first_name: string;
  last_name: string;
}

type Facts = Extract<PatientEvent, { type: 'PatientRegistered' | 'PatientCorrected' }>['data'];

/** What the patient's own stream says now; undefined where the record is gone, erased or belongs to another clinic. */
export const recordFacts = async (log: EventLog, patient_id: string, organization_id: string): Promise<Facts | undefined> => {
  let facts: Facts | undefined;
  for await (const opened of log.read(`patient-${patient_id}`)) {
    if (opened.kind !== 'opened' || opened.meta.organization_id !== organization_id) return undefined;
    const event = opened.event as PatientEvent | ErasureEvent;
    if (event.type !== 'PatientRegistered' && event.type !== 'PatientCorrected') return undefined;
    facts = event.data;
  }
  return facts;
};

/** The person of a record; undefined as for `recordFacts`. */
export const personOf = async (log: EventLog, patient_id: string, organization_id: string): Promise<RecordedPerson | undefined> => {
  const facts = await recordFacts(log, patient_id, organization_id);
  return facts && { first_name: facts.first_name, last_name: facts.last_name, ...birthOf(facts) };
};
