import type { DiagnosisSeries } from '#contracts/diagnoses';
import type { IntakeSeries } from '#contracts/intake-views';
import { useMemo } from 'react';
import { type Live, useLive } from '#web/lib/live.ts';
import { useLabSeries, useMeasurementSeries } from '#web/lib/series-reads.ts';

/** The days, as local times, on which something of a section happened. */
export interface SectionDays {
  name: string;
  label: string;
  days: readonly string[];
  /** The days on which what was begun came to its end. */
  ends?: readonly string[];
}

type Series<T> = Live<{ items: T[] }>;

const useSeries = <T>(slices: readonly string[], call: string, patientId: string): Series<T> =>
  useLive<{ items: T[] }>(slices, `/api/${call}/series?${new URLSearchParams({ patient_id: patientId })}`, { quiet: true });

const days = <T>(series: Series<T>, pick: (one: T) => readonly (string | null)[]): string[] =>
  [...new Set((series.data?.items ?? []).flatMap(pick))].filter((day) => day !== null);

/** When something happened to the patient, by section; read with the same calls as the sections' charts. A section that cannot be read is left out. */
export const useRecordDays = (patientId: string): { isRead: boolean; sections: readonly SectionDays[] } => {
  const diagnoses = useSeries<DiagnosisSeries>(['diagnoses'], 'diagnoses', patientId);
  const intakes = useSeries<IntakeSeries>(['intakes'], 'intakes', patientId);
  const results = useLabSeries(patientId, '', true);
  const examinations = useMeasurementSeries(patientId, true);
  const isRead = [diagnoses, intakes, results, examinations].every((each) => !each.isLoading);
  const sections = useMemo<SectionDays[]>(
    () => [
      {
        name: 'diagnoses',
        label: 'Diagnoses',
        days: days(diagnoses, ({ bars }) => bars.map(({ from }) => from)),
        ends: days(diagnoses, ({ bars }) => bars.map(({ to }) => to)),
      },
      {
        name: 'intakes',
        label: 'Treatments',
        days: days(intakes, ({ segments }) => segments.map(({ from }) => from)),
        ends: days(intakes, ({ segments }) => segments.map(({ to }) => to)),
      },
      { name: 'lab-results', label: 'Lab results', days: days(results, ({ points }) => points.map((point) => point.date_applies)) },
      { name: 'examinations', label: 'Examinations', days: days(examinations, ({ points }) => points.map((point) => point.date_applies)) },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- only what was read counts
    [diagnoses.data, intakes.data, results.data, examinations.data],
  );
  return { isRead, sections };
};
