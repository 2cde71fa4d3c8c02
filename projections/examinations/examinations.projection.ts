import { isUnitOf } from '#contracts/examinations/body-measures';
import { correctionsOf } from '#contracts/observations/corrected-values';
import { type SourceTime, sourceTimeOf } from '#contracts/wire/clock';
import { editorOf } from '#contracts/wire/envelope';
import type { ExaminationEvent, ExaminationView, Measurement, MeasurementView } from '#contracts/examinations/examinations';
import { observed } from '#contracts/observations/observations';
import { gone, type Projection } from '../runner/projection.ts';

export type ExaminationDocument = Omit<ExaminationView, 'last_edited_by_name' | 'organization_name' | 'bmi'> & {
  /** It measured a height that a Bmi can be computed with: no draft, no comparator, in a known unit. */
  has_height: boolean;
};

type Recorded = Extract<ExaminationEvent, { type: 'ExaminationRecorded' }>['data'];
type Content = Pick<Recorded, 'collected' | keyof SourceTime | 'draft' | 'note_writer' | 'measurements' | 'comment'>;
/** The entry as it is now, with what its value replaced: followed from value to value by its id. */
const replacing = (before: ExaminationDocument, entry: Measurement, at: string): MeasurementView => {
  const old = before.measurements.find(({ entry_id }) => entry_id === entry.entry_id);
  return old ? { ...entry, ...correctionsOf(observed(old), observed(entry), before.draft ? null : at) } : entry;
};

const isHeight = ({ normalization_type, parameter_value, comparator, unit }: Measurement): boolean =>
  normalization_type === 'Height' && parameter_value !== null && !comparator && isUnitOf('Height', unit);

const contentOf = ({ collected, draft, note_writer, measurements, comment, ...said }: Content) => ({
  collected,
  date_applies: collected,
  ...sourceTimeOf(said),
  draft,
  note_writer,
  measurements,
  comment,
  has_height: !draft && collected !== null && measurements.some(isHeight),
});

/** One document per examination, as the patient's list, the form and the charts need it. */
export const examinations: Projection<ExaminationEvent, ExaminationDocument, 'ExaminationRecorded'> = {
  name: 'examinations',
  version: 1,
  key: ({ data }) => data.examination_id,
  create: {
    ExaminationRecorded: ({ data }, meta) => ({
      id: data.examination_id,
      type: 'Examination',
      patient_id: data.patient_id,
      organization_id: meta.organization_id ?? '',
      origin: data.origin,
      ...(data.source === undefined ? {} : { source: data.source }),
      ...contentOf(data),
      last_edited_by: editorOf(meta),
      recorded_at: meta.recorded_at,
      version: meta.revision,
    }),
  },
  apply: {
    ExaminationCorrected: (doc, { data }, meta) => {
      const { collected_precision: _precision, collected_offset: _offset, ...kept } = doc;
      return {
        ...kept,
        ...contentOf(data),
        ...(data.source === undefined ? {} : { source: data.source }),
        measurements: data.measurements.map((entry) => replacing(doc, entry, meta.recorded_at)),
        last_edited_by: editorOf(meta),
        recorded_at: meta.recorded_at,
        version: meta.revision,
      };
    },
    ExaminationRemoved: () => gone,
  },
  indexes: [
    ['patient_id'],
    ['patient_id', 'collected', 'recorded_at'],
    ['patient_id', 'draft', 'collected', 'recorded_at'],
    ['patient_id', 'has_height', 'collected'],
    ['patient_id', 'collected_offset'],
  ],
  erasedWith: { patient: { field: 'patient_id' } },
};
