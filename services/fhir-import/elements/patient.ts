import type { Meta, Patient, PatientCommunication, PatientContact, PatientLink } from 'fhir/r4.js';
import { ABSENT, address, extended, humanName, identifier, meta, modifiers, reference, resourceEnd, resourceStart } from './data-types.ts';
import { left, type Table, taken } from './treatment.ts';

const link = {
  ...modifiers,
  type: taken('whether another record replaces it'),
  other: taken('the other record', { of: reference }),
  ...extended,
} satisfies Table<PatientLink>;

const CONTACT = 'relatives and other contacts are not part of a record here';
const contact = {
  ...modifiers,
  relationship: left(CONTACT),
  name: left(CONTACT),
  telecom: left(CONTACT),
  address: left(CONTACT),
  gender: left(CONTACT),
  organization: left(CONTACT),
  period: left(CONTACT),
  ...extended,
} satisfies Table<PatientContact>;

const LANGUAGE = 'the languages of a patient are not part of a record here';
const communication = {
  ...modifiers,
  language: left(LANGUAGE),
  preferred: left(LANGUAGE),
  ...extended,
} satisfies Table<PatientCommunication>;

const { identifier: _number, extension: _extension, ...end } = resourceEnd;

const patientMeta = {
  ...meta,
  security: left('who may see a record is decided here, not by its source'),
} satisfies Table<Meta>;

const patient = {
  ...resourceStart,
  active: taken('whether its source still uses the record'),
  link: taken('other records of the same person', { of: link }),
  deceasedBoolean: taken('that the patient has died'),
  deceasedDateTime: taken('the day of the death', { urls: [ABSENT] }),
  name: taken('the name in use', { of: humanName, urls: [ABSENT] }),
  birthDate: taken('the date of birth, as far as it is known'),
  gender: taken("the sex, for ranges; 'Other' where it is not said"),
  identifier: taken('the social security number; a name where the patient has none', { of: identifier }),
  address: taken('one address: the home address, otherwise the first', { of: address }),
  multipleBirthBoolean: left('whether somebody is a twin is not part of a record here'),
  multipleBirthInteger: left('whether somebody is a twin is not part of a record here'),
  communication: left(LANGUAGE),
  contact: left(CONTACT),
  telecom: left('records of patients have no telephone numbers and mail addresses'),
  maritalStatus: left('it is not part of a record here'),
  generalPractitioner: left('who may see a record is decided here, not by its source'),
  managingOrganization: left('the record belongs to the clinic that imports it'),
  photo: left('records have no pictures of patients'),
  ...end,
  meta: taken('its version', { of: patientMeta }),
  extension: taken('sex at birth where no gender is given, place of birth and maiden name; all others are counted', {
    urls: [
      'http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName',
      'http://hl7.org/fhir/StructureDefinition/patient-birthPlace',
      'http://hl7.org/fhir/us/core/StructureDefinition/us-core-birthsex',
    ],
  }),
} satisfies Table<Patient>;

export const patientTables = {
  Patient: patient,
  'Patient.link': link,
  'Patient.contact': contact,
  'Patient.communication': communication,
  'Patient.meta': patientMeta,
};
