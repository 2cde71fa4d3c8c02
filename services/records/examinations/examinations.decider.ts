import { type AcceptedDoubt, checkedDoubts } from '#contracts/accepted-doubts';
import { type ExternalSource, isOutdated, isTakenFrom } from '#contracts/coding';
import { currentItem } from '#contracts/current-item';
import { sharedIdErrors } from '#contracts/entries';
import { saysTheSame } from '#contracts/equal';
import type { ExaminationCommand, ExaminationEvent, Measurement } from '#contracts/examinations';
import { messages } from '#contracts/messages';
import type { Origin } from '#contracts/origin';
import { type Decider, Refusal } from '#infra/event-store/decider';

type Recorded = Extract<ExaminationEvent, { type: 'ExaminationRecorded' }>['data'];
type Content = Pick<Recorded, 'collected' | 'collected_precision' | 'draft' | 'note_writer' | 'measurements'>;

export type Examination =
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
type Existing = Exclude<Examination, { status: 'none' }>;

type Of<T extends ExaminationCommand['type']> = Extract<ExaminationCommand, { type: T }>;

const contentOf = ({ collected, collected_precision, draft, note_writer, measurements }: Content): Content => ({
  collected,
  ...(collected_precision === undefined ? {} : { collected_precision }),
  draft,
  note_writer,
  measurements,
});

const evolve = (state: Examination, event: ExaminationEvent): Examination => {
  switch (event.type) {
    case 'ExaminationRecorded': {
      const { patient_id, origin, source, comment } = event.data;
      return { status: 'recorded', patient_id, origin, source, comment, content: contentOf(event.data) };
    }
    case 'ExaminationCorrected': {
      if (state.status !== 'recorded') return state;
      const { source, comment } = event.data;
      return { ...state, source: source ?? state.source, content: contentOf(event.data), comment };
    }
    case 'ExaminationRemoved':
      return state.status === 'recorded' ? { ...state, status: 'removed', withdrawn: event.data.source } : state;
  }
};

const refuseSharedIds = (measurements: readonly Measurement[]): void => {
  const errors = sharedIdErrors('measurements', measurements);
  if (Object.keys(errors).length > 0) throw new Refusal('entry-ids', 'Each entry needs an id of its own', errors);
};

/** An examination of nothing is none, whoever sends it. */
const refuseNothing = (measurements: readonly Measurement[]): void => {
  if (measurements.length === 0) throw new Refusal('no-parameters', messages.parameters, { measurements: [messages.parameters] });
};

/** What a person accepted of what was asked about these measurements; what was asked follows from earlier values, or from the day. */
const acceptedIn = (data: Of<'RecordExamination' | 'CorrectExamination'>['data']): { accepted?: AcceptedDoubt[] } => {
  const { errors, checked } = checkedDoubts(data.accepted, { entries: data.measurements });
  if (Object.keys(errors).length > 0) throw new Refusal('doubts', 'What was accepted was not asked', errors);
  return checked;
};

const external = () => new Refusal('external-record', 'This examination came from an external record and cannot be changed here');
const removed = () => new Refusal('examination-removed', 'This examination was removed', {}, 404);
const taken = () => new Refusal('examination-exists', 'This examination was already recorded', {}, 409);

const record = ({ data }: Of<'RecordExamination'>, state: Examination): ExaminationEvent[] => {
  refuseNothing(data.measurements);
  refuseSharedIds(data.measurements);
  const accepted = acceptedIn(data);
  const { examination_id, patient_id, comment } = data;
  if (state.status === 'none') {
    return [
      { type: 'ExaminationRecorded', data: { examination_id, patient_id, origin: 'manual', ...contentOf(data), comment, ...accepted } },
    ];
  }
  if (state.status === 'removed') throw removed();
  if (state.origin === 'manual' && state.patient_id === patient_id && saysTheSame(state.content, contentOf(data))) return [];
  throw taken();
};

const take = ({ data }: Of<'TakeFromExternal'>, state: Examination): ExaminationEvent[] => {
  refuseSharedIds(data.measurements);
  const { examination_id, patient_id, source, comment } = data;
  const content = contentOf(data);
  if (state.status === 'none') {
    return [{ type: 'ExaminationRecorded', data: { examination_id, patient_id, origin: 'fhir', source, ...content, comment } }];
  }
  if (!isTakenFrom(state, source) || state.patient_id !== patient_id) throw taken();
  if (state.status === 'removed') throw removed();
  if (isOutdated(source, state) || saysTheSame(state.content, content)) return [];
  return [{ type: 'ExaminationCorrected', data: { examination_id, patient_id, source, ...content, comment } }];
};

const correct = ({ data }: Of<'CorrectExamination'>, state: Existing): ExaminationEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.origin === 'fhir') throw external();
  refuseNothing(data.measurements);
  refuseSharedIds(data.measurements);
  const content = contentOf(data);
  const accepted = acceptedIn(data);
  if (saysTheSame(state.content, content)) return [];
  const { examination_id, comment } = data;
  return [{ type: 'ExaminationCorrected', data: { examination_id, patient_id: state.patient_id, ...content, comment, ...accepted } }];
};

const remove = ({ data }: Of<'RemoveExamination'>, state: Existing): ExaminationEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin === 'fhir') throw external();
  const { examination_id, comment } = data;
  return [{ type: 'ExaminationRemoved', data: { examination_id, patient_id: state.patient_id, comment } }];
};

const removeFromExternal = ({ data }: Of<'RemoveFromExternal'>, state: Existing): ExaminationEvent[] => {
  const { examination_id, source, comment } = data;
  if (!isTakenFrom(state, source)) throw taken();
  if (state.status === 'removed' || isOutdated(source, state)) return [];
  return [{ type: 'ExaminationRemoved', data: { examination_id, patient_id: state.patient_id, source, comment } }];
};

const decide = (command: ExaminationCommand, state: Examination): ExaminationEvent[] => {
  if (command.type === 'RecordExamination') return record(command, state);
  if (command.type === 'TakeFromExternal') return take(command, state);
  if (state.status === 'none') throw new Refusal('examination-missing', 'There is no such examination', {}, 404);
  switch (command.type) {
    case 'CorrectExamination':
      return correct(command, state);
    case 'RemoveExamination':
      return remove(command, state);
    case 'RemoveFromExternal':
      return removeFromExternal(command, state);
  }
};

export const examination: Decider<Examination, ExaminationCommand, ExaminationEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: currentItem,
};
