import { hasWholeName } from '#contracts/rules/persons';
import { searchText, searchWords } from '#contracts/rules/search-text';
import { codeSystem } from '#contracts/wire/code-systems';
import { lastDayOf } from '#contracts/wire/precision';
import { dateOf, hasCode, plain, shortened } from '../resources/fhir-text.ts';
import type { Patient } from '../resources/resource.ts';

export interface ReadName {
  /** '' where the source gives none; never both. */
  first_name: string;
  middle_name?: string;
  last_name: string;
  name_suffix?: string;
  /** What is missing, in words without anything of the patient. */
  without: string[];
}

type HumanName = Patient['name'][number];
type Identifier = Patient['identifier'][number];
interface Parts {
  given: string[];
  family: string | undefined;
  text: string | undefined;
}

const MAX_NAME = 2000;
const fitted = (text: string | undefined): string | undefined => {
  const line = plain(text);
  return line === undefined ? undefined : shortened(line, MAX_NAME);
};

const partsOf = ({ given, family, text }: HumanName): Parts => ({
  given: given.flatMap((one) => fitted(one) ?? []),
  family: fitted(family),
  text: fitted(text),
});

/** Names that are no longer, not yet, or not officially the patient's come last. */
const LATE: readonly (string | undefined)[] = ['nickname', 'anonymous', 'temp', 'old', 'maiden'];
const USES: readonly (string | undefined)[] = ['official', 'usual'];

/** @param today `YYYY-MM-DD` */
const isOutsidePeriod = ({ period }: HumanName, today: string): boolean => {
  const [start, end] = [dateOf(period?.start), dateOf(period?.end)];
  return (start !== undefined && start.local.slice(0, 10) > today) || (end !== undefined && lastDayOf(end.local, end.precision) < today);
};

/** The lower, the rather it is the name in use: current before former, with both parts before one, and the family name before another one alone, then by its use. */
const rankOf = (name: HumanName, today: string): number => {
  const late = LATE.indexOf(name.use);
  const use = USES.indexOf(name.use);
  const isLate = late >= 0 || isOutsidePeriod(name, today);
  const { family, given } = partsOf(name);
  const missing = (family === undefined || given.length === 0 ? 4 : 0) + (family === undefined ? 3 : 0);
  return (isLate ? 100 + 10 * (late + 1) : 0) + missing + (use < 0 ? USES.length : use);
};

const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';
type Extended = { extension: Patient['extension'] } | undefined;
export const absenceOf = (element: Extended): 'masked' | 'unknown' | undefined => {
  const code = element?.extension.find(({ url }) => url === ABSENT)?.valueCode;
  return code === undefined || code === 'not-applicable' ? undefined : code === 'masked' ? 'masked' : 'unknown';
};
/** Why a part of a name is not there, where its source gives a reason. */
const wordsOf = (what: string, ...elements: Extended[]): string => {
  const reasons = elements.map(absenceOf);
  if (reasons.includes('masked')) return `its ${what} is masked by its source`;
  return reasons.includes('unknown') ? `its ${what} is unknown to its source` : `it has no ${what}`;
};

type Concept = Identifier['type'];
const hasWords = (type: Concept, pattern: RegExp): boolean =>
  [type?.text, ...(type?.coding ?? []).map(({ display }) => display)].some((words) => pattern.test(searchText(words ?? '')));

/** Systems of numbers of insurances, states and taxes, in the words that their addresses have, and by their object identifiers. */
const OFFICIAL_SYSTEM =
  /ssn|social|insur|versicher|krankenkasse|kvid|gkv|pkv|medica|hicn|mbi\b|nhs|national|citizen|\bbsn|\bcpr|personnummer|fodselsnummer|\bnir\b|\bins-|svnr|ahv|tax|fiscal|passport|licen[cs]e|hl7\.org\/fhir\/sid\/|2\.16\.840\.1\.113883\.(?:4|3\.3719)\b/i;
const OFFICIAL_TYPE = /social|secur|insur|member|subscriber|national|tax|passport|licen[cs]e|medica(?:re|id)/;
/** Nine digits however they are divided, also with the letters that an insurance adds to them. */
const isLikeSocialNumber = (value: string): boolean =>
  /^[a-z]?\d{9}(?:[a-z]{1,2}\d?)?$/.test(searchText(value).replace(/[^\p{L}\p{N}]/gu, ''));

