import { isOlderVersion } from '#contracts/wire/coding';
import { Refusal as DomainRefusal } from '#infra/event-store/decider';
import { commentOn, type ImportContext, type ImportedPatient } from './context.ts';
import { eachAtOnce } from './each-at-once.ts';
import type { Placed } from './directories.ts';
import type { TypeName } from './resources/resource.ts';
import { importCondition, importMedication } from './import-items.ts';
import { importObservations } from './import-observations.ts';
import { importedBefore, importPatient } from './import-patient.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';
import { listedBy, reportNames, tallyReports } from './import-reports.ts';
import { importReportText, type OwnText, resultsOf } from './import-report-texts.ts';
import { type LeftOutNotes, noteLeftOut } from './left-out-notes.ts';
import { watched } from './became.ts';
import type { Tally } from './tally.ts';
import { linksOf } from './patient-links.ts';
import { containerOf, type Subject } from './references.ts';
import { reasonToLeave, type Refusal, refusalOf, sourceOfWithheld, withdrawalOf } from './refusal.ts';
import { skip, withdraw } from './resources/skipped.ts';
import { listsOf } from './specimens.ts';
import { withdrawItem } from './withdraw.ts';

/** What stands in the record of one patient of the unit, and is another one's by what the unit says now. */
const standingElsewhere = async (
  context: ImportContext,
  unit: Unit,
  known: ReadonlyMap<string, ImportedPatient>,
  patientOf: (found: Found) => ImportedPatient | undefined,
): Promise<Map<string, Placed>> => {
  const elsewhere = new Map<string, Placed>();
  const records = new Set([...known.values()].map(({ patient_id }) => patient_id));
  if (records.size < 2) return elsewhere;
  const owners = new Map(
    Object.values(unit.byType).flatMap((list) => list.map((found) => [found.reference, patientOf(found)?.patient_id])),
  );
  for (const patient_id of records) {
    for (const [reference, placed] of await context.directories.placed(patient_id, context.source)) {
      const owner = owners.get(reference);
      if (owner !== undefined && owner !== patient_id) elsewhere.set(reference, placed);
    }
  }
  return elsewhere;
};

/**
 * Takes back what earlier imports brought, and what is not in this unit: results that a report or a panel withdraws, and those that it
 * contained and does not contain any more.
 * @param placedOf what the record held before this unit
 * @returns the reports and panels that took something back
 */
const takeBackElsewhere = async (
  context: ImportContext,
  { byType, reach }: Unit,
  placedOf: (found: Found) => Promise<ReadonlyMap<string, Placed>>,
): Promise<Set<string>> => {
  const takenBack = new Set<string>();
  const takeBack = async (list: Found, placed: Placed, refusal: Refusal): Promise<void> => {
    const { reference } = placed.source;
    const left = reasonToLeave(refusal, sourceOf(list, context.source), placed.source, reach);
    try {
      if (left === undefined) {
        await withdrawItem(context, placed, withdrawalOf(list, refusal, context.source), commentOn(refusal.reason));
        takenBack.add(list.reference);
      }
      context.tally.part(reference, left ?? refusal.reason);
    } catch (error) {
      if (!(error instanceof DomainRefusal)) throw error;
      context.tally.part(reference, error.message);
    }
  };
  const lists = new Map([...byType.DiagnosticReport, ...byType.Observation].map((found) => [found.reference, found]));
  for (const [reference, withheld] of reach.elsewhere()) {
    context.signal.throwIfAborted();
    if (withheld.withdraws) context.refused.set(reference, sourceOfWithheld(withheld, context.source));
    const list = lists.get(withheld.by);
    const placed = list && (await placedOf(list)).get(reference);
    if (placed) await takeBack(list, placed, { ...(withheld.withdraws ? withdraw : skip)(withheld.reason), by: withheld });
  }
  const records = new Set<ReadonlyMap<string, Placed>>();
  for (const list of lists.values()) records.add(await placedOf(list));
  for (const [name, placed] of [...records].flatMap((record) => [...record])) {
    const list = lists.get(containerOf(name) ?? '');
    if (!list || reach.has(name) || isOlderVersion(sourceOf(list, context.source), placed.source)) continue;
    context.signal.throwIfAborted();
    await takeBack(list, placed, refusalOf(list) ?? withdraw(`${list.reference} does not contain it any more`));
  }
  return takenBack;
};

/**
 * Takes the resources of one unit into the records of one clinic.
 * @param counted what was counted while the unit was read
 * @param notes gathers what the records lack
 * @param onProgress resources that are done, of all that can be taken
 */
