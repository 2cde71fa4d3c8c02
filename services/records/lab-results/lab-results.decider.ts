import { type AcceptedDoubt, checkedDoubts, doubtOf } from '#contracts/accepted-doubts';
import { isOlderVersion } from '#contracts/coding';
import { currentItem } from '#contracts/current-item';
import { sharedIdErrors } from '#contracts/entries';
import { said, saysTheSame } from '#contracts/equal';
import type { LabResultCommand, LabResultEvent, ReadOnPage } from '#contracts/lab-results';
import type { LabValue } from '#contracts/lab-values';
import { labWarnings } from '#contracts/lab-warnings';
import type { Origin } from '#contracts/origin';
import type { Precision } from '#contracts/precision';
import { type Decider, Refusal } from '#infra/event-store/decider';

interface Content {
  collected: string;
  collected_precision?: Precision | undefined;
  draft: boolean;
  parameters: LabValue[];
}

export type LabResult =
  | { status: 'none' }
  | {
      status: 'recorded' | 'removed';
      patient_id: string;
      origin: Origin;
      file_id: string | undefined;
      page_id: string | undefined;
      content: Content;
      comment: string;
    };
type Existing = Exclude<LabResult, { status: 'none' }>;

type Of<T extends LabResultCommand['type']> = Extract<LabResultCommand, { type: T }>;

const contentOf = ({ collected, collected_precision, draft, parameters }: Content): Content => ({
  collected,
  ...(collected_precision === undefined ? {} : { collected_precision }),
  draft,
  parameters,
});

const evolve = (state: LabResult, event: LabResultEvent): LabResult => {
  switch (event.type) {
    case 'LabResultRecorded': {
      const { patient_id, origin, file_id, page_id, comment } = event.data;
      return { status: 'recorded', patient_id, origin, file_id, page_id, comment, content: contentOf(event.data) };
    }
    case 'LabResultCorrected':
      return state.status === 'recorded' ? { ...state, content: contentOf(event.data), comment: event.data.comment } : state;
    case 'LabResultRemoved':
      return state.status === 'recorded' ? { ...state, status: 'removed' } : state;
  }
};

const same = (a: Content, b: Content): boolean => saysTheSame(a, b);

const refuseSharedIds = (parameters: readonly LabValue[]): void => {
  const errors = sharedIdErrors('parameters', parameters);
  if (Object.keys(errors).length > 0) throw new Refusal('entry-ids', 'Each entry needs an id of its own', errors);
};

interface Asked {
  collected: string;
  parameters: readonly LabValue[];
  accepted?: readonly AcceptedDoubt[] | undefined;
}

/** What a person accepted. A flag that its own range contradicts is seen here too; the rest follows from earlier values, or from the day. */
const acceptedIn = (data: Asked): { accepted?: AcceptedDoubt[] } => {
  const asked = labWarnings(data, {}).map((warning) => doubtOf(warning, data.parameters));
  const { errors, checked } = checkedDoubts(data.accepted, { entries: data.parameters, asked, decided: ['flag-disagrees'] });
  if (Object.keys(errors).length > 0) throw new Refusal('doubts', 'What was accepted was not asked', errors);
  return checked;
};

const external = () => new Refusal('external-record', 'This result came from an external record and cannot be changed here');
const removed = () => new Refusal('lab-result-removed', 'This lab result was removed', {}, 404);
const taken = () => new Refusal('lab-result-exists', 'This lab result was already recorded', {}, 409);

const record = ({ data }: Of<'RecordLabResult'>, state: LabResult): LabResultEvent[] => {
  refuseSharedIds(data.parameters);
  const accepted = acceptedIn(data);
  const { lab_result_id, patient_id, comment } = data;
  if (state.status === 'none') {
    return [{ type: 'LabResultRecorded', data: { lab_result_id, patient_id, origin: 'manual', ...contentOf(data), comment, ...accepted } }];
  }
  if (state.status === 'removed') throw removed();
  if (state.origin === 'manual' && state.patient_id === patient_id && same(state.content, contentOf(data))) return [];
  throw taken();
};

/**
 * What was read and is not what a person made of it, of values that the record does not have yet: the others stand in it as they were read,
 * and are corrected.
 */
const readOf = ({ read, collected, parameters }: Of<'TakeFromPage'>['data'], state: LabResult): { read?: ReadOnPage } => {
  if (!read) return {};
  const known = new Set(state.status === 'none' ? [] : state.content.parameters.map(({ entry_id }) => entry_id));
  const now = new Map(parameters.map((entry) => [entry.entry_id, entry]));
  const changed = read.parameters.filter((entry) => {
    const entered = now.get(entry.entry_id);
    return entered !== undefined && !known.has(entry.entry_id) && !saysTheSame(entry, entered);
  });
  const day = state.status === 'none' && read.collected !== collected ? said({ collected: read.collected }) : {};
  return changed.length === 0 && day.collected === undefined ? {} : { read: { ...day, parameters: changed } };
};

