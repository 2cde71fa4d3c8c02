import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { saysTheSame } from '#contracts/rules/equal';
import { diagnosis } from '../records/diagnoses/diagnoses.decider.ts';
import { HandleDiagnosis } from '../records/diagnoses/diagnoses.handlers.ts';
import { intake } from '../records/intakes/intakes.decider.ts';
import { HandleIntake } from '../records/intakes/intakes.handlers.ts';
import {
  commentOn,
  ENTERED_IN_ERROR,
  IMPORTER,
  importCommand,
  type ImportContext,
  importedFrom,
  type ImportedPatient,
  importedId,
  OF_ANOTHER_PATIENT,
  orSkipped,
  refusalOf,
  stateOf,
} from './context.ts';
import type { Placed } from './directories.ts';
import { isTakenBack, UNORDERED, WITHDRAWN } from './current-item.ts';
import type { References } from './references.ts';
import { Condition, Medication, MedicationRequest, MedicationStatement } from './resources/resource.ts';
import { hasCode } from './resources/fhir-text.ts';
import { skip } from './resources/skipped.ts';
import { withdrawItem } from './withdraw.ts';
import { readCondition } from './translators/condition.ts';
import { type Given, readMedicationRequest, readMedicationStatement } from './translators/medication.ts';
import { type Found, sourceOf } from './unit.ts';

/** What an item of an external record looks like to this import, whatever its kind. */
type Held =
  | { status: 'none' }
  | { status: 'recorded' | 'removed'; source: ExternalSource | undefined; versions: readonly ExternalSource[]; content: unknown };
type Existing = Exclude<Held, { status: 'none' }>;

interface Way {
  place: 'diagnosis' | 'intake';
  load: (id: string) => Promise<Held | undefined>;
  /** @param beside what the comment says besides where it came from */
  take: (id: string, beside: readonly string[]) => Promise<void>;
}

/** How often a resource that was taken back may come again. */
const MOST_RETURNS = 20;

/** What was taken back stays so: where a newer version says it again it is an item of its own. Undefined where there is nothing new. */
const standingOf = async (
  context: ImportContext,
  { patient_id }: ImportedPatient,
  source: ExternalSource,
  way: Way,
): Promise<{ id: string; held: Existing | undefined } | undefined> => {
  for (let again = 0; again < MOST_RETURNS; again++) {
    const id = importedId(context, `${patient_id} ${source.reference}${again === 0 ? '' : ` ${again}`}`);
    const state = await way.load(id);
    if (state === undefined || state.status === 'none') return { id, held: undefined };
    if (state.status === 'recorded') return { id, held: state };
    if (isTakenBack(source, state.versions)) return undefined;
  }
  return undefined;
};

/**
 * One resource, one item: taken, brought to its newer version, or taken out where it was entered in error or cannot be held any more.
 * @param found the resource, with what others say of it
 * @param refusal why this version is not taken
 * @param elsewhere where an earlier version stands in another patient's record
 */
