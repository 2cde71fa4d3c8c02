import type { ErasureEvent } from '#contracts/people/erasures';
import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { saysTheSame } from '#contracts/rules/equal';
import { agreementError, maskedNumber, type PatientCommand, type PatientEvent } from '#contracts/people/patients';
import { messages } from '#contracts/rules/messages';
import { birthOf } from '#contracts/wire/birth';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** What the record says, as its last event holds it. */
type Content = Omit<Extract<PatientEvent, { type: 'PatientCorrected' }>['data'], 'comment' | 'as_taken'>;

/** `taken`: name and birth date as the external record gave them last, whatever persons corrected since. */
type Taken = Pick<Content, 'first_name' | 'last_name' | 'date_of_birth' | 'date_of_birth_precision'>;

export type Patient =
  | { status: 'none' }
  | { status: 'erased' }
  | { status: 'registered' | 'removed'; content: Content; taken?: Taken | undefined };

type Register = Extract<PatientCommand, { type: 'RegisterPatient' }>;
type Correct = Extract<PatientCommand, { type: 'CorrectPatient' }>;
type Take = Extract<PatientCommand, { type: 'TakeFromExternal' }>;

const takenOf = ({ first_name, last_name, ...birth }: Taken): Taken => ({ first_name, last_name, ...birthOf(birth) });

const evolve = (state: Patient, event: PatientEvent | ErasureEvent): Patient => {
  switch (event.type) {
    case 'PatientRegistered':
    case 'PatientCorrected': {
      const { comment: _, as_taken, ...content } = event.data;
      const before = 'content' in state ? state : undefined;
      const isTaken = content.source !== undefined && !saysTheSame(content.source, before?.content.source);
      const taken = as_taken ?? (isTaken ? content : before?.taken);
      return { status: 'registered', content, taken: taken && takenOf(taken) };
    }
    case 'PatientRemoved':
      return 'content' in state ? { ...state, status: 'removed' } : state;
    case 'ErasureOrdered':
    case 'KeyDestroyed':
      return { status: 'erased' };
  }
};

/** Nine digits, no dashes: the one form in which a number is stored and reserved. */
export const digitsOf = (number: string): string => number.replace(/\D/g, '');

const optional = <K extends string>(field: K, value: string | undefined) =>
  value ? ({ [field]: value } as Partial<Record<K, string>>) : {};

const precisionOf = (data: { date_of_birth_precision?: 'year' | 'month' | 'day' | undefined } | object) => {
  const precision = 'date_of_birth_precision' in data ? data.date_of_birth_precision : undefined;
  return precision === undefined || precision === 'day' ? {} : { date_of_birth_precision: precision };
};

/**
 * A part of a birth date is only as its source gives it: a person enters a day. The padding of the part is no day, unless somebody says so.
 * @throws Refusal 422
 */
const refusePartialBirth = ({ date_of_birth, date_of_birth_precision: precision }: Correct['data'], held: Content): void => {
  const isUnchanged = date_of_birth.slice(0, 10) === held.date_of_birth.slice(0, 10);
  const isPart = precision !== undefined && precision !== 'day';
  const isWrong = isPart
    ? !isUnchanged || precision !== held.date_of_birth_precision
    : precision === undefined && isUnchanged && held.date_of_birth_precision;
  if (isWrong) throw new Refusal('partial-birth-date', messages.date, { date_of_birth: [messages.date] });
};

const contentOf = (data: Register['data'] | Correct['data'] | Take['data'], organization_id: string, number: string): Content => ({
  patient_id: data.patient_id,
  organization_id,
  first_name: data.first_name,
  ...optional('middle_name', data.middle_name),
  last_name: data.last_name,
  ...optional('name_suffix', data.name_suffix),
  ...optional('maiden_name', data.maiden_name),
  sex: data.sex,
  date_of_birth: data.date_of_birth,
  ...precisionOf(data),
  city_of_birth: data.city_of_birth,
  ...optional('state_of_birth', data.state_of_birth),
  country_of_birth: data.country_of_birth,
  ...optional('address', data.address),
  ...optional('email', data.email),
  social_security_number: number,
  ...optional('agreement_id', 'agreement_id' in data ? data.agreement_id : undefined),
  agreed_to_research: data.agreed_to_research,
  fhir_synchronization_enabled: data.fhir_synchronization_enabled,
});

const same = (a: Content, b: Content): boolean => {
  const fields = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<keyof Content>;
  return [...fields].every((field) => saysTheSame(a[field], b[field]));
};

const refuseEmailChange = (before: string | undefined, { may_set_email, email }: Register['data'] | Correct['data']): void => {
  if (may_set_email || (email || undefined) === before) return;
  const message = 'Only a doctor can enter or change the email';
  throw new Refusal('email-by-doctors', message, { email: [message] });
};

const refuseWithoutAgreement = (data: Register['data']): void => {
  const error = data.needs_agreement && agreementError(data.may_set_email, data);
  if (error) throw new Refusal('agreement-needed', error, { agreement_id: [error] });
};

/** The placeholder of the number that is held means 'unchanged' (ruling 37); that of another one is a mistake. */
const correctedNumber = (typed: string, held: string): string => {
  if (!typed.startsWith('*')) return digitsOf(typed);
  if (typed === maskedNumber(held)) return held;
  throw new Refusal('other-mask', messages.format, { social_security_number: [messages.format] });
};

