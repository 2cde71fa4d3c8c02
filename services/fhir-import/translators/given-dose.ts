import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import { dateOf, notesOf, plain, type SaidDate, shortened } from '../resources/fhir-text.ts';
import type { MedicationAdministration } from '../resources/medications.ts';
import { skip, type Skipped, withdraw } from '../resources/skipped.ts';
import { readDosages } from './dosage.ts';
import { type Given, medicationOf, once, type ReadMedication, said } from './medication.ts';

/** Statuses of a dose that was given, or of which something may have been. */
const STATUSES = new Set(['completed', 'in-progress', 'on-hold', 'stopped', 'unknown']);

/** Why it was not given, as its codes display: free text may name people, and this stands in reports. */
const notGiven = ({ statusReason }: MedicationAdministration): string => {
  const reasons = statusReason.flatMap(({ coding }) => plain(coding.find(({ display }) => plain(display))?.display) ?? []);
  return ['not given', shortened(reasons.join(', '), 200)].filter(Boolean).join(': ');
};

interface Times {
  start: SaidDate | undefined;
  end: SaidDate | undefined;
  without: string[];
}

/** R4 dates what is in progress with its start alone, and what is on hold has begun; the day of everything else is its start and end. */
const timesOf = (administration: MedicationAdministration): Times | undefined => {
  const { effectiveDateTime, effectivePeriod } = administration;
  const moment = dateOf(effectiveDateTime);
  const isBegun = administration.status === 'in-progress' || administration.status === 'on-hold';
  if (moment) return { start: moment, end: isBegun ? undefined : moment, without: [] };
  const [start, end] = [dateOf(effectivePeriod?.start), dateOf(effectivePeriod?.end)];
  if (!start && !end) return undefined;
  const isReversed = start !== undefined && end !== undefined && end.precision === start.precision && end.local < start.local;
  const isUnread = (!start && effectivePeriod?.start !== undefined) || (!end && effectivePeriod?.end !== undefined);
  return {
    start,
    end,
    without: [
      ...(isReversed && start.offset === end.offset ? ['its end lies before its start'] : []),
      ...(isUnread ? ['its start or end is no date that can be taken'] : []),
    ],
  };
};

/** A dose that was given, as a MedicationAdministration says: true of its time, never an order. */
export const readGivenDose = (administration: MedicationAdministration, given: Given): ReadMedication | Skipped => {
  const { status, note, dosage } = administration;
  if (status === 'not-done' || administration.notGiven === true) return withdraw(notGiven(administration));
  if (status === undefined) return skip('it does not say whether it was given');
  if (!STATUSES.has(status)) return skip('a status that is not known');
  const medication = medicationOf(given);
  if ('reason' in medication) return medication;
  const times = timesOf(administration);
  if (!times) return skip('no date');
  const { regimen, text, asks } = readDosages(medication.nonproprietary_name, dosage, given.medication, []);
  return {
    kind: 'medication',
    intake: {
      medication,
      is_generic_selected: true,
      ...once(times.start, times.end),
      until_discontinued: false,
      ...regimen,
      dosages: [...regimen.dosages],
      // nothing says how often, whatever stands in its words
      frequency: null,
      period: null,
      as_needed: false,
      notes: shortened(notesOf(note).join('; '), LONGEST_COMMENT),
      ...said('dosage_text', text),
      clinical_status: status,
      given: true,
    },
    without: times.without,
    asks,
  };
};
