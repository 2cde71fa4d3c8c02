import { isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { samePerson } from '#contracts/rules/persons';
import { saysTheSame } from '#contracts/rules/equal';
import { HandlePatient } from '../records/patients/patients.handlers.ts';
import { patient as patientDecider } from '../records/patients/patients.decider.ts';
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
import { Patient } from './resources/resource.ts';
import { UNORDERED } from './current-item.ts';
import { refusalOf } from './refusal.ts';
import { readPatient, type ReadPatient } from './translators/patient.ts';
import { type Found, sourceOf } from './unit.ts';

type Person = ReadPatient['person'];

const contentOf = async (context: ImportContext, patient_id: string) => {
  const state = await stateOf(context, patientDecider, `patient-${patient_id}`);
  return state && 'content' in state && state.status === 'registered' ? state.content : undefined;
};

/** A record that an earlier import from the same sender made; its file need not be there again. */
export const importedBefore = async (context: ImportContext, reference: string): Promise<ImportedPatient | undefined> => {
  const patient_id = importedId(context, reference);
  const held = await contentOf(context, patient_id);
  return held && { patient_id, born: held.date_of_birth };
};

/** Names change with a marriage; another birth date, or nothing in common in the name, is somebody else. */
const mayBeSame = (said: Person, held: Person): boolean =>
  said.date_of_birth.slice(0, 10) === held.date_of_birth.slice(0, 10) &&
  (samePerson({ ...said, last_name: held.last_name }, held) || samePerson({ ...said, first_name: held.first_name }, held));

/** The clinic's own record of this person, where it holds the same number, name and birth date. */
const ownRecord = async (
  context: ImportContext,
  person: Person,
): Promise<{ kind: 'same'; patient_id: string } | { kind: 'other' } | undefined> => {
  const digits = person.social_security_number.replace(/\D/g, '');
  const owner = digits === '' ? undefined : await context.directories.numberOwner(context.organization_id, digits);
  const held = owner === undefined ? undefined : await contentOf(context, owner);
  if (owner === undefined || held === undefined) return undefined;
  return samePerson(person, held) ? { kind: 'same', patient_id: owner } : { kind: 'other' };
};

/**
 * Whose record the resources of this Patient go into: the one that an earlier import made, the clinic's own of the same number, name and
 * birth date, or a new one. Undefined where nobody can say for certain (ruling 25): then it is named, and nothing of it is taken.
 */
export const importPatient = async (context: ImportContext, found: Found): Promise<ImportedPatient | undefined> => {
  const { tally, organization_id, source } = context;
  const { reference } = found;
  const refusal = refusalOf(found);
  const read = refusal ?? readPatient(Patient.parse(found.resource));
  if ('reason' in read) {
    tally.skipped(reference, read.reason);
    return undefined;
  }
  const { person } = read;
  const others = (found.others ?? []).map((other) => readPatient(Patient.parse(other)));
  if (others.some((other) => other.kind === 'skipped' || !mayBeSame(other.person, person))) {
    tally.skipped(reference, 'two persons have this id in the file');
    return undefined;
  }
  let taken: ImportedPatient | undefined;
  await orSkipped(context, [reference], async () => {
    const patient_id = importedId(context, reference);
    const before = await contentOf(context, patient_id);
    if (before && !mayBeSame(person, before)) {
      tally.skipped(reference, 'this id belongs to another person here: tell the senders apart with --source');
      return;
    }
    const own = before ? undefined : await ownRecord(context, person);
    if (own?.kind === 'other') {
      tally.skipped(reference, 'its social security number belongs to another name or birth date in this clinic');
      return;
    }
    if (own) {
      // The clinic's own record stays as the clinic wrote it.
      tally.unchanged(reference);
      taken = { patient_id: own.patient_id, born: person.date_of_birth };
      return;
    }
    const from = sourceOf(found, source);
    const data = { patient_id, organization_id, ...person, source: from, comment: importedFrom(source) };
    if (!before?.source || !isSameContent(from, before.source)) {
      const command = await importCommand(context, 'TakeFromExternal', `patient-${patient_id}`, [from], data);
      await context.commands.execute(new HandlePatient(command, IMPORTER));
    }
    const after = await contentOf(context, patient_id);
    const isUnchanged = saysTheSame(before, after);
    tally[isUnchanged ? 'unchanged' : 'imported'](reference);
    if (!isUnchanged && before?.source && !isOlderVersion(before.source, from)) tally.part(reference, UNORDERED);
    for (const reason of read.without) tally.part(reference, reason);
    taken = { patient_id, born: person.date_of_birth };
  });
  if (taken) tally.patient(taken.patient_id);
  return taken;
};
