import type { LabResultEvent } from '#contracts/lab/lab-results';
import { gone, type Projection } from '../runner/projection.ts';

/** What one result uses of the catalogue. */
export interface LabUse {
  patient_id: string;
  /** Of each value of a parameter: `[parameter_id, unit, value, max]`, null where there is none. */
  values: [string, string, string | null, string | null][];
}

type Content = Pick<Extract<LabResultEvent, { type: 'LabResultRecorded' }>['data'], 'patient_id' | 'parameters'>;

const useOf = ({ patient_id, parameters }: Content): LabUse => ({
  patient_id,
  values: parameters.flatMap(({ parameter_id, unit, value, max }) => (parameter_id === null ? [] : [[parameter_id, unit, value, max]])),
});

/** A small document per result, to count what a merge would change. */
export const labUsage: Projection<LabResultEvent, LabUse, 'LabResultRecorded'> = {
  name: 'lab-usage',
  version: 1,
  key: ({ data }) => data.lab_result_id,
  create: { LabResultRecorded: ({ data }) => useOf(data) },
  apply: {
    LabResultCorrected: (_doc, { data }) => useOf(data),
    LabResultRemoved: () => gone,
  },
  indexes: [['patient_id']],
  erasedWith: { patient: { field: 'patient_id' } },
};
