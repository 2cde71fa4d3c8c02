import type { z } from 'zod';
import type { PatientCommand, Sex } from '#contracts/people/patients';
import { codeSystem } from '#contracts/wire/code-systems';
import { SocialSecurityNumber, Text } from '#contracts/wire/primitives';
import type { Patient } from '../resources/resource.ts';
import { dateOf, hasCode, plain } from '../resources/fhir-text.ts';
import { skip, type Skipped } from '../resources/skipped.ts';

type Taken = Omit<
  Extract<PatientCommand, { type: 'TakeFromExternal' }>['data'],
  'patient_id' | 'organization_id' | 'source' | 'comment' | 'version'
>;
export interface ReadPatient {
  kind: 'patient';
  person: Taken;
  /** What it does not say and a record must have. */
  without: string[];
}

const MAIDEN_NAME = 'http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName';
const BIRTH_PLACE = 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace';

const BIRTH_SEX = 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-birthsex';

const birthSexes: Readonly<Record<string, Sex>> = { F: 'Female', M: 'Male' };
const sexes: Readonly<Record<string, Sex>> = { female: 'Female', male: 'Male', other: 'Other' };

const fits = (schema: z.ZodType<string>, text: string | undefined): string | undefined => {
  const parsed = schema.safeParse(text);
  return parsed.success ? parsed.data : undefined;
};

/** The name in use: the official one, otherwise the first that has a family name. */
const nameOf = ({ name }: Patient) =>
  name.find(({ use, family }) => use === 'official' && family) ??
  name.find(({ use, family }) => use === 'usual' && family) ??
  name.find(({ use, family }) => use !== 'old' && use !== 'maiden' && family) ??
  name[0];

const numbersOf = (identifier: Patient['identifier']): Patient['identifier'] =>
  identifier.filter(
    ({ system, type, use, value }) => (codeSystem(system) === 'US SSN' || hasCode(type, 'SS')) && use !== 'old' && value !== undefined,
  );

/** Of several numbers none is the patient's for certain. */
const numberOf = ({ identifier }: Pick<Patient, 'identifier'>): string => {
  const numbers = numbersOf(identifier).flatMap(({ value }) => fits(SocialSecurityNumber, value) ?? []);
  return new Set(numbers.map((one) => one.replace(/\D/g, ''))).size === 1 ? numbers[0]! : '';
};

const isUnread = (identifier: Patient['identifier']): boolean => numbersOf(identifier).length > 0 && numberOf({ identifier }) === '';

const addressOf = ({ address }: Patient): string | undefined => {
  const home = address.find(({ use }) => use === 'home') ?? address[0];
  if (!home) return undefined;
  return fits(Text, plain([...home.line, home.city, home.state, home.postalCode, home.country].filter(Boolean).join(', ')));
};

const optional = <K extends string>(field: K, value: string | undefined) =>
  value === undefined ? {} : ({ [field]: value } as Record<K, string>);

const withoutOf = ({ deceasedBoolean, deceasedDateTime, link, identifier }: Patient, sex: Sex | undefined): string[] => [
  ...(sex === undefined ? ["its sex is not said: held as 'Other', without ranges by sex"] : []),
  ...(deceasedBoolean === true || deceasedDateTime !== undefined ? ['the patient has died: a record here has no place for it'] : []),
  ...(link.some(({ type }) => type === 'replaced-by') ? ['its source has replaced it by another patient: both are kept apart here'] : []),
  ...(isUnread(identifier) ? ['its social security number is none, and is not held'] : []),
];

/** Who a Patient is. Without a name and a whole birth date a record could not be told from another one: it is not taken. */
export const readPatient = (patient: Patient): ReadPatient | Skipped => {
  const name = nameOf(patient);
  const [first, ...middle] = name?.given ?? [];
  const [first_name, last_name] = [fits(Text, plain(first)), fits(Text, plain(name?.family))];
  if (first_name === undefined || last_name === undefined) return skip('no first and last name');
  const born = dateOf(patient.birthDate);
  if (born === undefined) return skip(patient.birthDate === undefined ? 'no birth date' : 'a birth date outside 1900 to 2050');
  if (born.precision !== 'day') return skip('a birth date without a day');
  const birthSex = patient.extension.find(({ url }) => url === BIRTH_SEX)?.valueCode;
  const sex = sexes[patient.gender ?? ''] ?? birthSexes[birthSex ?? ''];
  const place = patient.extension.find(({ url }) => url === BIRTH_PLACE)?.valueAddress;
  const maiden = patient.extension.find(({ url }) => url === MAIDEN_NAME)?.valueString;
  return {
    kind: 'patient',
    person: {
      first_name,
      ...optional('middle_name', fits(Text, plain(middle.join(' ')))),
      last_name,
      ...optional('name_suffix', fits(Text, plain(name?.suffix.join(' ')))),
      ...optional('maiden_name', fits(Text, plain(maiden))),
      sex: sex ?? 'Other',
      date_of_birth: born.local,
      city_of_birth: fits(Text, plain(place?.city)) ?? '',
      ...optional('state_of_birth', fits(Text, plain(place?.state))),
      country_of_birth: fits(Text, plain(place?.country)) ?? '',
      ...optional('address', addressOf(patient)),
      social_security_number: numberOf(patient),
      // what nobody was asked here is not agreed to
      agreed_to_research: false,
      fhir_synchronization_enabled: false,
    },
    without: withoutOf(patient, sex),
  };
};
