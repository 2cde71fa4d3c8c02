import { isOlderVersion } from '#contracts/wire/coding';
import { Refusal as DomainRefusal } from '#infra/event-store/decider';
import { commentOn, type ImportContext, type ImportedPatient } from './context.ts';
import { eachAtOnce } from './each-at-once.ts';
import type { Placed } from './directories.ts';
import { DiagnosticReport, Observation, type TypeName } from './resources/resource.ts';
import { nameOf } from './resources/fhir-text.ts';
import { importCondition, importMedication } from './import-items.ts';
import { importObservations } from './import-observations.ts';
import { importedBefore, importPatient } from './import-patient.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';
import { containerOf } from './references.ts';
import { reasonToLeave, type Refusal, refusalOf, sourceOfWithheld, withdrawalOf } from './refusal.ts';
import { skip, withdraw } from './resources/skipped.ts';
import { listsOf } from './specimens.ts';
import { withdrawItem } from './withdraw.ts';

/** Names of the reports that list an observation, by its reference. */
const reportNames = (unit: Unit): Map<string, string[]> => {
  const names = new Map<string, string[]>();
  for (const { resource, reference: container } of unit.byType.DiagnosticReport) {
    const report = DiagnosticReport.parse(resource);
    const name = nameOf(report.code);
    if (name === undefined) continue;
    for (const { reference } of report.result) {
      const listed = unit.references.nameOf(reference, container);
      if (listed !== undefined) names.set(listed, [...(names.get(listed) ?? []), name]);
    }
  }
  return names;
};

/** A report is what its results are: taken with them. */
const tallyReports = (
  { tally }: ImportContext,
  unit: Unit,
  wasTaken: (reference: string) => 'imported' | 'unchanged' | undefined,
  hasTakenBack: (reference: string) => boolean,
): void => {
  const contained = new Map<string, string[]>();
  for (const { reference, container } of unit.byType.Observation) {
    if (container !== undefined) contained.set(container, [...(contained.get(container) ?? []), reference]);
  }
  for (const found of unit.byType.DiagnosticReport) {
    const { reference, resource } = found;
    const report = DiagnosticReport.parse(resource);
    const listed = report.result.map((result) => unit.references.nameOf(result.reference, reference) ?? '');
    const results = [...new Set([...listed, ...(contained.get(reference) ?? [])])].map(wasTaken);
    const refusal = refusalOf(found) ?? (report.status === 'cancelled' ? withdraw('cancelled') : undefined);
    if (refusal) {
      if (hasTakenBack(reference) || results.includes('imported')) tally.imported(reference);
      else tally.skipped(reference, refusal.reason);
      continue;
    }
    if (results.includes('imported')) tally.imported(reference);
    else if (results.includes('unchanged')) tally.unchanged(reference);
    else if (results.length > 0) tally.skipped(reference, 'none of its results was taken');
    else tally.skipped(reference, 'a report without results: its text or file is not taken');
    const missing = results.filter((became) => became === undefined).length;
    if (missing === results.length) continue;
    if (missing > 0) tally.part(reference, `${missing} of its ${results.length} results were not taken`);
    if (report.conclusion !== undefined || report.presentedForm.length > 0) tally.part(reference, 'its conclusion or file is not taken');
  }
};

/** Remembers what became of observations, for the reports that list them. */
const watched = (context: ImportContext): { context: ImportContext; became: Map<string, 'imported' | 'unchanged'> } => {
  const became = new Map<string, 'imported' | 'unchanged'>();
  const { tally } = context;
  const watching = Object.create(tally) as typeof tally;
  watching.imported = (reference) => {
    became.set(reference, 'imported');
    tally.imported(reference);
  };
  watching.unchanged = (reference) => {
    became.set(reference, 'unchanged');
    tally.unchanged(reference);
  };
  return { context: { ...context, tally: watching }, became };
};

/** What stands in the record of one patient of the unit, and is another one's by what the unit says now. */
const standingElsewhere = async (
  context: ImportContext,
  unit: Unit,
  known: ReadonlyMap<string, ImportedPatient>,
  patientOf: (found: Found) => ImportedPatient | undefined,
): Promise<Map<string, Placed>> => {
  const elsewhere = new Map<string, Placed>();
  const people = new Set([...known.values()].map(({ patient_id }) => patient_id));
  if (people.size < 2) return elsewhere;
  const owners = new Map(
    Object.values(unit.byType).flatMap((list) => list.map((found) => [found.reference, patientOf(found)?.patient_id])),
  );
  for (const patient_id of people) {
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
 * @param onProgress resources that are done, of all that can be taken
 */
export const importUnit = async (given: ImportContext, unit: Unit, onProgress: (done: number, total: number) => void): Promise<void> => {
  const { context, became } = watched(given);
  const { byType, references } = unit;
  const total = Object.values(byType).reduce((sum, found) => sum + found.length, 0);
  let done = 0;
  const progressed = (count = 1): void => onProgress((done += count), total);

  const known = new Map<string, ImportedPatient>();
  for (const found of byType.Patient) {
    context.signal.throwIfAborted();
    const taken = await importPatient(context, found);
    if (taken) known.set(found.reference, taken);
    progressed();
  }

  const nameOfSubject = (found: Found) => references.nameOf(subjectOf(found), found.container);
  const subjectOf = ({ resource }: Found): string | undefined => Observation.shape.subject.parse(resource['subject'])?.reference;
  for (const found of Object.values(byType).flat()) {
    const name = nameOfSubject(found);
    if (name === undefined || known.has(name) || references.find(name) !== undefined) continue;
    const earlier = await importedBefore(context, name);
    if (earlier) known.set(name, earlier);
  }

  const patientOf = (found: Found) => known.get(nameOfSubject(found) ?? '');
  const elsewhere = await standingElsewhere(context, unit, known, patientOf);

  const ofPatient = (found: Found): ImportedPatient | undefined => {
    const subject = { reference: subjectOf(found) };
    const patient = patientOf(found);
    if (!patient) {
      const isInFile = references.find(subject.reference) !== undefined;
      const reason =
        subject.reference === undefined ? 'no patient' : isInFile ? 'its patient was not taken' : 'its patient is not in the file';
      context.tally.skipped(found.reference, reason);
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
  await single('Condition', (patient, found) => importCondition(context, patient, found, elsewhere.get(found.reference), unit.reach));
  await single('MedicationRequest', (patient, found) => importMedication(context, patient, found, unit, elsewhere.get(found.reference)));
  await single('MedicationStatement', (patient, found) => importMedication(context, patient, found, unit, elsewhere.get(found.reference)));

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
  tallyReports(
    context,
    unit,
    (reference) => became.get(reference),
    (reference) => takenBack.has(reference),
  );
  progressed(byType.DiagnosticReport.length);
};
