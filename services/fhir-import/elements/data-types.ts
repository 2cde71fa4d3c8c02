import type {
  Address,
  Annotation,
  Attachment,
  CodeableConcept,
  Coding,
  ContactPoint,
  Extension,
  HumanName,
  Identifier,
  Meta,
  Narrative,
  Period,
  Quantity,
  Range,
  Ratio,
  Reference,
} from 'fhir/r4.js';
import { beside, left, stops, type Table, type TableOfAnyValue, taken } from './treatment.ts';
import { codeExcept, coding as codingWords, date, note as noteWords, reference as referenceWords, text } from './words.ts';

/* Types of values, and what all types have in common. */

/** What turns the meaning of everything beside it. */
export const modifiers = {
  modifierExtension: stops('a modifier extension may change the meaning of all else, and none is known here'),
};

/** The end of every table. */
export const extended = { extension: left('an addition of its sender to the standard, which is not known here') };

export const ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason';

export const coding = {
  system: taken('the code system'),
  code: taken('as sent'),
  display: taken('the name, where the concept has no text'),
  version: left('codes are stored without the release of their system'),
  userSelected: left('which code its user chose is not stored'),
  ...extended,
} satisfies Table<Coding>;

export const codeableConcept = {
  text: taken('the name'),
  coding: taken('all codes of a value, a diagnosis or a product; of all else a name, or else a code, where there is no text', {
    of: coding,
  }),
  ...extended,
} satisfies Table<CodeableConcept>;

/** Also of Age, Duration and SimpleQuantity. */
export const quantity = {
  comparator: taken('with the number'),
  value: taken('digit by digit'),
  unit: taken('as printed'),
  system: taken('says whether the code is one of UCUM'),
  code: taken('the unit, where it says another one than the printed one'),
  ...extended,
} satisfies Table<Quantity>;

export const range = {
  low: taken('from', { of: quantity }),
  high: taken('to', { of: quantity }),
  ...extended,
} satisfies Table<Range>;

export const ratio = {
  numerator: taken('the first part', { of: quantity }),
  denominator: taken('the second part', { of: quantity }),
  ...extended,
} satisfies Table<Ratio>;

export const period = {
  start: taken('from'),
  end: taken('until'),
  ...extended,
} satisfies Table<Period>;

export const identifier = {
  use: taken('a former number is not used'),
  type: taken('tells which number it is', { of: codeableConcept }),
  system: taken('tells which number it is'),
  value: taken('the number'),
  period: left('only its use says whether a number is still valid'),
  assigner: left('who issued a number is not stored'),
  ...extended,
} satisfies Table<Identifier>;

export const reference = {
  reference: taken('leads to the other resource'),
  type: taken('says what it leads to'),
  identifier: taken('leads to a patient; of all else the number stands in place of a name that is missing', { of: identifier }),
  display: taken('the name'),
  ...extended,
} satisfies Table<Reference>;

export const annotation = {
  text: taken('in words'),
  authorReference: beside('who wrote it', referenceWords, { of: reference }),
  authorString: beside('who wrote it', text),
  time: beside('when it was written', date),
  ...extended,
} satisfies Table<Annotation>;

export const attachment = {
  contentType: taken('what kind of file it is'),
  data: taken('the file or its text'),
  url: taken('named: nothing is fetched from elsewhere'),
  title: taken('its title'),
  language: left('the text stays as it is written'),
  size: left('the file itself says it'),
  hash: taken('a checksum that does not fit is named at the form'),
  creation: left('the clinical time of the report is shown'),
  ...extended,
} satisfies Table<Attachment>;

export const humanName = {
  use: taken('chooses the name in use'),
  period: taken('chooses the name in use', { of: period }),
  family: taken('the last name', { urls: [ABSENT] }),
  given: taken('the first name, and middle names', { urls: [ABSENT], isList: true }),
  suffix: taken('the suffix', { isList: true }),
  text: taken('the last name, where there is no other part', { urls: [ABSENT] }),
  prefix: left('titles are no part of a name here'),
  extension: taken('why a name is not given; all others are counted', { urls: [ABSENT] }),
} satisfies Table<HumanName>;

export const address = {
  use: taken('the home address comes first'),
  line: taken('in the address', { isList: true }),
  city: taken('in the address'),
  state: taken('in the address'),
  postalCode: taken('in the address'),
  country: taken('in the address'),
  text: left('the address is made of its parts'),
  district: left('the address here has no district'),
  type: left('whether it is for mail or for visits is not stored'),
  period: left('addresses have no dates here'),
  ...extended,
} satisfies Table<Address>;

const CONTACT = 'records of patients have no telephone numbers and mail addresses';
export const contactPoint = {
  system: left(CONTACT),
  value: left(CONTACT),
  use: left(CONTACT),
  rank: left(CONTACT),
  period: left(CONTACT),
  ...extended,
} satisfies Table<ContactPoint>;

export const meta = {
  versionId: taken('the name of the version'),
  lastUpdated: taken('which version is newer'),
  security: beside(
    'labels such as restricted, or test data',
    (value, ...rest) => codeExcept('Normal', 'normal')(codingWords(value, ...rest) ?? null, ...rest),
    { of: coding, element: 'security' },
  ),
  tag: left('labels for the work of its sender'),
  source: left('the name given to the import says where it is from'),
  profile: left('what it promises to follow: everything is read as R4 has it'),
  ...extended,
} satisfies Table<Meta>;

export const narrative = {
  status: left('see `div`'),
  div: left('a page for reading that repeats the elements, and often names the patient; what stands nowhere else is missed'),
  ...extended,
} satisfies Table<Narrative>;

export const extension = {
  url: taken('tells the few that are read: see `extension` of the patient and of names'),
  'value[x]': left('a value whose meaning its sender has defined'),
  ...extended,
} satisfies TableOfAnyValue<Extension>;

/** The start of the table of every resource. */
export const resourceStart = {
  ...modifiers,
  implicitRules: stops('it follows rules that are not known here'),
};

/** Its end. */
export const resourceEnd = {
  meta: taken('its version, and labels of confidentiality', { of: meta }),
  contained: taken('resources within it: results, and what is read for their sake; all others are named', { isList: true }),
  identifier: left('its id, with its sender, recognises it again'),
  language: left('texts stay as they are written'),
  text: left('a page for reading that repeats the elements, and often names the patient; what stands nowhere else is missed'),
  ...extended,
};

/** Notes of people on a treatment, which has a field for them. */
export const noteOfTreatment = { note: taken('the notes of the treatment; who wrote it and when stands beside', { of: annotation }) };
/** Notes of people on a value or a diagnosis, under a name of their own: `note` alone was who wrote one, in events of earlier releases. */
export const note = { note: beside('in words, with who wrote it and when', noteWords, { of: annotation, element: 'note.text' }) };
