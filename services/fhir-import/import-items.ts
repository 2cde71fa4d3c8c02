import { type Beside, type BesideInFile, withBeside } from '#contracts/wire/beside';
import { type ExternalSource, isOlderVersion, isSameContent, isTakenBack } from '#contracts/wire/coding';
import type { OpenQuestion } from '#contracts/wire/open-questions';
import { DiagnosisContent } from '#contracts/diagnoses/diagnoses';
import { fieldsOf, saysTheSame } from '#contracts/rules/equal';
import { IntakeContent } from '#contracts/treatments/intakes';
import { besideIn } from './beside.ts';
import { diagnosis } from '../records/diagnoses/diagnoses.decider.ts';
import { HandleDiagnosis } from '../records/diagnoses/diagnoses.handlers.ts';
import { intake } from '../records/intakes/intakes.decider.ts';
import { HandleIntake } from '../records/intakes/intakes.handlers.ts';
import {
  commentOn,
  IMPORTER,
  importCommand,
  type ImportContext,
  importedFrom,
  type ImportedPatient,
  importedId,
  OF_ANOTHER_PATIENT,
  orSkipped,
  stateOf,
} from './context.ts';
import type { Placed } from './directories.ts';
import { UNORDERED, WITHDRAWN } from './current-item.ts';
import { givenRelations } from './given-relations.ts';
import type { References } from './references.ts';
import { Medication, MedicationAdministration, MedicationRequest, MedicationStatement } from './resources/medications.ts';
import { Condition, Encounter } from './resources/resource.ts';
import { hasCode } from './resources/fhir-text.ts';
import { ASK_ORDER_IN_ERROR, askOrder, asksOfUnits, MAX_QUESTIONS } from './questions.ts';
import type { Reach } from './reach.ts';
import { draftOf, ENTERED_IN_ERROR, isTurnedDown, reasonToLeave, type Refusal, refusalOf, withdrawalOf } from './refusal.ts';
import { withdrawItem } from './withdraw.ts';
import { readCondition } from './translators/condition.ts';
import { readGivenDose } from './translators/given-dose.ts';
import { type Given, readMedicationRequest, readMedicationStatement } from './translators/medication.ts';
import { type Found, sourceOf, type Unit } from './unit.ts';

/** What an item of an external record looks like to this import, whatever its kind. */
type Held =
  | { status: 'none' }
  | {
      status: 'recorded' | 'removed';
      source: ExternalSource | undefined;
      versions: readonly ExternalSource[];
      content: { draft: boolean; asks?: OpenQuestion[] | undefined; beside?: Beside };
    };
type Existing = Exclude<Held, { status: 'none' }>;

interface Way {
  place: 'diagnosis' | 'intake';
  load: (id: string) => Promise<Held | undefined>;
  /** It refers to something that is not in the file. */
  isIncomplete?: boolean;
  /** What would be held; undefined where this version is not taken. */
  content: object | undefined;
  /** Parts that stand beside it. */
  beside: BesideInFile;
  /** Questions about units that contradict their code. */
  asks?: OpenQuestion[];
  /** @param remarks parts of the comment besides the name of the sender */
  take: (id: string, more: { draft: boolean; asks?: OpenQuestion[]; beside?: Beside }, remarks: readonly string[]) => Promise<void>;
}

/** How often a resource that was taken back may come again. */
const MAX_RETURNS = 20;

/**
 * What was taken back stays so: where a newer version says it again it is an item of its own.
 * @returns the item that holds it or would hold it; undefined where it may not come back
 */
const itemOf = async (
  context: ImportContext,
  { patient_id }: ImportedPatient,
  source: ExternalSource,
  { reached }: Found,
  way: Way,
): Promise<{ id: string; held: Existing | undefined } | undefined> => {
  let isBarred = false;
  for (let again = 0; again < MAX_RETURNS; again++) {
    const id = importedId(context, `${patient_id} ${source.reference}${again === 0 ? '' : ` ${again}`}`);
    const state = await way.load(id);
    if (state === undefined || state.status === 'none') return isBarred ? undefined : { id, held: undefined };
    if (state.status === 'recorded') return { id, held: state };
    const isSaidBefore = way.content !== undefined && saysTheSame(factsOf(way.content), factsOf(state.content));
    isBarred = isTakenBack(source, { versions: state.versions, isSaidBefore, confirmedBy: reached.confirmedBy });
  }
  return undefined;
};

/** What was said, whether or not it was final, whatever was asked and whatever stands beside it. */
const withoutState = (content: object): object => {
  const { draft: _draft, asks: _asks, beside: _beside, dosage_changes: _changes, ...said } = content as Record<string, unknown>;
  return said;
};

