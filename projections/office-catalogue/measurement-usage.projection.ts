import type { ExaminationEvent } from '#contracts/examinations/examinations';
import { gone, type Projection } from '../runner/projection.ts';

/** What one examination uses of the catalogue: nothing of its values. */
export interface MeasurementUse {
  patient_id: string;
  parameter_ids: string[];
  /** '<parameter_id> <option_id>' of chosen definitions. */
  options: string[];
}

type Content = Pick<Extract<ExaminationEvent, { type: 'ExaminationRecorded' }>['data'], 'patient_id' | 'measurements'>;

const useOf = ({ patient_id, measurements }: Content): MeasurementUse => ({
  patient_id,
  parameter_ids: [...new Set(measurements.flatMap(({ parameter_id }) => (parameter_id === null ? [] : [parameter_id])))],
  options: [
    ...new Set(
      measurements.flatMap(({ parameter_id, option_id }) =>
        parameter_id === null || option_id === undefined ? [] : [`${parameter_id} ${option_id}`],
      ),
    ),
  ],
});

/** A small document per examination, to count what is in use by. */
export const measurementUsage: Projection<ExaminationEvent, MeasurementUse, 'ExaminationRecorded'> = {
  name: 'measurement-usage',
  version: 1,
  key: ({ data }) => data.examination_id,
  create: { ExaminationRecorded: ({ data }) => useOf(data) },
  apply: {
    ExaminationCorrected: (_doc, { data }) => useOf(data),
    ExaminationRemoved: () => gone,
  },
  indexes: [['patient_id']],
  erasedWith: { patient: { field: 'patient_id' } },
};
