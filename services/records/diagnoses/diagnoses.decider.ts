import { checkedDoubts } from '#contracts/items/accepted-doubts';
import { fieldsOf } from '#contracts/rules/equal';
import { type DiagnosisCommand, DiagnosisContent, diagnosisErrors, type DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { acceptedOf, itemDecider, refuseErrors } from '../items/item.decider.ts';

type Typed = Extract<DiagnosisCommand, { type: 'RecordDiagnosis' | 'CorrectDiagnosis' }>['data'];

const contentOf = fieldsOf(DiagnosisContent);

export const diagnosis = itemDecider<DiagnosisCommand, DiagnosisEvent, Typed, DiagnosisContent>({
  kind: 'diagnoses',
  contentOf,
  typed: (data) => {
    refuseErrors('diagnosis-dates', 'The dates do not follow each other', diagnosisErrors(data));
    return contentOf(data);
  },
  // what is asked is about the dates, and follows from the day
  accepted: (data) => acceptedOf(checkedDoubts(data.accepted)),
});