/** The same without offsets, which earlier releases did not keep. */
const factsOf = (content: object): object => {
  const { time_from_offset: _from, time_to_offset: _to, ...facts } = withoutState(content) as Record<string, unknown>;
  return facts;
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
  refusal: Refusal | undefined,
  elsewhere: Placed | undefined,
  reach: Reach,
  way: Way,
): Promise<void> => {
  const { tally, refused } = context;
  const source = sourceOf(found, context.source);
  const { reference } = source;
  const by = refusal ? withdrawalOf(found, refusal, context.source) : source;
  const named = (reason: string): void => {
    if (reason !== ENTERED_IN_ERROR) tally.part(reference, reason);
  };
  await orSkipped(context, [reference], async () => {
    if (elsewhere && isOlderVersion(source, elsewhere.source)) return tally.unchanged(reference);
    const item = await itemOf(context, patient, source, found, way);
    const before = refused.get(reference);
    const held = item?.held;
    const isRefused = before !== undefined && !held && isTurnedDown(before, source, found.reached);
    if (!refusal && (!item || isRefused)) {
      if (!elsewhere) return tally.skipped(reference, WITHDRAWN);
      await withdrawItem(context, elsewhere, source, OF_ANOTHER_PATIENT);
      return tally.imported(reference);
    }
    if (held?.source && isOlderVersion(source, held.source)) return tally.unchanged(reference);
    if (refusal) {
      if (refusal.withdraws) refused.set(reference, by);
      const standing = held ?? elsewhere;
      const left = standing?.source && reasonToLeave(refusal, source, standing.source, reach);
      if (!standing || left !== undefined) return tally.skipped(reference, left ?? refusal.reason);
      if (held && item) {
        const own = {
          place: way.place,
          item_id: item.id,
          patient_id: patient.patient_id,
          entry_ids: [item.id],
          collected: null,
          draft: false,
        };
        await withdrawItem(context, { ...own, source: held.source ?? source }, by, commentOn(refusal.reason));
      }
      if (elsewhere) await withdrawItem(context, elsewhere, by, commentOn(refusal.reason));
      named(refusal.reason);
      return tally.withdrawn(reference);
    }
    const { id } = item!;
    const isSame = held?.source !== undefined && isSameContent(source, held.source);
    // earlier releases may have read the same content otherwise
    const isReadAlike = way.content === undefined || saysTheSame(way.content, withoutState(held?.content ?? {}));
    const beside = withBeside(isSame ? held?.content.beside : undefined, way.beside);
    const isAlike = isReadAlike && saysTheSame(beside, held?.content.beside);
    const isAsRead = way.isIncomplete === true || (isAlike && found.reached.dependsOn.length === 0);
    if (isSame && isAsRead) return tally.unchanged(reference);
    // an earlier release kept no digest: whether anything changes is seen only then
    const isUnordered = found.isUnordered === true || (held?.source !== undefined && !isSame && !isOlderVersion(held.source, source));
    const state = held?.source && { source: held.source, draft: held.content.draft };
    const { doubts, draft } = draftOf(found.reached, false, isSame, state, reach);
    const isSaid = held !== undefined && way.content !== undefined && saysTheSame(factsOf(way.content), factsOf(held.content));
    const open = held?.content.asks ?? [];
    const own = isSaid ? open.filter(({ code }) => code !== 'order-of-versions') : (way.asks ?? []);
    const order = isUnordered ? [askOrder()] : isSame ? open.filter(({ code }) => code === 'order-of-versions') : [];
    const asks = [...own, ...order];
    const more = { draft, ...(asks.length > 0 ? { asks } : {}), ...(beside ? { beside } : {}) };
    await way.take(id, more, [...(isUnordered ? [UNORDERED] : []), ...doubts]);
    if (elsewhere) await withdrawItem(context, elsewhere, source, OF_ANOTHER_PATIENT);
    const after = held && (await way.load(id));
    const isUnchanged = after !== undefined && 'content' in after && saysTheSame(after.content, held?.content);
    tally[isUnchanged ? 'unchanged' : 'imported'](reference);
    if (isUnordered && !isUnchanged) tally.part(reference, UNORDERED);
    for (const reason of [...doubts, ...own.map(({ text }) => text)]) tally.part(reference, reason);
  });
};

