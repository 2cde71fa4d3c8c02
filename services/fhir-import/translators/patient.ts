import type { z } from 'zod';
import type { PatientCommand, Sex } from '#contracts/people/patients';
import type { Death } from '#contracts/people/external-states';
import { codeSystem } from '#contracts/wire/code-systems';
import { lastDayOf } from '#contracts/wire/precision';
import { SocialSecurityNumber, Text } from '#contracts/wire/primitives';
import type { Patient } from '../resources/resource.ts';
import { dateOf, hasCode, plain } from '../resources/fhir-text.ts';
import { skip, type Skipped } from '../resources/skipped.ts';
import { absenceOf, readName } from './patient-name.ts';

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

interface ReadDeath {
  /** Null where its source says that the patient lives, undefined where it says nothing. */
  deceased: Death | null | undefined;
  /** What is odd about it. */
  remark?: string;
}

/**
 * A death whose day cannot be is a death all the same, without a date.
 * @param born the first day on which the patient may have been born, `YYYY-MM-DD`
 * @param today `YYYY-MM-DD`
 */
const deathOf = (
  { deceasedBoolean, deceasedDateTime, _deceasedDateTime }: Patient,
  source: string,
  born: string,
  today: string,
): ReadDeath => {
  if (deceasedDateTime === undefined) {
    if (deceasedBoolean === false) return { deceased: null };
    if (deceasedBoolean === true) return { deceased: { source } };
    if (absenceOf(_deceasedDateTime) !== undefined)
      return { deceased: { source }, remark: 'the day of its death is not given by its source' };
    const remark = 'whether it has died is neither true nor false: not taken';
    return { deceased: undefined, ...(deceasedBoolean === undefined || deceasedBoolean === null ? {} : { remark }) };
  }
  const died = dateOf(deceasedDateTime);
  if (died === undefined) return { deceased: { source }, remark: 'the day of its death is no date from 1900 to 2050' };
  if (died.local.slice(0, 10) > today) return { deceased: { source }, remark: 'the day of its death is after today' };
  if (lastDayOf(died.local, died.precision) < born) return { deceased: { source }, remark: 'the day of its death is before its birth' };
  return { deceased: { date: died.local, date_precision: died.precision, source } };
};

const withoutOf = ({ identifier }: Patient, sex: Sex | undefined, death: string | undefined): string[] => [
  ...(sex === undefined ? ["its sex is not said: held as 'Other', without ranges by sex"] : []),
  ...(death === undefined ? [] : [death]),
  ...(isUnread(identifier) ? ['its social security number is none, and is not held'] : []),
];

interface PatientFacts {
  /** `Patient/<id>` */
  reference: string;
  /** Name of the sender. */
  source: string;
  /** `YYYY-MM-DD` */
  today: string;
}

const NO_BIRTH_DATE = 'no birth date: a record here must have one';

/**
 * Who a Patient is, named as far as it is named, and born as far as that is known. Without any birth date it is not taken.
 */
export const readPatient = (patient: Patient, { reference, source, today }: PatientFacts): ReadPatient | Skipped => {
  const { without, ...name } = readName(patient, reference, today);
  const born = dateOf(patient.birthDate);
  if (born === undefined) return skip(patient.birthDate === undefined ? NO_BIRTH_DATE : 'a birth date outside 1900 to 2050');
  const { deceased, remark } = deathOf(patient, source, born.local.slice(0, 10), today);
  const birthSex = patient.extension.find(({ url }) => url === BIRTH_SEX)?.valueCode;
  const sex = sexes[patient.gender ?? ''] ?? birthSexes[birthSex ?? ''];
  const place = patient.extension.find(({ url }) => url === BIRTH_PLACE)?.valueAddress;
  const maiden = patient.extension.find(({ url }) => url === MAIDEN_NAME)?.valueString;
  return {
    kind: 'patient',
    person: {
      ...name,
      ...optional('maiden_name', fits(Text, plain(maiden))),
      sex: sex ?? 'Other',
      date_of_birth: `${born.local.slice(0, 10)}T00:00:00`,
      ...(born.precision === 'year' || born.precision === 'month' ? { date_of_birth_precision: born.precision } : {}),
      ...(deceased === undefined ? {} : { deceased }),
      city_of_birth: fits(Text, plain(place?.city)) ?? '',
      ...optional('state_of_birth', fits(Text, plain(place?.state))),
      country_of_birth: fits(Text, plain(place?.country)) ?? '',
      ...optional('address', addressOf(patient)),
      social_security_number: numberOf(patient),
      // what nobody was asked here is not agreed to
      agreed_to_research: false,
      fhir_synchronization_enabled: false,
    },
    without: [...without, ...withoutOf(patient, sex, remark)],
  };
};
