import { maskedNumber, type PatientEvent } from '#contracts/people/patients';
import { deathShown, inactivityShown } from '#contracts/people/external-states';
import { saysTheSame } from '#contracts/rules/equal';
import { bornShown } from '#contracts/wire/birth';
import { at, began, change, type ItemHistory, same, yesNo } from './item-history.ts';

type Facts = Extract<PatientEvent, { type: 'PatientRegistered' }>['data'];

const labels = {
  first_name: 'First name',
  middle_name: 'Middle name',
  last_name: 'Last name',
  name_suffix: 'Name suffix',
  maiden_name: "Mother's name",
  sex: 'Sex',
  city_of_birth: 'City of birth',
  state_of_birth: 'State of birth',
  country_of_birth: 'Country of birth',
  address: 'Address',
  email: 'Email',
} as const;
const labelsOfChoices = { agreed_to_research: 'Agreed to research', fhir_synchronization_enabled: 'Synchronization' } as const;

/** Shown masked; two numbers that end alike are still told apart. */
const numberChange = (before: string | undefined, after: string) => {
  if ((before ?? '') === after) return [];
  const [from, to] = [maskedNumber(before ?? '') || null, maskedNumber(after) || null];
  const shown = from === to ? `${to} (other digits changed)` : to;
  return change('Social security number', from, shown, at('social_security_number', from, to));
};

const agreementChange = (before: string | undefined, after: string | undefined) => {
  if (before === after) return [];
  const [from, to] = [before ? 'On file' : null, before ? 'Another file' : 'On file'];
  return change('HIPAA agreement', from, to, at('agreement_id', before, after));
};

const factChanges = (before: Facts | undefined, after: Facts) => [
  ...(Object.keys(labels) as (keyof typeof labels)[]).flatMap((field) => same(labels[field], field, before?.[field], after[field])),
  ...change(
    'Date of birth',
    before ? bornShown(before) : null,
    bornShown(after),
    at('date_of_birth', before?.date_of_birth, after.date_of_birth),
  ),
  ...numberChange(before?.social_security_number, after.social_security_number),
  ...(['agreed_to_research', 'fhir_synchronization_enabled'] as const).flatMap((field) =>
    change(labelsOfChoices[field], yesNo(before?.[field]), yesNo(after[field]), at(field, before?.[field], after[field])),
  ),
  ...agreementChange(before?.agreement_id, after.agreement_id),
  ...change('Death', deathIn(before), deathIn(after), at('deceased', before?.deceased, after.deceased)),
  ...change(
    'Use by its source',
    inactivityIn(before),
    inactivityAfter(before, after),
    at('inactive_at_source', inactivityData(before), inactivityData(after)),
  ),
];

/** Two other records are still told apart. */
const inactivityAfter = (before: Facts | undefined, after: Facts): string | null => {
  const [from, to] = [inactivityIn(before), inactivityIn(after)];
  const isOther = !saysTheSame(before?.inactive_at_source, after.inactive_at_source);
  return from !== null && from === to && isOther ? `${to} (another one than before)` : to;
};
const inactivityIn = (facts: Facts | undefined): string | null =>
  facts?.inactive_at_source ? inactivityShown(facts.inactive_at_source) : null;
/** Without ids of other records: who reads this history need not be allowed to know of them. */
const inactivityData = (facts: Facts | undefined) => {
  const inactive = facts?.inactive_at_source;
  if (!inactive?.replaced_by) return inactive;
  return { ...inactive, replaced_by: inactive.replaced_by.map(({ patient_id: _id, ...at }) => at) };
};
const deathIn = (facts: Facts | undefined): string | null => (facts?.deceased ? deathShown(facts.deceased) : null);

export const patientHistory: ItemHistory<Facts | undefined, PatientEvent> = {
  initial: undefined,
  tell: (before, { type, data }) => {
    switch (type) {
      case 'PatientRegistered':
        return { state: data, ...began(data.source ? 'fhir' : 'manual'), changes: factChanges(undefined, data), comment: data.comment };
      case 'PatientCorrected':
        return { state: data, action: 'Changed', action_code: 'changed', changes: factChanges(before, data), comment: data.comment };
      case 'PatientRemoved':
        return { state: before, action: 'Removed', action_code: 'removed', changes: [], comment: data.comment };
    }
  },
  isHiddenFromPatient: () => false,
};
