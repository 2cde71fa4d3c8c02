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

const address = (resource: string, patient_id: string | null, asked: Record<string, string> = {}): string | null =>
  patient_id === null ? null : `/api/${resource}/series?${new URLSearchParams({ patient_id, ...asked, packed: 'true' })}`;

/** The patient's results as lines of a chart, one per parameter and unit. @param patientId null: nothing is read @param inUnits '<parameter_id>:<unit>,...', what was asked for */
export const useLabSeries = (patientId: string | null, inUnits = '', quiet = false): Live<Page> =>
  useRecordLive(
    ['lab-results', 'lab-parameters', 'external-reports'],
    address('lab-results', patientId, inUnits === '' ? {} : { in_units: inUnits }),
    {
      quiet,
      read,
    },
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
export const useMeasurementSeries = (patientId: string | null, quiet = false): Live<Page> =>
  useRecordLive(['examinations', 'measurement-parameters', 'external-reports'], address('examinations', patientId), {
    quiet,
    read: readSpelled,
  });