/** Numbers of social insurance, states and taxes name nobody in a list. */
const isConfidential = ({ system = '', type, value = '' }: Identifier): boolean =>
  codeSystem(system) === 'US SSN' || OFFICIAL_SYSTEM.test(system) || hasWords(type, OFFICIAL_TYPE) || isLikeSocialNumber(value);

const isPseudonym = ({ type }: Identifier): boolean => hasCode(type, 'PSEUDED', 'ANON') || hasWords(type, /^(?:pseudonym|anonym)/);
const isOfRecord = ({ type }: Identifier): boolean =>
  hasCode(type, 'MR', 'PI') ||
  hasWords(type, /^(?:mrn?|medical record(?: number)?|patient (?:internal|external)? ?(?:identifier|id|number))$/);
/** Without a type, what its source uses, under a system that says whose it is. */
const isInUse = ({ type, use, system = '' }: Identifier): boolean =>
  (use === 'official' || use === 'usual') && system !== '' && (type === undefined || (type.coding.length === 0 && type.text === undefined));

/** What a patient without a name is called by: its pseudonym, an identifier of its source, or its id. */
const designation = ({ identifier, name, _name }: Patient, reference: string): { last_name: string; reason: string } => {
  const usable = identifier.filter((one) => one.use !== 'old' && !isConfidential(one) && plain(one.value) !== undefined);
  const pseudonym = usable.find(isPseudonym);
  const other = usable.find(({ type }) => hasCode(type, 'MR')) ?? usable.find(isOfRecord) ?? usable.find(isInUse);
  const why = wordsOf(
    'name',
    ..._name,
    ...name.flatMap(({ extension, _text, _family, _given }) => [{ extension }, _text, _family, ..._given]),
  );
  const chosen = pseudonym ?? other;
  if (chosen) {
    const last_name = shortened(`${pseudonym ? 'Pseudonym' : 'Identifier'} ${plain(chosen.value)}`, MAX_NAME);
    return { last_name, reason: `${why}: the record is called by its ${pseudonym ? 'pseudonym' : 'identifier'}` };
  }
  const words = why.includes('masked') ? 'Name masked' : why.includes('unknown') ? 'Name unknown' : 'No name';
  return { last_name: `${words} (${reference})`, reason: `${why}: the record is called by its id` };
};