export const importUnit = async (
  given: ImportContext,
  unit: Unit,
  { counted, notes }: { counted: Tally; notes: LeftOutNotes },
  onProgress: (done: number, total: number) => void,
): Promise<void> => {
  const { context, became } = watched(given);
  const { byType, references } = unit;
  const total = Object.values(byType).reduce((sum, found) => sum + found.length, 0);
  let done = 0;
  const progressed = (count = 1): void => onProgress((done += count), total);

  const known = new Map<string, ImportedPatient>();
  const people = byType.Patient.map((found) => ({ found, links: linksOf(found, references) }));
  // what replaces another one comes first, so that the other one can say which record that is
  for (const { found, links } of people.toSorted((a, b) => a.links.replacedBy.length - b.links.replacedBy.length)) {
    context.signal.throwIfAborted();
    const taken = await importPatient(context, found, links, known);
    if (taken) known.set(found.reference, taken);
    progressed();
  }

  const lookEarlier = async (name: string): Promise<void> => {
    if (known.has(name) || references.find(name) !== undefined) return;
    const earlier = await importedBefore(context, name);
    if (earlier) known.set(name, earlier);
  };
  const subjects = new Map<Found, Subject>();
  const about = new Map<string, number>();
  for (const found of Object.values(byType).flat()) {
    const subject = references.subjectOf(found.resource, found.container);
    subjects.set(found, subject);
    const { name, reason } = subject;
    if (name === undefined || reason !== undefined) continue;
    about.set(name, (about.get(name) ?? 0) + 1);
    await lookEarlier(name);
  }
  for (const { subject } of unit.leftOut) if (subject !== undefined) await lookEarlier(subject);
  for (const { found, links } of people) {
    // their records may hold what the file gives to another one now
    for (const name of [...links.replaces, ...links.replacedBy.flatMap((each) => each ?? [])]) await lookEarlier(name);
    const left = about.get(found.reference) ?? 0;
    if (links.replacedBy.length > 0 && left > 0 && known.has(found.reference)) {
      context.tally.part(found.reference, `${left} of the file's resources are still given to it: they are in its record`);
    }
  }

  const patientOf = (found: Found) => known.get(subjects.get(found)?.name ?? '');
  const elsewhere = await standingElsewhere(context, unit, known, patientOf);

  const withoutPatient = (found: Found): string => {
    const { name, reason } = subjects.get(found) ?? {};
    const isInFile = references.find(name) !== undefined;
    return reason ?? (isInFile ? 'its patient was not taken' : 'its patient is not in the file');
  };
  const ofPatient = (found: Found): ImportedPatient | undefined => {
    const patient = patientOf(found);
    if (!patient) {
      context.tally.skipped(found.reference, withoutPatient(found));
      progressed();
    }
    return patient;
  };

  const single = async (type: TypeName, take: (patient: ImportedPatient, found: Found) => Promise<void>) =>
    eachAtOnce(byType[type], context.signal, async (found) => {
      const patient = ofPatient(found);
      if (!patient) return;
      await take(patient, found);
      progressed();
    });
  await single('Condition', (patient, found) => importCondition(context, patient, found, elsewhere.get(found.reference), unit));
  await single('MedicationRequest', (patient, found) => importMedication(context, patient, found, unit, elsewhere.get(found.reference)));
  await single('MedicationStatement', (patient, found) => importMedication(context, patient, found, unit, elsewhere.get(found.reference)));
  await single('MedicationAdministration', (patient, found) =>
    importMedication(context, patient, found, unit, elsewhere.get(found.reference)),
  );

  const placed = new Map<string, Promise<Map<string, Placed>>>();
  const placedIn = async ({ patient_id }: ImportedPatient): Promise<Map<string, Placed>> => {
    const before = placed.get(patient_id) ?? context.directories.placed(patient_id, context.source);
    placed.set(patient_id, before);
    return before;
  };
  const observations = new Map<ImportedPatient, Found[]>();
  for (const found of byType.Observation) {
    const patient = ofPatient(found);
    if (patient) observations.set(patient, [...(observations.get(patient) ?? []), found]);
  }
  const [names, lists] = [reportNames(unit), listsOf(unit)];
  for (const [patient, found] of observations) {
    context.signal.throwIfAborted();
    await importObservations(context, patient, found, unit, names, lists, await placedIn(patient), elsewhere);
    progressed(found.length);
  }
  const takenBack = await takeBackElsewhere(context, unit, async (found) => {
    const patient = patientOf(found);
    return patient ? placedIn(patient) : new Map<string, Placed>();
  });
  const listed = listedBy(unit);
  const texts = new Map<string, OwnText>();
  await eachAtOnce(byType.DiagnosticReport, context.signal, async (found) => {
    const { reference } = found;
    const whose = { patient_id: patientOf(found)?.patient_id, reason: withoutPatient(found) };
    texts.set(reference, await importReportText(context, whose, found, elsewhere.get(reference), unit, resultsOf(found, listed)));
    progressed();
  });
  tallyReports(context, unit, became, listed, texts, (reference) => takenBack.has(reference));
  noteLeftOut(notes, unit, { counted, known, subjectOf: (found) => subjects.get(found)?.name, became });
};
