import type { DiagnosisEvent } from '#contracts/diagnoses';
import { type Precision, shownAt } from '#contracts/precision';
import { begun, change, type ItemHistory, yesNo } from './item-history.ts';

type Content = Omit<Extract<DiagnosisEvent, { type: 'DiagnosisCorrected' }>['data'], 'comment' | 'diagnosis_id' | 'patient_id'>;

const named = ({ code, text }: Content['disease']): string => (code === undefined ? text : `${code} ${text}`);
const date = (local: string | null | undefined, precision: Precision | undefined): string | null =>
  local ? shownAt(local, precision) : null;
/** An end that is taken away says that it lasts again. */
const end = (content: Content | undefined): string | null =>
  content === undefined ? null : (date(content.time_to, content.time_to_precision) ?? 'ongoing');

const contentChanges = (before: Content | undefined, after: Content) => [
  ...change('Diagnosis', before ? named(before.disease) : null, named(after.disease)),
  ...change('ICD release', before?.disease.release ?? null, after.disease.release ?? null),
  ...change('Start date', date(before?.time_from, before?.time_from_precision), date(after.time_from, after.time_from_precision)),
  ...change('Stop date', end(before), end(after)),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft)),
  ...change('Clinical status', before?.clinical_status ?? null, after.clinical_status ?? null),
  ...change('Verification status', before?.verification_status ?? null, after.verification_status ?? null),
];

export const diagnosisHistory: ItemHistory<Content | undefined, DiagnosisEvent> = {
  prefix: 'diagnosis',
  initial: undefined,
  tell: (before, { type, data }) => {
    switch (type) {
      case 'DiagnosisRecorded': {
        const action = data.origin === 'fhir' ? 'Imported' : 'Created';
        return { state: data, action, changes: begun(contentChanges(undefined, data)), comment: data.comment };
      }
      case 'DiagnosisCorrected':
        return { state: data, action: 'Changed', changes: contentChanges(before, data), comment: data.comment };
      case 'DiagnosisRemoved':
        return { state: before, action: 'Removed', changes: [], comment: data.comment };
    }
  },
  facts: (content) => (content ? begun(contentChanges(undefined, content)) : []),
  isHiddenFromPatient: (content) => content?.draft === true,
};