const take = ({ data }: Of<'TakeFromPage'>, state: LabResult): LabResultEvent[] => {
  refuseSharedIds(data.parameters);
  const beside = { ...(data.accepted?.length ? { accepted: data.accepted } : {}), ...readOf(data, state) };
  const { lab_result_id, patient_id, file_id, page_id, comment } = data;
  if (state.status === 'none') {
    const source = { origin: 'ocr' as const, file_id, page_id };
    return [{ type: 'LabResultRecorded', data: { lab_result_id, patient_id, ...source, ...contentOf(data), comment, ...beside } }];
  }
  if (state.status === 'removed') throw removed();
  if (state.origin !== 'ocr' || state.page_id !== page_id || state.patient_id !== patient_id) throw taken();
  return corrected(lab_result_id, state, contentOf(data), comment, beside);
};

const isOlder = (entry: LabValue, held: LabValue): boolean =>
  entry.source !== undefined && held.source !== undefined && isOlderVersion(entry.source, held.source);

/** A value that the newer version of its external record does not say any more. */
const isLeftOut = (entry: LabValue, taken: readonly LabValue[]): boolean =>
  taken.some(
    (next) =>
      next.source !== undefined &&
      entry.source?.system === next.source.system &&
      entry.source.reference === next.source.reference &&
      entry.source.version !== next.source.version &&
      !isOlder(next, entry),
  );

/** Each entry in its newest version, in the order in which they came. */
const merged = (held: readonly LabValue[], taken: readonly LabValue[]): LabValue[] => {
  const newer = new Map(taken.map((entry) => [entry.entry_id, entry]));
  const known = new Set(held.map(({ entry_id }) => entry_id));
  const now = held.flatMap((entry) => {
    const next = newer.get(entry.entry_id);
    if (next === undefined) return isLeftOut(entry, taken) ? [] : [entry];
    return isOlder(next, entry) ? [entry] : [next];
  });
  return [...now, ...taken.filter(({ entry_id }) => !known.has(entry_id))];
};

const takeExternal = ({ data }: Of<'TakeFromExternal'>, state: LabResult): LabResultEvent[] => {
  refuseSharedIds(data.parameters);
  const { lab_result_id, patient_id, comment } = data;
  if (state.status === 'none') {
    return [{ type: 'LabResultRecorded', data: { lab_result_id, patient_id, origin: 'fhir', ...contentOf(data), comment } }];
  }
  if (state.status === 'removed') throw removed();
  if (state.origin !== 'fhir' || state.patient_id !== patient_id) throw taken();
  const held = new Map(state.content.parameters.map((entry) => [entry.entry_id, entry]));
  const isOld = data.parameters.every((entry) => {
    const before = held.get(entry.entry_id);
    return before !== undefined && isOlder(entry, before);
  });
  if (isOld) return [];
  return corrected(lab_result_id, state, { ...contentOf(data), parameters: merged(state.content.parameters, data.parameters) }, comment);
};

const removeExternal = ({ data }: Of<'RemoveFromExternal'>, state: Existing): LabResultEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin !== 'fhir') throw taken();
  const { lab_result_id, entry_ids, comment } = data;
  const parameters = state.content.parameters.filter(({ entry_id }) => !entry_ids.includes(entry_id));
  if (parameters.length > 0) return corrected(lab_result_id, state, { ...state.content, parameters }, comment);
  return [{ type: 'LabResultRemoved', data: { lab_result_id, patient_id: state.patient_id, comment } }];
};

const corrected = (
  lab_result_id: string,
  state: Existing,
  content: Content,
  comment: string,
  beside: { accepted?: AcceptedDoubt[]; read?: ReadOnPage } = {},
): LabResultEvent[] =>
  same(state.content, content)
    ? []
    : [{ type: 'LabResultCorrected', data: { lab_result_id, patient_id: state.patient_id, ...content, comment, ...beside } }];

const correct = ({ data }: Of<'CorrectLabResult'>, state: Existing): LabResultEvent[] => {
  if (state.status === 'removed') throw removed();
  if (state.origin === 'fhir') throw external();
  if (state.origin === 'ocr') throw new Refusal('read-from-page', 'This result was read from a report: change it on its page');
  refuseSharedIds(data.parameters);
  return corrected(data.lab_result_id, state, contentOf(data), data.comment, acceptedIn(data));
};

const remove = ({ data }: Of<'RemoveLabResult'>, state: Existing): LabResultEvent[] => {
  if (state.status === 'removed') return [];
  if (state.origin === 'fhir') throw external();
  const { lab_result_id, comment } = data;
  return [{ type: 'LabResultRemoved', data: { lab_result_id, patient_id: state.patient_id, comment } }];
};

const decide = (command: LabResultCommand, state: LabResult): LabResultEvent[] => {
  if (command.type === 'RecordLabResult') return record(command, state);
  if (command.type === 'TakeFromPage') return take(command, state);
  if (command.type === 'TakeFromExternal') return takeExternal(command, state);
  if (state.status === 'none') throw new Refusal('lab-result-missing', 'There is no such lab result', {}, 404);
  if (command.type === 'RemoveFromExternal') return removeExternal(command, state);
  return command.type === 'CorrectLabResult' ? correct(command, state) : remove(command, state);
};

export const labResult: Decider<LabResult, LabResultCommand, LabResultEvent> = {
  initial: { status: 'none' },
  evolve,
  decide,
  shown: currentItem,
};
