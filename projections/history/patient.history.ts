import { maskedNumber, type PatientEvent } from '#contracts/patients';
import { change, day, type ItemHistory, yesNo } from './item-history.ts';

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

const said = (value: string | undefined): string | null => (value === undefined || value === '' ? null : value);

/** Shown masked; two numbers that end alike are still told apart. */
const numberChange = (before: string | undefined, after: string) => {
  if ((before ?? '') === after) return [];
  const [from, to] = [said(maskedNumber(before ?? '')), said(maskedNumber(after))];
  return change('Social security number', from, from === to ? `${to} (other digits changed)` : to);
};

const factChanges = (before: Facts | undefined, after: Facts) => [
  ...(Object.keys(labels) as (keyof typeof labels)[]).flatMap((field) => change(labels[field], said(before?.[field]), said(after[field]))),
  ...change('Date of birth', day(before?.date_of_birth), day(after.date_of_birth)),
  ...numberChange(before?.social_security_number, after.social_security_number),
  ...change('Agreed to research', yesNo(before?.agreed_to_research), yesNo(after.agreed_to_research)),
  ...change('Synchronization', yesNo(before?.fhir_synchronization_enabled), yesNo(after.fhir_synchronization_enabled)),
];

export const patientHistory: ItemHistory<Facts | undefined, PatientEvent> = {
  prefix: 'patient',
  initial: undefined,
  tell: (before, { type, data }) => {
    switch (type) {
      case 'PatientRegistered':
        return { state: data, action: data.source ? 'Imported' : 'Created', changes: factChanges(undefined, data), comment: data.comment };
      case 'PatientCorrected':
        return { state: data, action: 'Changed', changes: factChanges(before, data), comment: data.comment };
      case 'PatientRemoved':
        return { state: before, action: 'Removed', changes: [], comment: data.comment };
    }
  },
  isHiddenFromPatient: () => false,
};
