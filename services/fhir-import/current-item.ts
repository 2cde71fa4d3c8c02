import type { ExternalSource } from '#contracts/wire/coding';
import type { Offset } from '#contracts/wire/clock';
import { saysTheSame } from '#contracts/rules/equal';
import type { ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { Decider } from '#infra/event-store/decider';

/** What a lab result or an examination holds, and what was taken out of it. */
export interface CurrentItem {
  status: 'none' | 'recorded' | 'removed';
  /** Its time, as it was read. */
  collected?: string | null;
  /** Of that clock; earlier releases kept none. */
  offset?: Offset | undefined;
  /** Of an examination: the name under which it was taken. */
  reference?: string | undefined;
  entries: readonly (LabValue | Measurement)[];
  /** By entry: every version that it was taken from; of one that is not held any more, after them the version that took it back. */
  versions: ReadonlyMap<string, readonly ExternalSource[]>;
  /** By entry: what was held of it last. */
  last: ReadonlyMap<string, LabValue | Measurement>;
}

const now = (
  state: CurrentItem,
  status: CurrentItem['status'],
  entries: CurrentItem['entries'],
  withdrawn_by: ExternalSource | undefined,
): CurrentItem => {
  const versions = new Map(state.versions);
  const add = (entry_id: string, source: ExternalSource | undefined) => {
    const before = versions.get(entry_id) ?? [];
    if (source && !saysTheSame(before.at(-1), source)) versions.set(entry_id, [...before, source]);
  };
  for (const { entry_id, source } of entries) add(entry_id, source);
  const held = new Set(entries.map(({ entry_id }) => entry_id));
  for (const { entry_id } of state.entries) if (!held.has(entry_id)) add(entry_id, withdrawn_by);
  const last = new Map(state.last);
  for (const entry of entries) last.set(entry.entry_id, entry);
  return { status, entries, versions, last };
};

const evolve = (state: CurrentItem, event: LabResultEvent | ExaminationEvent): CurrentItem => {
  switch (event.type) {
    case 'LabResultRecorded':
    case 'LabResultCorrected':
    case 'ExaminationRecorded':
    case 'ExaminationCorrected': {
      const { data } = event;
      const withdrawn_by = 'withdrawn_by' in data ? data.withdrawn_by : undefined;
      const entries = 'parameters' in data ? data.parameters : data.measurements;
      const reference = ('source' in data ? data.source?.reference : undefined) ?? state.reference;
      return { ...now(state, 'recorded', entries, withdrawn_by), collected: data.collected, offset: data.collected_offset, reference };
    }
    case 'LabResultRemoved':
    case 'ExaminationRemoved':
      return now(state, 'removed', [], event.data.withdrawn_by);
  }
};

/** Reads an item's stream for an import; takes no commands. */
export const currentItem: Decider<CurrentItem, never, LabResultEvent | ExaminationEvent> = {
  initial: { status: 'none', entries: [], versions: new Map(), last: new Map() },
  evolve,
  decide: () => [],
};

/** Why what its source took back is not taken up again. */
export const WITHDRAWN = 'another version took it back';

/** What the later import says counts, and that nobody can say whether it is the newer one. */
export const UNORDERED = 'it differs from the earlier version and nothing says which is newer: the version imported last counts';
