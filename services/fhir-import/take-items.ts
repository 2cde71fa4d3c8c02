import { type ExternalSource, isOlderVersion } from '#contracts/coding';
import { diagnosis } from '../records/diagnoses/diagnoses.decider.ts';
import { intake } from '../records/intakes/intakes.decider.ts';
import {
  IMPORTER,
  importCommand,
  type ImportContext,
  importedFrom,
  type ImportedPatient,
  importedId,
  orSkipped,
  stateOf,
} from './context.ts';
import type { References } from './references.ts';
import { Condition, Medication, MedicationRequest, MedicationStatement } from './resource.ts';
import { hasCode } from './said.ts';
import { readCondition } from './translators/condition.ts';
import { type Given, readMedicationRequest, readMedicationStatement } from './translators/medication.ts';
import type { Found } from './unit.ts';

/** What an item of an external record looks like to this import, whatever its kind. */
type Held = { status: 'none' } | { status: 'recorded' | 'removed'; source: ExternalSource | undefined };

/** Whether the record holds this version, or a newer one, already. */
const isHeld = (state: Held | undefined, source: ExternalSource): boolean =>
  state !== undefined &&
  state.status !== 'none' &&
  state.source !== undefined &&
  (state.source.version === source.version || isOlderVersion(source, state.source));

interface Way {
  load: () => Promise<Held | undefined>;
  take: () => Promise<void>;
  remove: () => Promise<void>;
}

/** One resource, one item: taken, brought to its newer version, or removed where it was entered in error. */
const takeOne = async (context: ImportContext, source: ExternalSource, isError: boolean, way: Way): Promise<void> => {
  const { reference } = source;
  await orSkipped(context, [reference], async () => {
    const before = await way.load();
    const isThere = before !== undefined && before.status === 'recorded';
    if (isError && !isThere) return context.tally.skipped(reference, 'entered in error');
    if (isError) {
      await way.remove();
      return context.tally.imported(reference);
    }
    if (isThere && isHeld(before, source)) return context.tally.unchanged(reference);
    await way.take();
    context.tally.imported(reference);
  });
};

const scopeOf = ({ organization_id }: ImportContext, { patient_id }: ImportedPatient) => ({ organization_id, patient_id });

export const takeCondition = async (context: ImportContext, patient: ImportedPatient, found: Found): Promise<void> => {
  const { reference, version } = found;
  const condition = Condition.parse(found.resource);
  const read = readCondition(condition, patient.born);
  const isError = hasCode(condition.verificationStatus, 'entered-in-error');
  if (read.kind === 'skipped' && !isError) return context.tally.skipped(reference, read.reason);
  const [source, diagnosis_id] = [
    { system: context.source, reference, version },
    importedId(context, `${patient.patient_id} ${reference}`),
  ];
  const stream = `diagnosis-${diagnosis_id}`;
  await takeOne(context, source, isError, {
    load: () => stateOf(context, diagnosis, stream),
    take: async () => {
      if (read.kind === 'skipped') return;
      const data = { diagnosis_id, patient_id: patient.patient_id, source, ...read.diagnosis, comment: importedFrom(context.source) };
      await context.streams.transact(diagnosis, stream, importCommand('TakeFromExternal', data), IMPORTER, scopeOf(context, patient));
    },
    remove: async () => {
      const data = { diagnosis_id, source, comment: 'Entered in error' };
      await context.streams.transact(diagnosis, stream, importCommand('RemoveFromExternal', data), IMPORTER);
    },
  });
};

const givenBy = (
  { medicationCodeableConcept, medicationReference }: Pick<MedicationRequest, 'medicationCodeableConcept' | 'medicationReference'>,
  found: Found,
  references: References,
): Given => {
  const referred = references.find(medicationReference?.reference, found.resource);
  return {
    concept: medicationCodeableConcept,
    medication: referred === undefined ? undefined : Medication.parse(referred),
    display: medicationReference?.display,
  };
};

export const takeMedication = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  references: References,
): Promise<void> => {
  const { reference, version, resource } = found;
  const isRequest = reference.startsWith('MedicationRequest/');
  const said = isRequest ? MedicationRequest.parse(resource) : MedicationStatement.parse(resource);
  const given = givenBy(said, found, references);
  const read = 'dosageInstruction' in said ? readMedicationRequest(said, given) : readMedicationStatement(said, given);
  const isError = said.status === 'entered-in-error';
  if (read.kind === 'skipped' && !isError) return context.tally.skipped(reference, read.reason);
  const [source, intake_id] = [{ system: context.source, reference, version }, importedId(context, `${patient.patient_id} ${reference}`)];
  const stream = `intake-${intake_id}`;
  await takeOne(context, source, isError, {
    load: () => stateOf(context, intake, stream),
    take: async () => {
      if (read.kind === 'skipped') return;
      const data = { intake_id, patient_id: patient.patient_id, source, ...read.intake, comment: importedFrom(context.source) };
      await context.streams.transact(intake, stream, importCommand('TakeFromExternal', data), IMPORTER, scopeOf(context, patient));
    },
    remove: async () => {
      const data = { intake_id, source, comment: 'Entered in error' };
      await context.streams.transact(intake, stream, importCommand('RemoveFromExternal', data), IMPORTER);
    },
  });
};
