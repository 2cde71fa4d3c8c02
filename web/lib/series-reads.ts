import { showUnit } from '#contracts/measurement-units';
import type { ObservationSeries } from '#contracts/observations';
import { type PackedSeries, unpackSeries, withField } from '#contracts/packed';
import { type Live, useLive } from './live.ts';

interface Page<S> {
  items: S[];
  overall_count: number;
  stale?: true;
}

/** Series travel as columns. */
const unpacked = <S extends ObservationSeries>({ packed, ...page }: Omit<Page<S>, 'items'> & { packed: PackedSeries<S> }): Page<S> => ({
  ...page,
  items: unpackSeries(packed),
});

const address = (resource: string, asked: Record<string, string>): string =>
  `/api/${resource}/series?${new URLSearchParams({ ...asked, packed: 'true' })}`;

/** The patient's results as lines of a chart, one per parameter and unit. @param inUnits '<parameter_id>:<unit>,...', what was asked for */
export const useLabSeries = (patientId: string, inUnits = '', quiet = false): Live<Page<ObservationSeries>> =>
  useLive(
    ['lab-results', 'lab-parameters'],
    address('lab-results', { patient_id: patientId, ...(inUnits === '' ? {} : { in_units: inUnits }) }),
    {
      quiet,
      read: unpacked<ObservationSeries>,
    },
  );

const spell = (unit: unknown): string => (typeof unit === 'string' ? showUnit(unit) : '');

/** Measurements, with units as clinicians write them. */
const spelled = ({ packed, ...page }: Parameters<typeof unpacked<ObservationSeries>>[0]): Page<ObservationSeries> =>
  unpacked<ObservationSeries>({
    ...page,
    packed: {
      series: packed.series.map((one) => ({ ...one, unit: spell(one.unit) })),
      points: withField(packed.points, 'unit', spell),
    },
  });

/** The patient's measurements as lines of a chart, one per parameter and unit, with the Bmi. */
export const useMeasurementSeries = (patientId: string, quiet = false): Live<Page<ObservationSeries>> =>
  useLive(['examinations', 'measurement-parameters'], address('examinations', { patient_id: patientId }), {
    quiet,
    read: spelled,
  });