/** The day of a visit that an earlier file had. */
const dayBefore = async (context: ImportContext, { patient_id }: ImportedPatient, { reference }: Found) => {
  const state = await stateOf(context, diagnosis, `diagnosis-${importedId(context, `${patient_id} ${reference}`)}`);
  if (state?.status !== 'recorded' || !state.content.of_visit) return {};
  const { time_from, time_from_precision, time_from_offset } = state.content;
  return { time_from, time_from_precision, time_from_offset };
};

export const importCondition = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  elsewhere: Placed | undefined,
  { references, reach }: Pick<Unit, 'references' | 'reach'>,
): Promise<void> => {
  const condition = Condition.parse(found.resource);
  const refusal = refusalOf(found, hasCode(condition.verificationStatus, 'entered-in-error'));
  const visit = references.find(condition.encounter?.reference, found.resource);
  const read = refusal ?? readCondition(condition, patient.born, visit && Encounter.parse(visit));
  if (!('reason' in read) && read.diagnosis.of_visit && !visit && condition.encounter)
    Object.assign(read.diagnosis, await dayBefore(context, patient, found));
  const source = sourceOf(found, context.source);
  const { parts = [], missing } = besideIn(context, found, references);
  const onset = 'reason' in read || read.onset === undefined ? [] : [{ element: 'onsetDateTime', text: read.onset }];
  await takeOne(context, patient, found, 'reason' in read ? read : undefined, elsewhere, reach, {
    place: 'diagnosis',
    // a file without the visit does not know that the onset is another day
    beside: { parts: [...onset, ...parts], missing: visit ? missing : new Map([...missing, ['onsetDateTime', new Set()]]) },
    content: 'reason' in read ? undefined : withoutState(fieldsOf(DiagnosisContent)(read.diagnosis)),
    load: (id) => stateOf(context, diagnosis, `diagnosis-${id}`),
    take: async (id, more, remarks) => {
      if ('reason' in read) return;
      const comment = importedFrom(context.source, remarks);
      const data = { diagnosis_id: id, patient_id: patient.patient_id, source, ...read.diagnosis, ...more, comment };
      const command = await importCommand(context, 'TakeFromExternal', `diagnosis-${id}`, [source], data);
      await context.commands.execute(new HandleDiagnosis(command, IMPORTER));
      for (const reason of read.without) context.tally.part(source.reference, reason);
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
    isMissing: medicationReference?.reference !== undefined && referred === undefined,
  };
};

/** What a resource says of a medication, and how it is read. */
const medicationIn = ({ type, resource }: Found) => {
  if (type === 'MedicationRequest') {
    const said = MedicationRequest.parse(resource);
    return { said, readAs: (given: Given) => readMedicationRequest(said, given) };
  }
  if (type === 'MedicationAdministration') {
    const said = MedicationAdministration.parse(resource);
    return { said, readAs: (given: Given) => readGivenDose(said, given) };
  }
  const said = MedicationStatement.parse(resource);
  return { said, readAs: (given: Given) => readMedicationStatement(said, given) };
};

export const importMedication = async (
  context: ImportContext,
  patient: ImportedPatient,
  found: Found,
  { references, reach }: Pick<Unit, 'references' | 'reach'>,
  elsewhere: Placed | undefined,
): Promise<void> => {
  const { reference } = found;
  const { said, readAs } = medicationIn(found);
  const given = givenBy(said, found, references);
  const refusal = refusalOf(found);
  const read = refusal ?? readAs(given);
  if (!('reason' in read) && 'partOf' in said) Object.assign(read.intake, await givenRelations(context, patient, found, said, references));
  const ofOrder = 'intake' in read && read.intake.order_in_error ? [ASK_ORDER_IN_ERROR] : [];
  const source = sourceOf(found, context.source);
  await takeOne(context, patient, found, 'reason' in read ? read : undefined, elsewhere, reach, {
    place: 'intake',
    beside: besideIn(context, found, references),
    asks: [...ofOrder, ...(asksOfUnits([said, given.medication]).asks ?? []), ...('asks' in read ? read.asks : [])].slice(0, MAX_QUESTIONS),
    isIncomplete: given.isMissing === true,
    content: 'reason' in read ? undefined : withoutState(fieldsOf(IntakeContent)(read.intake)),
    load: (id) => stateOf(context, intake, `intake-${id}`),
    take: async (id, more, remarks) => {
      if ('reason' in read) return;
      const comment = importedFrom(context.source, remarks);
      const data = { intake_id: id, patient_id: patient.patient_id, source, ...read.intake, ...more, comment };
      const command = await importCommand(context, 'TakeFromExternal', `intake-${id}`, [source], data);
      await context.commands.execute(new HandleIntake(command, IMPORTER));
      for (const reason of read.without) context.tally.part(reference, reason);
    },
  });
};
