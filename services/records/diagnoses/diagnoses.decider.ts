import { type AcceptedDoubt, checkedDoubts } from '#contracts/accepted-doubts';
import { type ExternalSource, isOutdated, isTakenFrom } from '#contracts/coding';
import { currentItem } from '#contracts/current-item';
import { type DiagnosisCommand, diagnosisErrors, type DiagnosisEvent } from '#contracts/diagnoses';
import { said, saysTheSame } from '#contracts/equal';
import type { Origin } from '#contracts/origin';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Recorded = Extract<DiagnosisEvent, { type: 'DiagnosisRecorded' }>['data'];
type Content = Omit<Recorded, 'diagnosis_id' | 'patient_id' | 'origin' | 'source' | 'comment'>;

export type Diagnosis =
  | { status: 'none' }
  | {
      status: 'recorded' | 'removed';
      patient_id: string;
      origin: Origin;
      source: ExternalSource | undefined;
      /** The version of the external record that took it back. */
      withdrawn?: ExternalSource | undefined;
      content: Content;
      comment: string;
    };
type Existing = Exclude<Diagnosis, { status: 'none' }>;

type Of<T extends DiagnosisCommand['type']> = Extract<DiagnosisCommand, { type: T }>;

const contentOf = (data: Content): Content => {
  const { disease, time_from, time_to, draft, coding, time_from_precision, time_to_precision, clinical_status, verification_status } = data;
  const beyondForm = said({ coding, time_from_precision, time_to_precision, clinical_status, verification_status });
  return { disease, time_from, time_to, draft, ...beyondForm };
};

const evolve = (state: Diagnosis, event: DiagnosisEvent): Diagnosis => {
  switch (event.type) {
    case 'DiagnosisRecorded': {
      const { patient_id, origin, source, comment } = event.data;
      return { status: 'recorded', patient_id, origin, source, comment, content: contentOf(event.data) };
    }
    case 'DiagnosisCorrected': {
      if (state.status !== 'recorded') return state;
      const { source, comment } = event.data;
      return { ...state, source: source ?? state.source, content: contentOf(event.data), comment };
    }
    case 'DiagnosisRemoved':
      return state.status === 'recorded' ? { ...state, status: 'removed', withdrawn: event.data.source } : state;
  }
};

/** What a person accepted: it is about the dates, and follows from the day. */
const acceptedIn = (data: Of<'RecordDiagnosis' | 'CorrectDiagnosis'>['data']): { accepted?: AcceptedDoubt[] } => {
  const { errors, checked } = checkedDoubts(data.accepted);
  if (Object.keys(errors).length > 0) throw new Refusal('doubts', 'What was accepted was not asked', errors);
  return checked;
};

const external = () => new Refusal('external-record', 'This diagnosis came from an external record and cannot be changed here');
const removed = () => new Refusal('diagnosis-removed', 'This diagnosis was removed', {}, 404);
const taken = () => new Refusal('diagnosis-exists', 'This diagnosis was already recorded', {}, 409);

/** The form's rule holds for whoever sends it. */
const refuseWrongDates = (data: { time_from: string; time_to: string | null }): void => {
  const errors = diagnosisErrors(data);
  if (Object.keys(errors).length > 0) throw new Refusal('diagnosis-dates', 'The dates do not follow each other', errors);
};

const record = ({ data }: Of<'RecordDiagnosis'>, state: Diagnosis): DiagnosisEvent[] => {
  refuseWrongDates(data);
  const { diagnosis_id, patient_id, comment } = data;
  if (state.status === 'none') {
    return [
      { type: 'DiagnosisRecorded', data: { diagnosis_id, patient_id, origin: 'manual', ...contentOf(data), comment, ...acceptedIn(data) } },
    ];
  }
  if (state.status === 'removed') throw removed();
  if (state.origin === 'manual' && state.patient_id === patient_id && saysTheSame(state.content, contentOf(data))) return [];
  throw taken();
};

const take = ({ data }: Of<'TakeFromExternal'>, state: Diagnosis): DiagnosisEvent[] => {
  const { diagnosis_id, patient_id, source, comment } = data;
  const content = contentOf(data);
  if (state.status === 'none') {
    return [{ type: 'DiagnosisRecorded', data: { diagnosis_id, patient_id, origin: 'fhir', source, ...content, comment } }];
  }
  if (!isTakenFrom(state, source) || state.patient_id !== patient_id) throw taken();
  if (state.status === 'removed') throw removed();
  if (isOutdated(source, state) || saysTheSame(state.content, content)) return [];
  return [{ type: 'DiagnosisCorrected', data: { diagnosis_id, patient_id, source, ...content, comment } }];
};

const correct = ({ data }: Of<'CorrectDiagnosis'>, state: Existing): DiagnosisEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.origin === 'fhir') throw external();
  refuseWrongDates(data);
  const content = contentOf(data);
  if (saysTheSame(state.content, content)) return [];
  const { diagnosis_id, comment } = data;
  return [{ type: 'DiagnosisCorrected', data: { diagnosis_id, patient_id: state.patient_id, ...content, comment, ...acceptedIn(data) } }];
};

const remove = ({ data }: Of<'RemoveDiagnosis'>, state: Existing): DiagnosisEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin === 'fhir') throw external();
  const { diagnosis_id, comment } = data;
  return [{ type: 'DiagnosisRemoved', data: { diagnosis_id, patient_id: state.patient_id, comment } }];
};

const removeFromExternal = ({ data }: Of<'RemoveFromExternal'>, state: Existing): DiagnosisEvent[] => {
  const { diagnosis_id, source, comment } = data;
  if (!isTakenFrom(state, source)) throw taken();
  if (state.status === 'removed' || isOutdated(source, state)) return [];
  return [{ type: 'DiagnosisRemoved', data: { diagnosis_id, patient_id: state.patient_id, source, comment } }];
};

const decide = (command: DiagnosisCommand, state: Diagnosis): DiagnosisEvent[] => {
  if (command.type === 'RecordDiagnosis') return record(command, state);
  if (command.type === 'TakeFromExternal') return take(command, state);
  if (state.status === 'none') throw new Refusal('diagnosis-missing', 'There is no such diagnosis', {}, 404);
  switch (command.type) {
    case 'CorrectDiagnosis':
      return correct(command, state);
    case 'RemoveDiagnosis':
      return remove(command, state);
    case 'RemoveFromExternal':
      return removeFromExternal(command, state);
  }
};

export const diagnosis: Decider<Diagnosis, DiagnosisCommand, DiagnosisEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: currentItem,
};
