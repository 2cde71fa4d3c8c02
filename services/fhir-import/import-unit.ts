import { commentOn, type ImportContext, type ImportedPatient, orSkipped, refusalOf } from './context.ts';
import { eachAtOnce } from './each-at-once.ts';
import type { Placed } from './directories.ts';
import { DiagnosticReport, Observation, type TypeName } from './resources/resource.ts';
import { nameOf } from './resources/fhir-text.ts';
import { importCondition, importMedication } from './import-items.ts';
import { importObservations } from './import-observations.ts';
import { importedBefore, importPatient } from './import-patient.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';
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
  for (const found of unit.byType.DiagnosticReport) {
    const { reference, resource } = found;
    const report = DiagnosticReport.parse(resource);
    const results = report.result.map((result) => wasTaken(unit.references.nameOf(result.reference, reference) ?? ''));
    const refusal = refusalOf(found) ?? (report.status === 'cancelled' ? 'cancelled' : undefined);
    if (refusal !== undefined) {
      if (hasTakenBack(reference)) tally.imported(reference);
      else tally.skipped(reference, refusal);
      continue;
    }
    if (results.includes('imported')) tally.imported(reference);
    else if (results.includes('unchanged')) tally.unchanged(reference);
    else if (report.result.length > 0) tally.skipped(reference, 'none of its results was taken');
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
 * Takes back what earlier imports brought and a report or a panel of this unit withdraws, although the resource itself is not in it.
 * @returns the reports and panels that took something back
 */
const takeBackElsewhere = async (
  context: ImportContext,
  unit: Unit,
  patientOf: (found: Found) => ImportedPatient | undefined,
): Promise<Set<string>> => {
  const takenBack = new Set<string>();
  const masters = new Map([...unit.byType.DiagnosticReport, ...unit.byType.Observation].map((found) => [found.reference, found]));
  for (const [reference, { by, withheld }] of unit.reach.elsewhere()) {
    const [master, reason] = [masters.get(by), withheld ?? ''];
    const patient = master && patientOf(master);
    const placed = patient && (await context.directories.placed(patient.patient_id, context.source)).get(reference);
    if (!placed) continue;
    await orSkipped(context, [reference], async () => {
      await withdrawItem(context, placed, { ...sourceOf(master, context.source), reference }, commentOn(reason));
      takenBack.add(by);
      context.tally.part(reference, reason);
    });
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
  await single('Condition', (patient, found) => importCondition(context, patient, found, elsewhere.get(found.reference)));
  await single('MedicationRequest', (patient, found) =>
    importMedication(context, patient, found, references, elsewhere.get(found.reference)),
  );
  await single('MedicationStatement', (patient, found) =>
    importMedication(context, patient, found, references, elsewhere.get(found.reference)),
  );

  const observations = new Map<ImportedPatient, Found[]>();
  for (const found of byType.Observation) {
    const patient = ofPatient(found);
    if (patient) observations.set(patient, [...(observations.get(patient) ?? []), found]);
  }
  const names = reportNames(unit);
  for (const [patient, found] of observations) {
    context.signal.throwIfAborted();
    await importObservations(context, patient, found, references, names, elsewhere);
    progressed(found.length);
  }
  const takenBack = await takeBackElsewhere(context, unit, patientOf);
  tallyReports(
    context,
    unit,
    (reference) => became.get(reference),
    (reference) => takenBack.has(reference),
  );
  progressed(byType.DiagnosticReport.length);
};