const DESIGNATION = /^(Pseudonym|Identifier) \S|^(Name masked|Name unknown|No name) \(Patient\//;
/** What a record is called by in place of a name: 'Pseudonym', 'Identifier' and so on; undefined where it has a name. */
const designatedBy = ({ first_name, last_name }: Named): string | undefined => {
  const [, numbered, otherwise] = (first_name === '' && DESIGNATION.exec(last_name)) || [];
  return numbered ?? otherwise;
};
export const isNameless = (person: Named): boolean => designatedBy(person) !== undefined;

const withParts = ({ name }: Pick<Patient, 'name'>): { name: HumanName; parts: Parts }[] =>
  name
    .map((one) => ({ name: one, parts: partsOf(one) }))
    .filter(({ parts }) => parts.family !== undefined || parts.given.length > 0 || parts.text !== undefined);

/** All names of a Patient, former ones too, as a record would have them. */
export const namesOf = (patient: Pick<Patient, 'name'>): Named[] =>
  withParts(patient).map(({ parts: { given, family, text } }) => ({
    first_name: given[0] ?? '',
    last_name: family ?? (given.length === 0 ? text! : ''),
  }));

/**
 * The name in use. Every part of a name is optional in R4, and the name itself: a text alone is one whole last name, and a patient without a name
 * is called by an identifier.
 * @param reference `Patient/<id>`
 * @param today `YYYY-MM-DD`
 */
export const readName = (patient: Patient, reference: string, today: string): ReadName => {
  const [chosen] = withParts(patient).toSorted((a, b) => rankOf(a.name, today) - rankOf(b.name, today));
  if (!chosen) {
    const { last_name, reason } = designation(patient, reference);
    return { first_name: '', last_name, without: [reason] };
  }
  const { name, parts } = chosen;
  const name_suffix = fitted(name.suffix.join(' '));
  const suffix = name_suffix === undefined ? {} : { name_suffix };
  const [first_name, ...middle] = parts.given;
  if (first_name === undefined && parts.family === undefined) {
    return { first_name: '', last_name: parts.text!, ...suffix, without: ['its name is one text: it is the last name of the record'] };
  }
  const middle_name = fitted(middle.join(' '));
  return {
    first_name: first_name ?? '',
    ...(middle_name === undefined ? {} : { middle_name }),
    last_name: parts.family ?? '',
    ...suffix,
    without: [
      ...(first_name === undefined ? [wordsOf('first name', ...name._given)] : []),
      ...(parts.family === undefined ? [wordsOf('last name', name._family)] : []),
    ],
  };
};

export interface Named {
  first_name: string;
  last_name: string;
}
const isEqual = (a: string, b: string): boolean => searchText(a) !== '' && searchText(a) === searchText(b);
const wordsOfName = ({ first_name, last_name }: Named): string[] => searchWords(`${first_name} ${last_name}`);

/** Whether two versions give both names, and the same ones. */
export const isSameName = (one: Named, other: Named): boolean =>
  hasWholeName(one) &&
  isEqual(one.last_name, other.last_name) &&
  isEqual(searchWords(one.first_name)[0]!, searchWords(other.first_name)[0] ?? '');

/** Two designations of one kind are of one person where they are equal; undefined where they tell nothing. */
const sameDesignation = (one: Named, other: Named): boolean | undefined => {
  const [a, b] = [designatedBy(one), designatedBy(other)];
  return a === undefined || a !== b ? undefined : one.last_name === other.last_name;
};

const givenOf = ({ first_name }: Named): string => searchWords(first_name)[0] ?? '';

/** Whether two names are the same in all parts that both have, and have one in common; a designation is no part of a name. */
export const isSameAsFarAsNamed = (one: Named, other: Named): boolean => {
  if (isNameless(one) || isNameless(other)) return sameDesignation(one, other) === true;
  const parts = [
    [givenOf(one), givenOf(other)],
    [searchText(one.last_name), searchText(other.last_name)],
  ].filter((pair) => !pair.includes(''));
  return parts.length > 0 && parts.every(([a, b]) => a === b);
};

/**
 * Whether two versions of one Patient, born on the same day, may name the same person: names change with a marriage, and a version without one
 * of the names, or without any, contradicts nothing that it does not name.
 */
export const mayBeSameName = (one: Named, other: Named): boolean => {
  if (isNameless(one) || isNameless(other)) return sameDesignation(one, other) ?? true;
  if (isEqual(givenOf(one), givenOf(other)) || isEqual(one.last_name, other.last_name)) return true;
  return !(hasWholeName(one) && hasWholeName(other)) && isPartOfOther(one, other);
};

/** Whether the one with fewer words has none that the other one lacks. */
const isPartOfOther = (one: Named, other: Named): boolean => {
  const [a, b] = [wordsOfName(one), wordsOfName(other)];
  const [fewer, more] = a.length <= b.length ? [a, b] : [b, a];
  return fewer.length > 0 && fewer.every((word) => more.includes(word));
};

/** Whether one of the names that are stated is, in all that both state, one of a Patient's; true where either has none. */
export const isNamedAlike = (stated: Pick<Patient, 'name'>, patient: Pick<Patient, 'name'>): boolean => {
  const [a, b] = [namesOf(stated), namesOf(patient)];
  const isAlike = (one: Named, other: Named) =>
    isSameAsFarAsNamed(one, other) || (!(hasWholeName(one) && hasWholeName(other)) && isPartOfOther(one, other));
  return a.length === 0 || b.length === 0 || a.some((one) => b.some((other) => isAlike(one, other)));
};

type WithMiddle = Named & { middle_name?: string | undefined };
const wholeName = ({ first_name, middle_name, last_name }: WithMiddle): WithMiddle => ({
  first_name,
  ...(middle_name === undefined ? {} : { middle_name }),
  last_name,
});

/** The name of a next version, with the part of the record's that it does not give: silence takes nothing out, and no designation is a better name. */
export const withKnownParts = (next: WithMiddle, before: WithMiddle): WithMiddle => {
  if (isNameless(before)) return wholeName(next);
  if (isNameless(next)) return wholeName(before);
  if (!isSameAsFarAsNamed(next, before)) return wholeName(next);
  if (next.first_name === '') return { ...wholeName(before), last_name: next.last_name };
  return next.last_name === '' ? { ...wholeName(next), last_name: before.last_name } : wholeName(next);
};