const takeOne = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  refusal: string | undefined,
  elsewhere: Placed | undefined,
  way: Way,
): Promise<void> => {
  const { tally, refused } = context;
  const source = sourceOf(found, context.source);
  const { reference } = source;
  const withdraw = async (placed: Omit<Placed, 'source'>, comment: string): Promise<void> =>
    withdrawItem(context, { ...placed, source }, source, comment);
  const named = (reason: string): void => {
    if (reason !== ENTERED_IN_ERROR) tally.part(reference, reason);
  };
  await orSkipped(context, [reference], async () => {
    if (elsewhere && isOlderVersion(source, elsewhere.source)) return tally.unchanged(reference);
    const standing = await standingOf(context, patient, source, way);
    const before = refused.get(reference);
    if (!standing || (before && !standing.held && !isOlderVersion(before, source))) return tally.skipped(reference, refusal ?? WITHDRAWN);
    const { id, held } = standing;
    if (held?.source && isOlderVersion(source, held.source)) return tally.unchanged(reference);
    if (refusal !== undefined) {
      refused.set(reference, source);
      if (!held && !elsewhere) return tally.skipped(reference, refusal);
      if (held) {
        const own = { place: way.place, item_id: id, patient_id: patient.patient_id, entry_ids: [id], collected: null, draft: false };
        await withdraw(own, commentOn(refusal));
      }
      if (elsewhere) await withdraw(elsewhere, commentOn(refusal));
      named(refusal);
      return tally.imported(reference);
    }
    if (held?.source && isSameContent(source, held.source)) return tally.unchanged(reference);
    // an earlier release kept no digest: whether anything changes is seen only then
    const isUnordered = found.isUnordered === true || (held?.source !== undefined && !isOlderVersion(held.source, source));
    await way.take(id, [...(isUnordered ? [UNORDERED] : []), ...found.reached.doubts]);
    if (elsewhere) await withdraw(elsewhere, OF_ANOTHER_PATIENT);
    const after = held && (await way.load(id));
    const isSame = after !== undefined && 'content' in after && saysTheSame(after.content, held?.content);
    tally[isSame ? 'unchanged' : 'imported'](reference);
    if (isUnordered && !isSame) tally.part(reference, UNORDERED);
    for (const doubt of found.reached.doubts) tally.part(reference, doubt);
  });
};

export const importCondition = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  elsewhere: Placed | undefined,
): Promise<void> => {
  const { reference, reached } = found;
  const condition = Condition.parse(found.resource);
  const refusal = refusalOf(found, hasCode(condition.verificationStatus, 'entered-in-error'));
  const read = refusal === undefined ? readCondition(condition, patient.born) : skip(refusal);
  const source = sourceOf(found, context.source);
  await takeOne(context, patient, found, read.kind === 'skipped' ? read.reason : undefined, elsewhere, {
    place: 'diagnosis',
    load: (id) => stateOf(context, diagnosis, `diagnosis-${id}`),
    take: async (id, beside) => {
      if (read.kind === 'skipped') return;
      const comment = importedFrom(context.source, [...beside, ...read.notes]);
      const draft = reached.doubts.length > 0;
      const data = { diagnosis_id: id, patient_id: patient.patient_id, source, ...read.diagnosis, draft, comment };
      const command = await importCommand(context, 'TakeFromExternal', `diagnosis-${id}`, [source], data);
      await context.commands.execute(new HandleDiagnosis(command, IMPORTER));
      for (const reason of read.without) context.tally.part(reference, reason);
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

export const importMedication = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  references: References,
  elsewhere: Placed | undefined,
): Promise<void> => {
  const { reference, resource, reached } = found;
  const isRequest = reference.startsWith('MedicationRequest/');
  const said = isRequest ? MedicationRequest.parse(resource) : MedicationStatement.parse(resource);
  const given = givenBy(said, found, references);
  const readAs = () => ('dosageInstruction' in said ? readMedicationRequest(said, given) : readMedicationStatement(said, given));
  const refusal = refusalOf(found);
  const read = refusal === undefined ? readAs() : skip(refusal);
  const source = sourceOf(found, context.source);
  await takeOne(context, patient, found, read.kind === 'skipped' ? read.reason : undefined, elsewhere, {
    place: 'intake',
    load: (id) => stateOf(context, intake, `intake-${id}`),
    take: async (id, beside) => {
      if (read.kind === 'skipped') return;
      const draft = reached.doubts.length > 0;
      const comment = importedFrom(context.source, beside);
      const data = { intake_id: id, patient_id: patient.patient_id, source, ...read.intake, draft, comment };
      const command = await importCommand(context, 'TakeFromExternal', `intake-${id}`, [source], data);
      await context.commands.execute(new HandleIntake(command, IMPORTER));
      for (const reason of read.without) context.tally.part(reference, reason);
    },
  });
};
