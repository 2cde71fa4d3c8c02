import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { at, began, begun, besideChange, change, dateData, dateSaid, type ItemHistory, same, yesNo } from './item-history.ts';

type Content = Omit<Extract<DiagnosisEvent, { type: 'DiagnosisCorrected' }>['data'], 'comment' | 'diagnosis_id' | 'patient_id'>;

const named = ({ code, text }: Content['disease']): string => (code === undefined ? text : `${code} ${text}`);
const start = (content: Content | undefined): string | null =>
  dateSaid(content?.time_from, content?.time_from_precision, content?.time_from_offset);
const startData = (content: Content | undefined): unknown =>
  dateData(content?.time_from, content?.time_from_precision, content?.time_from_offset);
const endData = (content: Content | undefined): unknown => dateData(content?.time_to, content?.time_to_precision, content?.time_to_offset);
/** An end that is taken away says that it lasts again; one of a visit has none. */
const end = (content: Content | undefined): string | null =>
  content === undefined
    ? null
    : (dateSaid(content.time_to, content.time_to_precision, content.time_to_offset) ?? (content.of_visit ? null : 'ongoing'));

const contentChanges = (before: Content | undefined, after: Content) => [
  ...change('Diagnosis', before ? named(before.disease) : null, named(after.disease), at('disease', before?.disease, after.disease)),
  ...same('ICD release', 'disease.release', before?.disease.release, after.disease.release),
  ...change('Start date', start(before), start(after), at('time_from', startData(before), startData(after))),
  ...change('Stop date', end(before), end(after), at('time_to', endData(before), endData(after))),
  ...change('Of a visit', yesNo(before?.of_visit), yesNo(after.of_visit), at('of_visit', before?.of_visit, after.of_visit)),
  ...change('Draft', yesNo(before?.draft) ?? 'No', yesNo(after.draft), at('draft', before?.draft, after.draft)),
  ...same('Clinical status', 'clinical_status', before?.clinical_status, after.clinical_status),
  ...same('Verification status', 'verification_status', before?.verification_status, after.verification_status),
  ...besideChange('People, visit and other details', 'beside', before, after),
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