const register = (command: Register, state: Patient): PatientEvent[] => {
  const { data } = command;
  const content = contentOf(data, data.organization_id, digitsOf(data.social_security_number));
  if (state.status === 'none') {
    refuseEmailChange(undefined, data);
    refuseWithoutAgreement(data);
    return [{ type: 'PatientRegistered', data: { ...content, comment: data.comment } }];
  }
  if (state.status === 'registered' && same(state.content, content)) return [];
  throw new Refusal('patient-exists', 'This patient was already added', {}, 409);
};

/** Where an earlier release took it only the version is known: what a person corrected since then stays. */
const isNothingNew = (source: ExternalSource, held: ExternalSource): boolean =>
  isSameContent(source, held) || isOlderVersion(source, held) || (held.digest === undefined && held.version === source.version);

type States = Pick<Content, 'deceased' | 'inactive_at_source'>;
const storedStates = ({ deceased, inactive_at_source: inactive }: States): States => ({
  ...(deceased ? { deceased } : {}),
  ...(inactive ? { inactive_at_source: inactive } : {}),
});

/** A death ends by silence as little as anything else: only where the source says that the patient lives (ruling 64). */
const statesOf = ({ deceased, inactive_at_source: inactive }: Take['data'], held: Content | undefined): States => {
  const death = deceased === undefined ? held?.deceased : deceased;
  return { ...(death ? { deceased: death } : {}), ...(inactive ? { inactive_at_source: inactive } : {}) };
};

/** What an earlier release left out of the same version: nobody here can have changed it since. */
const belated = (data: Take['data'], held: Content, source: ExternalSource): PatientEvent[] => {
  const states = { ...statesOf(data, held), ...storedStates(held) };
  return !isSameContent(data.source, source) || saysTheSame(states, storedStates(held))
    ? []
    : [{ type: 'PatientCorrected', data: { ...held, ...states, comment: data.comment } }];
};

/**
 * The number and the email that the record holds stay: the one is reserved, the other only doctors enter.
 * An external record is the same one by its reference; its version tells whether it says anything new.
 */
const take = ({ data }: Take, state: Patient): PatientEvent[] => {
  const { source, comment, organization_id } = data;
  const asTaken = data.as_taken === undefined ? {} : { as_taken: data.as_taken };
  if (state.status === 'none') {
    const content = contentOf(data, organization_id, digitsOf(data.social_security_number));
    return [{ type: 'PatientRegistered', data: { ...content, ...statesOf(data, undefined), source, ...asTaken, comment } }];
  }
  if (state.status !== 'registered' || state.content.source?.reference !== source.reference) {
    throw new Refusal('patient-exists', 'This patient was already added', {}, 409);
  }
  const { content: held } = state;
  if (held.source && isNothingNew(source, held.source)) return belated(data, held, held.source);
  const { email: _, ...said } = contentOf(data, held.organization_id, held.social_security_number);
  const { agreed_to_research, fhir_synchronization_enabled } = held;
  const next = {
    ...said,
    ...optional('email', held.email),
    ...optional('agreement_id', held.agreement_id),
    agreed_to_research,
    fhir_synchronization_enabled,
    ...statesOf(data, held),
    source,
  };
  return [{ type: 'PatientCorrected', data: { ...next, ...asTaken, comment } }];
};

const decide = (command: PatientCommand, state: Patient): PatientEvent[] => {
  if (state.status === 'erased') throw new Refusal('erased', 'This record was erased', {}, 404);
  if (command.type === 'RegisterPatient') return register(command, state);
  if (command.type === 'TakeFromExternal') return take(command, state);
  if (state.status === 'none') throw new Refusal('patient-missing', 'There is no such patient', {}, 404);
  if (state.status === 'removed') {
    if (command.type === 'RemovePatient') return [];
    throw new Refusal('patient-removed', 'This patient was removed', {}, 404);
  }
  switch (command.type) {
    case 'CorrectPatient': {
      const { content } = state;
      const number = correctedNumber(command.data.social_security_number, content.social_security_number);
      refuseEmailChange(content.email, command.data);
      refusePartialBirth(command.data, content);
      const from = content.source === undefined ? {} : { source: content.source };
      const filed = optional('agreement_id', command.data.agreement_id ?? content.agreement_id);
      const corrected = { ...contentOf(command.data, content.organization_id, number), ...filed, ...storedStates(content), ...from };
      return same(content, corrected) ? [] : [{ type: 'PatientCorrected', data: { ...corrected, comment: command.data.comment } }];
    }
    case 'RemovePatient':
      return [{ type: 'PatientRemoved', data: { patient_id: command.data.patient_id, comment: command.data.comment } }];
  }
};

/** The update dialog's fields; the number masked. */
const shown = (state: Patient): unknown =>
  'content' in state
    ? {
        ...state.content,
        social_security_number: maskedNumber(state.content.social_security_number),
        ...(state.status === 'removed' ? { removed: true } : {}),
      }
    : null;

export const patient: Decider<Patient, PatientCommand, PatientEvent | ErasureEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown,
};
