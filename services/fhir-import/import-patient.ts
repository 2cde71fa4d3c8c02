import { isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { type Birth, birthOf, bornWritten } from '#contracts/wire/birth';
import { hasWholeName, samePerson } from '#contracts/rules/persons';
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
import type { RawResource } from './resources/fhir-file.ts';
import { Patient, unreadable } from './resources/resource.ts';
import { UNORDERED } from './current-item.ts';
import { inactivityOf, linkReasons, type PatientLinks } from './patient-links.ts';
import { refusalOf } from './refusal.ts';
import { BIRTH_CORRECTED, birthCorrection, comparePatients, isSaidAgain, isSaidPartly } from './same-patient.ts';
import { isNameless, withKnownParts } from './translators/patient-name.ts';
import { readPatient, type ReadPatient } from './translators/patient.ts';
import { type Found, sourceOf } from './unit.ts';

type Person = ReadPatient['person'];

const registeredOf = async (context: ImportContext, patient_id: string) => {
  const state = await stateOf(context, patientDecider, `patient-${patient_id}`);
  return state && 'content' in state && state.status === 'registered' ? state : undefined;
};
const contentOf = async (context: ImportContext, patient_id: string) => (await registeredOf(context, patient_id))?.content;

/** A record that an earlier import from the same sender made; its file need not be there again. */
export const importedBefore = async (context: ImportContext, reference: string): Promise<ImportedPatient | undefined> => {
  const patient_id = importedId(context, reference);
  const held = await contentOf(context, patient_id);
  return held && { patient_id, born: held.date_of_birth };
};

const OTHER_PERSON = 'its social security number belongs to another name or birth date in this clinic';
const NOT_WHOLE =
  'its social security number belongs to another record of this clinic, and without both names and a whole birth date nobody can tell whether it is the same person';

/** The clinic's own record of this person, where it holds the same number, name and birth date. */
const ownRecord = async (
  context: ImportContext,
  person: Person,
): Promise<{ kind: 'same'; patient_id: string } | { kind: 'other'; reason: string } | undefined> => {
  const digits = person.social_security_number.replace(/\D/g, '');
  const owner = digits === '' ? undefined : await context.directories.numberOwner(context.organization_id, digits);
  const held = owner === undefined ? undefined : await contentOf(context, owner);
  if (owner === undefined || held === undefined) return undefined;
  if (samePerson(person, held)) return { kind: 'same', patient_id: owner };
  const isWhole = [person, held].every((one) => hasWholeName(one) && one.date_of_birth_precision === undefined);
  return { kind: 'other', reason: isWhole ? OTHER_PERSON : NOT_WHOLE };
};

const STILL_DEAD = 'its source does not say any more that the patient has died: the record still does';

const OTHER_RECORD = 'this id belongs to another person here: tell the senders apart with --source';

/**
 * Whose record a Patient is given into: the one that an earlier import made, the clinic's own, or a new one.
 * `isAgain`: the source says what it said the last time, whatever the clinic corrected since.
 */
const placeOf = async (context: ImportContext, reference: string, person: Person) => {
  const registered = await registeredOf(context, importedId(context, reference));
  if (registered) {
    const { content, taken } = registered;
    const isAgain = taken !== undefined && isSaidAgain(person, taken);
    const compared = [content, ...(taken && isNameless(person) && isNameless(taken) ? [taken] : [])];
    const isOther = !isAgain && compared.some((one) => comparePatients(person, one) === 'other');
    return isOther ? { kind: 'other' as const, reason: OTHER_RECORD } : { kind: 'record' as const, before: content, isAgain };
  }
  return (await ownRecord(context, person)) ?? { kind: 'record' as const, before: undefined, isAgain: false };
};

const CORRECTED_HERE = 'its source repeats a name or birth date that the clinic has corrected: the record stays as it is corrected';

/** A version that says less of the birth date than the record changes nothing of it. */
const moreOf = (next: Birth, before: Birth): Birth => birthOf(bornWritten(before).startsWith(bornWritten(next)) ? before : next);

/**
 * Whose record the resources of this Patient go into: the one that an earlier import made, the clinic's own of the same number, name and
 * birth date, or a new one.
 * @param known records of Patients of the file that were taken before it
 * @returns undefined where nobody can say for certain (ruling 25): then it is named, and nothing of it is taken.
 */
export const importPatient = async (
  context: ImportContext,
  found: Found,
  links: PatientLinks,
  known: ReadonlyMap<string, ImportedPatient>,
): Promise<ImportedPatient | undefined> => {
  const { tally, organization_id, source } = context;
  const { reference } = found;
  const refusal = refusalOf(found);
  const today = new Date().toISOString().slice(0, 10);
  const readVersion = (resource: RawResource, of = reference) => readPatient(Patient.parse(resource), { reference: of, source, today });
  const read = refusal ?? readVersion(found.resource);
  if ('reason' in read) {
    tally.skipped(reference, read.reason);
    return undefined;
  }
  const { person } = read;
  const others = (found.others ?? []).map((resource) => readVersion(resource));
  if (others.some((other) => other.kind === 'skipped' || comparePatients(person, other.person) === 'other')) {
    tally.skipped(reference, 'two persons have this id in the file');
    return undefined;
  }
  let taken: ImportedPatient | undefined;
  await orSkipped(context, [reference], async () => {
    const patient_id = importedId(context, reference);
    const place = await placeOf(context, reference, person);
    if (place.kind === 'other') {
      tally.skipped(reference, place.reason);
      return;
    }
    if (place.kind === 'same') {
      // The clinic's own record stays as the clinic wrote it.
      tally.unchanged(reference);
      const remarks = [
        ...(person.deceased ? ["its source says that the patient has died: the clinic's own record does not"] : []),
        ...linkReasons(links).map((reason) => `${reason}; the clinic's own record does not say so`),
      ];
      for (const remark of remarks) tally.part(reference, remark);
      taken = { patient_id: place.patient_id, born: person.date_of_birth, remarks };
      return;
    }
    const from = sourceOf(found, source);
    const { before, isAgain } = place;
    const { first_name, middle_name, last_name, date_of_birth: _day, date_of_birth_precision: _part, ...rest } = person;
    const said = { first_name, ...(middle_name === undefined ? {} : { middle_name }), last_name };
    const isRenamed = before && isAgain && (before.first_name !== first_name || before.last_name !== last_name);
    const name = before ? withKnownParts(isRenamed ? before : said, before) : said;
    const birth = !before ? birthOf(person) : isAgain ? birthOf(before) : moreOf(person, before);
    const corrected = before && bornWritten(birth) !== bornWritten(before) ? [birthCorrection(birth, before)] : [];
    const inactive_at_source = await inactivityOf(context, links, known, async (other, resource) => {
      const next = unreadable(resource) === undefined ? readVersion(resource, other) : undefined;
      if (next?.kind !== 'patient') return undefined;
      const there = await placeOf(context, other, next.person);
      return there.kind === 'other' ? undefined : there.kind === 'same' ? there.patient_id : importedId(context, other);
    });
    const isAsSaid = isSaidAgain(person, { ...name, ...birth });
    const data = {
      ...{ patient_id, organization_id, ...rest, ...name, ...birth, source: from, comment: importedFrom(source, corrected) },
      ...(isAsSaid ? {} : { as_taken: { first_name, last_name, ...birthOf(person) } }),
      ...(inactive_at_source === undefined ? {} : { inactive_at_source }),
    };
    const isBelated = (person.deceased && !before?.deceased) || (inactive_at_source && !before?.inactive_at_source);
    if (!before?.source || !isSameContent(from, before.source) || isBelated) {
      const command = await importCommand(context, 'TakeFromExternal', `patient-${patient_id}`, [from], data);
      await context.commands.execute(new HandlePatient(command, IMPORTER));
    }
    const after = await contentOf(context, patient_id);
    const isUnchanged = saysTheSame(before, after);
    tally[isUnchanged ? 'unchanged' : 'imported'](reference);
    if (!isUnchanged && before?.source && !isOlderVersion(before.source, from)) tally.part(reference, UNORDERED);
    if (after && before && bornWritten(after) !== bornWritten(before)) tally.part(reference, BIRTH_CORRECTED);
    if (after?.deceased && person.deceased === undefined) tally.part(reference, STILL_DEAD);
    if (before && isAgain && !isSaidPartly(person, { ...name, ...birth })) tally.part(reference, CORRECTED_HERE);
    for (const reason of [...read.without, ...linkReasons(links)]) tally.part(reference, reason);
    taken = { patient_id, born: (after ?? birth).date_of_birth };
  });
  if (taken) tally.patient(taken.patient_id);
  return taken;
};
