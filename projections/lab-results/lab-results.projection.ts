import { editorOf } from '#contracts/envelope';
import { saysTheSame } from '#contracts/equal';
import type { LabResultEvent, LabResultView, LabValueView } from '#contracts/lab-results';
import { type LabValue, strictSign } from '#contracts/lab-values';
import { gone, type Projection } from '../runner/projection.ts';

export type LabResultDocument = Omit<LabResultView, 'last_edited_by_name' | 'organization_name'>;

type ReplacedValue = Omit<NonNullable<LabValueView['corrected_from']>, 'at'>;

const valueOf = ({ value, comparator, text, unit }: LabValue): ReplacedValue => ({
  value,
  ...(comparator ? { comparator } : {}),
  ...(text === undefined ? {} : { text }),
  unit,
});
const rangeOf = ({ min, max, range_text, unit }: LabValue) => ({
  min,
  max,
  ...(range_text === undefined ? {} : { range_text }),
  unit,
});

/** The limits as a person reads them, without the unit, which is that of the value. */
const limitsOf = (of: ReturnType<typeof rangeOf>) => ({
  min: of.min,
  max: of.max,
  words: of.min === null && of.max === null ? of.range_text : strictSign(of),
});

/**
 * The fact that is replaced, or was replaced last. What a draft says is not yet a fact, and replacing it corrects nothing (ruling 24).
 * @param said what has to differ
 */
const replaced = <F extends object>(
  was: F,
  now: F,
  kept: (F & { at: string }) | undefined,
  said: (of: F) => unknown,
  at: string | null,
) => {
  if (at !== null && !saysTheSame(said(was), said(now))) return { ...was, at };
  return kept && !saysTheSame(said({ ...kept, at: undefined }), said(now)) ? kept : undefined;
};

/** The entry as it is now, with what its value and its range replaced: followed from value to value by its id. */
const replacing = (before: LabResultDocument, entry: LabValue, at: string): LabValueView => {
  const old = before.parameters.find(({ entry_id }) => entry_id === entry.entry_id);
  if (!old) return entry;
  const when = before.draft ? null : at;
  const value = replaced(valueOf(old), valueOf(entry), old.corrected_from, (of) => of, when);
  const range = replaced(rangeOf(old), rangeOf(entry), old.range_corrected_from, limitsOf, when);
  return { ...entry, ...(value ? { corrected_from: value } : {}), ...(range ? { range_corrected_from: range } : {}) };
};

/** One document per result, as the patient's list, the form and the history show it. */
export const labResults: Projection<LabResultEvent, LabResultDocument, 'LabResultRecorded'> = {
  name: 'lab-results',
  version: 4,
  key: ({ data }) => data.lab_result_id,
  partition: ({ data }) => data.patient_id,
  create: {
    LabResultRecorded: ({ data }, meta) => ({
      id: data.lab_result_id,
      patient_id: data.patient_id,
      organization_id: meta.organization_id ?? '',
      collected: data.collected,
      ...(data.collected_precision === undefined ? {} : { collected_precision: data.collected_precision }),
      date_applies: data.collected,
      draft: data.draft,
      origin: data.origin,
      parameters: data.parameters,
      comment: data.comment,
      last_edited_by: editorOf(meta),
      recorded_at: meta.recorded_at,
      ...(data.file_id === undefined ? {} : { file_id: data.file_id }),
      ...(data.page_id === undefined ? {} : { page_id: data.page_id }),
      version: meta.revision,
    }),
  },
  apply: {
    LabResultCorrected: ({ collected_precision: _before, ...doc }, { data }, meta) => ({
      ...doc,
      collected: data.collected,
      ...(data.collected_precision === undefined ? {} : { collected_precision: data.collected_precision }),
      date_applies: data.collected,
      draft: data.draft,
      parameters: data.parameters.map((entry) => replacing(doc, entry, meta.recorded_at)),
      comment: data.comment,
      last_edited_by: editorOf(meta),
      recorded_at: meta.recorded_at,
      version: meta.revision,
    }),
    LabResultRemoved: () => gone,
  },
  indexes: [['patient_id'], ['patient_id', 'collected', 'recorded_at'], ['patient_id', 'draft', 'collected', 'recorded_at']],
  erasedWith: { patient: { field: 'patient_id' } },
};
