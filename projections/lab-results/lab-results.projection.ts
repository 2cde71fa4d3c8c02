import { correctionsOf } from '#contracts/observations/corrected-values';
import { sourceTimeOf } from '#contracts/wire/clock';
import { editorOf } from '#contracts/wire/envelope';
import type { LabResultEvent, LabResultView, LabValueView } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import { withLimits } from '#contracts/observations/limits';
import type { CriticalResultEvent } from '#contracts/lab/critical-results';
import { type CriticalFields, withCritical } from '#contracts/lab/critical-state';
import { withSeen } from '#contracts/observations/critical';
import { lastEditor } from '#contracts/items/last-editor';
import { gone, type Projection } from '../runner/projection.ts';

export type LabResultDocument = Omit<LabResultView, 'last_edited_by_name' | 'organization_name'> & CriticalFields;

/** The entry as it is now, with what its value and its range replaced: followed from value to value by its id. */
const replacing = (before: LabResultDocument, said: LabValue, at: string): LabValueView => {
  const entry = withLimits(said);
  const old = before.parameters.find(({ entry_id }) => entry_id === entry.entry_id);
  return old ? { ...entry, ...correctionsOf(old, entry, before.draft ? null : at) } : entry;
};

/** One document per result, as the patient's list, the form and the history show it. */
export const labResults: Projection<LabResultEvent | CriticalResultEvent, LabResultDocument, 'LabResultRecorded'> = {
  name: 'lab-results',
  version: 7,
  key: ({ data }) => data.lab_result_id,
  create: {
    LabResultRecorded: ({ data }, meta) =>
      withCritical(
        {
          id: data.lab_result_id,
          patient_id: data.patient_id,
          organization_id: meta.organization_id ?? '',
          collected: data.collected,
          ...sourceTimeOf(data),
          date_applies: data.collected,
          draft: data.draft,
          origin: data.origin,
          parameters: data.parameters.map(withLimits),
          comment: data.comment,
          last_edited_by: editorOf(meta),
          recorded_at: meta.recorded_at,
          ...(data.file_id === undefined ? {} : { file_id: data.file_id }),
          ...(data.page_id === undefined ? {} : { page_id: data.page_id }),
          version: meta.revision,
        },
        undefined,
        meta.recorded_at,
      ),
  },
  apply: {
    LabResultCorrected: (before, { data }, meta) => {
      const { collected_precision: _precision, collected_offset: _offset, ...doc } = before;
      return withCritical(
        {
          ...doc,
          collected: data.collected,
          ...sourceTimeOf(data),
          date_applies: data.collected,
          draft: data.draft,
          parameters: data.parameters.map((entry) => replacing(doc, entry, meta.recorded_at)),
          comment: data.comment,
          last_edited_by: lastEditor(before, data.draft, meta),
          recorded_at: meta.recorded_at,
          version: meta.revision,
        },
        before,
        meta.recorded_at,
      );
    },
    LabResultRemoved: () => gone,
    // the first doctor counts; the result itself is no other version
    CriticalResultSeen: (doc, { data: { values } }, meta) => {
      const by = { by: editorOf(meta), at: meta.recorded_at };
      return withCritical({ ...doc, seen_values: withSeen(doc.seen_values ?? [], values, by) }, doc, meta.recorded_at);
    },
  },
  indexes: [
    ['patient_id'],
    ['patient_id', 'collected', 'recorded_at'],
    ['patient_id', 'draft', 'collected', 'recorded_at'],
    ['patient_id', 'collected_offset'],
    ['patient_id', 'critical', 'critical_since'],
    ['organization_id', 'critical', 'critical_since'],
  ],
  erasedWith: { patient: { field: 'patient_id' } },
};
