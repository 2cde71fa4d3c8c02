import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { type Precision, shownAt } from '#contracts/wire/precision';
import { at, began, begun, change, dateData, type ItemHistory, same, yesNo } from './item-history.ts';

type Content = Omit<Extract<DiagnosisEvent, { type: 'DiagnosisCorrected' }>['data'], 'comment' | 'diagnosis_id' | 'patient_id'>;

const named = ({ code, text }: Content['disease']): string => (code === undefined ? text : `${code} ${text}`);
const date = (local: string | null | undefined, precision: Precision | undefined): string | null =>
  local ? shownAt(local, precision) : null;
/** An end that is taken away says that it lasts again. */
const end = (content: Content | undefined): string | null =>
  content === undefined ? null : (date(content.time_to, content.time_to_precision) ?? 'ongoing');

const contentChanges = (before: Content | undefined, after: Content) => [
  ...change('Diagnosis', before ? named(before.disease) : null, named(after.disease), at('disease', before?.disease, after.disease)),
  ...same('ICD release', 'disease.release', before?.disease.release, after.disease.release),
  ...change(
    'Start date',
    date(before?.time_from, before?.time_from_precision),
    date(after.time_from, after.time_from_precision),
    at('time_from', dateData(before?.time_from, before?.time_from_precision), dateData(after.time_from, after.time_from_precision)),
  ),
  ...change(
    'Stop date',
    end(before),
    end(after),
    at('time_to', dateData(before?.time_to, before?.time_to_precision), dateData(after.time_to, after.time_to_precision)),
  ),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
  ...same('Clinical status', 'clinical_status', before?.clinical_status, after.clinical_status),
  ...same('Verification status', 'verification_status', before?.verification_status, after.verification_status),
];

export const diagnosisHistory: ItemHistory<Content | undefined, DiagnosisEvent> = {
  initial: undefined,
  tell: (before, { type, data }) => {
    switch (type) {
      case 'DiagnosisRecorded': {
        return { state: data, ...began(data.origin), changes: begun(contentChanges(undefined, data)), comment: data.comment };
      }
      case 'DiagnosisCorrected':
        return { state: data, action: 'Changed', action_code: 'changed', changes: contentChanges(before, data), comment: data.comment };
      case 'DiagnosisRemoved':
        return { state: before, action: 'Removed', action_code: 'removed', changes: [], comment: data.comment };
    }
  },
  facts: (content) => (content ? begun(contentChanges(undefined, content)) : []),
  isHiddenFromPatient: (content) => content?.draft === true,
};
