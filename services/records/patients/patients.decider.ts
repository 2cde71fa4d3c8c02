import type { ErasureEvent } from '#contracts/people/erasures';
import { type ExternalSource, isOlderVersion, isSameContent } from '#contracts/wire/coding';
import { saysTheSame } from '#contracts/rules/equal';
import { agreementError, maskedNumber, type PatientCommand, type PatientEvent } from '#contracts/people/patients';
import { messages } from '#contracts/rules/messages';
import { type Decider, Refusal } from '#infra/event-store/decider';

/** What the record says, as its last event holds it. */
type Content = Omit<Extract<PatientEvent, { type: 'PatientCorrected' }>['data'], 'comment'>;

export type Patient = { status: 'none' } | { status: 'erased' } | { status: 'registered' | 'removed'; content: Content };

type Register = Extract<PatientCommand, { type: 'RegisterPatient' }>;
type Correct = Extract<PatientCommand, { type: 'CorrectPatient' }>;
type Take = Extract<PatientCommand, { type: 'TakeFromExternal' }>;

const evolve = (state: Patient, event: PatientEvent | ErasureEvent): Patient => {
  switch (event.type) {
    case 'PatientRegistered':
    case 'PatientCorrected': {
      const { comment: _, ...content } = event.data;
      return { status: 'registered', content };
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

/**
 * The number and the email that the record holds stay: the one is reserved, the other only doctors enter.
 * An external record is the same one by its reference; its version tells whether it says anything new.
 */
const take = ({ data }: Take, state: Patient): PatientEvent[] => {
  const { source, comment, organization_id } = data;
  if (state.status === 'none') {
    const content = contentOf(data, organization_id, digitsOf(data.social_security_number));
    return [{ type: 'PatientRegistered', data: { ...content, source, comment } }];
  }
  if (state.status !== 'registered' || state.content.source?.reference !== source.reference) {
    throw new Refusal('patient-exists', 'This patient was already added', {}, 409);
  }
  const { content: held } = state;
  if (held.source && isNothingNew(source, held.source)) return [];
  const { email: _, ...said } = contentOf(data, held.organization_id, held.social_security_number);
  const { agreed_to_research, fhir_synchronization_enabled } = held;
  const next = {
    ...said,
    ...optional('email', held.email),
    ...optional('agreement_id', held.agreement_id),
    agreed_to_research,
    fhir_synchronization_enabled,
    source,
  };
  return [{ type: 'PatientCorrected', data: { ...next, comment } }];
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
      const from = content.source === undefined ? {} : { source: content.source };
      const filed = optional('agreement_id', command.data.agreement_id ?? content.agreement_id);
      const corrected = { ...contentOf(command.data, content.organization_id, number), ...filed, ...from };
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
