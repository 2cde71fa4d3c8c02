import { type ExternalSource, isOlderVersion } from '#contracts/wire/coding';
import type { ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { Decider } from '#infra/event-store/decider';

/** What a lab result or an examination holds, and what was taken out of it: the versions that must not come back. */
export interface CurrentItem {
  status: 'none' | 'recorded' | 'removed';
  entries: readonly (LabValue | Measurement)[];
  withdrawn: ReadonlyMap<string, ExternalSource>;
}

const now = (state: CurrentItem, status: CurrentItem['status'], entries: CurrentItem['entries']): CurrentItem => {
  const withdrawn = new Map(state.withdrawn);
  for (const { entry_id, source } of state.entries) if (source) withdrawn.set(entry_id, source);
  for (const { entry_id } of entries) withdrawn.delete(entry_id);
  return { status, entries, withdrawn };
};

const evolve = (state: CurrentItem, event: LabResultEvent | ExaminationEvent): CurrentItem => {
  switch (event.type) {
    case 'LabResultRecorded':
    case 'LabResultCorrected':
      return now(state, 'recorded', event.data.parameters);
    case 'ExaminationRecorded':
    case 'ExaminationCorrected':
      return now(state, 'recorded', event.data.measurements);
    case 'LabResultRemoved':
    case 'ExaminationRemoved':
      return now(state, 'removed', []);
  }
};

/** Reads an item's stream for an import; takes no commands. */
export const currentItem: Decider<CurrentItem, never, LabResultEvent | ExaminationEvent> = {
  initial: { status: 'none', entries: [], withdrawn: new Map() },
  evolve,
  decide: () => [],
};

/** Whether a version says nothing newer than what is known: it is that very one, or came before it. */
export const isNothingNew = (source: ExternalSource, known: ExternalSource): boolean =>
  source.version === known.version || isOlderVersion(source, known);

/** Why what its source took back is not taken up again. */
export const WITHDRAWN = 'a newer version took it back';
