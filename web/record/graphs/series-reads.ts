import { showUnit } from '#contracts/examinations/measurement-units';
import { linesOf, type ObservationLine, type PackedSeries } from '#contracts/observations/observation-columns';
import type { Live } from '#web/lib/live.ts';
import { useRecordLive } from '#web/record/patient/all-clinics.ts';

interface Page {
  items: ObservationLine[];
  overall_count: number;
  stale?: true;
}

type Answer = Omit<Page, 'items'> & { packed: PackedSeries };

const read = ({ packed, ...page }: Answer): Page => ({ ...page, items: linesOf(packed) });

const address = (resource: string, asked: Record<string, string>): string =>
  `/api/${resource}/series?${new URLSearchParams({ ...asked, packed: 'true' })}`;

/** The patient's results as lines of a chart, one per parameter and unit. @param inUnits '<parameter_id>:<unit>,...', what was asked for */
export const useLabSeries = (patientId: string, inUnits = '', quiet = false): Live<Page> =>
  useRecordLive(
    ['lab-results', 'lab-parameters'],
    address('lab-results', { patient_id: patientId, ...(inUnits === '' ? {} : { in_units: inUnits }) }),
    { quiet, read },
  );

/** Measurements, with units as clinicians write them. */
const readSpelled = ({ packed: { series, points }, ...page }: Answer): Page =>
  read({
    ...page,
    packed: {
      series: series.map((one) => ({ ...one, unit: showUnit(one.unit) })),
      points: { ...points, unit: points.unit && { ...points.unit, of: points.unit.of.map(showUnit) } },
    },
  });

/** The patient's measurements as lines of a chart, one per parameter and unit, with the Bmi. */
export const useMeasurementSeries = (patientId: string, quiet = false): Live<Page> =>
  useRecordLive(['examinations', 'measurement-parameters'], address('examinations', { patient_id: patientId }), {
    quiet,
    read: readSpelled,
  });
