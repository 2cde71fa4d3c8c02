import { isUnitOf } from '#contracts/body-measures';
import { editorOf } from '#contracts/envelope';
import type { ExaminationEvent, ExaminationView, Measurement, MeasurementView } from '#contracts/examinations';
import { gone, type Projection } from '../runner/projection.ts';

export type ExaminationDocument = Omit<ExaminationView, 'last_edited_by_name' | 'organization_name' | 'bmi'> & {
  /** It measured a height that a Bmi can be computed with: no draft, no comparator, in a known unit. */
  has_height: boolean;
};

type Recorded = Extract<ExaminationEvent, { type: 'ExaminationRecorded' }>['data'];
type Content = Pick<Recorded, 'collected' | 'collected_precision' | 'draft' | 'note_writer' | 'measurements' | 'comment'>;
type Fact = Omit<NonNullable<MeasurementView['corrected_from']>, 'at'>;

const factOf = ({ parameter_value, comparator, text, option_label, unit }: Measurement): Fact => ({
  value: parameter_value,
  ...(comparator ? { comparator } : {}),
  ...(text === undefined ? {} : { text }),
  ...(option_label === undefined ? {} : { option_label }),
  unit,
});
const says = ({ value, comparator, text, option_label, unit }: Fact): string =>
  JSON.stringify([value, comparator, text, option_label, unit]);

/**
 * The entry as it is now, with the fact it replaced last: followed from value to value by its id. What a draft says is not yet a fact, and
 * replacing it corrects nothing (ruling 24).
 */
const replacing = (before: ExaminationDocument, entry: Measurement, at: string): MeasurementView => {
  const old = before.measurements.find(({ entry_id }) => entry_id === entry.entry_id);
  if (!old) return entry;
  const [was, now] = [factOf(old), factOf(entry)];
  if (before.draft || says(was) === says(now)) {
    const { corrected_from: fact } = old;
    return fact && says(fact) !== says(now) ? { ...entry, corrected_from: fact } : entry;
  }
  return { ...entry, corrected_from: { ...was, at } };
};

const isHeight = ({ normalization_type, parameter_value, comparator, unit }: Measurement): boolean =>
  normalization_type === 'Height' && parameter_value !== null && !comparator && isUnitOf('Height', unit);

const contentOf = ({ collected, collected_precision, draft, note_writer, measurements, comment }: Content) => ({
  collected,
  date_applies: collected,
  ...(collected_precision === undefined ? {} : { collected_precision }),
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
  partition: ({ data }) => data.patient_id,
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
      const { collected_precision: _, ...kept } = doc;
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
  ],
  erasedWith: { patient: { field: 'patient_id' } },
};
