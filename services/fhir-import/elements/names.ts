import { searchWords } from '#contracts/rules/search-text';
import { codeInWords } from '#contracts/wire/code-systems';
import type { Json, RawResource } from '../resources/fhir-file.ts';
import { codeOf, nameOf, plain, shortened } from '../resources/fhir-text.ts';
import { nameOfResource, statusText } from '../resources/left-out.ts';
import { CodeableConcept, Reference, textOf, unreadable } from '../resources/resource.ts';
import { type Around, isObject, listOf, textsOf } from './treatment.ts';

const MAX_NAME = 200;

/** A text on one line, no longer than a name may be. */
export const shortText = (value: Json | undefined): string | undefined => {
  const text = typeof value === 'string' ? plain(value.slice(0, 2 * MAX_NAME)) : undefined;
  return text === undefined ? undefined : shortened(text, MAX_NAME);
};

/** A concept by its name; a code without one stands as code. */
export const conceptWords = (value: Json | undefined): string | undefined => {
  const concept = CodeableConcept.safeParse(value).data;
  const coded = concept?.coding.find(({ code }) => plain(code) !== undefined);
  return shortText(nameOf(concept) ?? (coded && codeInWords({ system: coded.system ?? '', code: codeOf(concept)! })));
};

/** How a person is called: 'Dr. Jane Roe'. */
const personName = ({ name }: RawResource): string | undefined => {
  const names = listOf(name ?? null)
    .slice(0, 10)
    .filter(isObject);
  const words = names.map(({ text, prefix, given, family, suffix }) => {
    const parts = [prefix, given, family, suffix].flatMap((part) => listOf(part ?? null).slice(0, 10));
    return shortText(text) ?? shortText(parts.filter((part) => typeof part === 'string').join(' '));
  });
  return words.find((one) => one !== undefined);
};

const joined = (...parts: (string | undefined)[]): string | undefined => [...new Set(parts.filter(Boolean))].join(', ') || undefined;

const first = (value: Json | undefined): Json | undefined => listOf(value ?? null)[0];

/** What a resource is called by those who use it. */
const nameOfFound = (found: RawResource, around: Around): string | undefined => {
  const next = { ...around, within: found, depth: around.depth + 1 };
  switch (textOf(found, 'resourceType')) {
    case 'Practitioner':
      return personName(found);
    case 'PractitionerRole': {
      const person = around.depth > 2 ? undefined : nameOfReferred(found['practitioner'], next);
      const role = conceptWords(first(found['specialty'])) ?? conceptWords(first(found['code']));
      const place = around.depth > 2 ? undefined : nameOfReferred(found['organization'], next);
      return joined(person, role, place);
    }
    case 'Organization':
    case 'Location':
      return shortText(found['name']);
    case 'RelatedPerson':
      return conceptWords(first(found['relationship'])) ?? 'a relative';
    case 'Encounter':
      return joined(
        ...listOf(found['type'] ?? null)
          .slice(0, 5)
          .map(conceptWords),
      );
    default:
      return shortText(nameOfResource(found));
  }
};

const SOURCE_TYPE = /(?:^|\/)([A-Z][A-Za-z]+)(?:[/?]|$)/;

/** The patient of the item, without anything that is the patient's own; another one is called so. */
const patientWords = (said: RawResource, { root, within, references }: Around): string => {
  const subject = references.subjectOf(root).name;
  const { name } = references.subjectOf({ subject: said, contained: within['contained'] ?? null });
  if (name === undefined || subject === undefined) return 'a patient';
  return name === subject ? 'the patient' : 'another patient';
};

/** Whether a display without a reference to anybody else is the name of the patient. */
const isNameOfSubject = (display: string, { root, references }: Around): boolean => {
  const patient = references.find(references.subjectOf(root).name);
  const words = (name: string) => searchWords(name).sort().join(' ');
  return (
    patient !== undefined &&
    listOf(patient['name'] ?? null)
      .slice(0, 10)
      .some((name) => words(personName({ name }) ?? '') === words(display))
  );
};

/** Types of people, places and things: the display is how they are called. */
const CALLED = ['Practitioner', 'PractitionerRole', 'Organization', 'Location', 'Device', 'CareTeam'];
/** Types of those who are not the patient. */
const OTHERS = new Set([...CALLED, 'Encounter']);
/** Of all else the display may hide what the file says: that it was refuted. */
const BY_DISPLAY = new Set([...CALLED, 'RelatedPerson']);

/** Of whom a resource is; some types call their patient so. */
const patientOf = (resource: RawResource, { references, within }: Around): string | undefined => {
  const contained = resource['contained'] ?? within['contained'] ?? null;
  return references.subjectOf({ subject: resource['subject'] ?? resource['patient'] ?? null, contained }).name;
};

const isOfOther = (found: RawResource, around: Around): boolean => {
  const [own, subject] = [patientOf(found, around), around.references.subjectOf(around.root).name];
  return own !== undefined && subject !== undefined && own !== subject && own.startsWith('Patient/');
};

/** What a reference leads to, where the file has it: nothing that is of another patient, or that nobody may read. */
export const foundBy = (said: Json | undefined, around: Around): RawResource | undefined => {
  const { references, within, element, gaps } = around;
  const reference = Reference.safeParse(said).data?.reference;
  const found = references.findNamed(reference, within);
  if (element === undefined || reference === undefined) return found;
  if (found === undefined) textsOf(gaps.missing, element);
  const why = found && (isOfOther(found, around) ? 'of another patient' : unreadable(found) && 'of an unknown meaning');
  if (why !== undefined) gaps.counted.add(`${element} (${why})`);
  return why === undefined ? found : undefined;
};

/**
 * Whom or what a reference names: people, places and things as it displays them, all else by what the file has under it, or by a number of its
 * own. Undefined if the file does not say how that is called.
 */
export const nameOfReferred = (said: Json | undefined, around: Around): string | undefined => {
  if (!isObject(said)) return undefined;
  const { reference, type, identifier, display } = Reference.parse(said);
  const found = foundBy(said, around);
  const name = around.references.nameOf(reference);
  const kind = textOf(found, 'resourceType') ?? type?.split('/').at(-1) ?? SOURCE_TYPE.exec(name ?? reference ?? '')?.[1];
  const subject = isObject(around.root['subject']) ? around.root['subject'] : {};
  const isSubject = reference !== undefined && reference === subject['reference'];
  if (isSubject) return 'the patient';
  if (kind === 'Patient') return patientWords(said, around);
  const [own, shown] = [found && nameOfFound(found, around), shortText(display)];
  const mayBePatient = shown !== undefined && !OTHERS.has(kind ?? '');
  if (mayBePatient && (display === subject['display'] || isNameOfSubject(shown, around))) return 'the patient';
  const words = BY_DISPLAY.has(kind ?? '') ? (shown ?? own) : (own ?? (shown && `${shown}${found ? statusText(found) : ''}`));
  if (words !== undefined) return words;
  const number = shortText(identifier?.value);
  return number === undefined ? undefined : `${kind === undefined ? '' : `${kind} `}number ${number}`;
};
