import type { DiagnosisSeries } from '#contracts/diagnoses';
import type { IntakeSeries } from '#contracts/intake-views';
import { useMemo } from 'react';
import { DAY, startOfDay, timeOf } from '#web/charts/local-time.ts';
import { timesOf, type ValueSeries } from '#web/features/graph-visuals/value-series.ts';
import { type Live, useLive } from '#web/lib/live.ts';
import { useLabSeries, useMeasurementSeries } from '#web/lib/series-reads.ts';

/** The days on which something of a section happened, each once: the beginning of the day as milliseconds of the wall clock. */
export interface SectionDays {
  name: string;
  label: string;
  days: readonly number[];
  /** The days on which what was begun came to its end. */
  ends?: readonly number[];
}

const NONE: readonly SectionDays[] = [];

type Series<T> = Live<{ items: T[] }>;

const useSeries = <T>(slices: readonly string[], call: string, patientId: string): Series<T> =>
  useLive<{ items: T[] }>(slices, `/api/${call}/series?${new URLSearchParams({ patient_id: patientId })}`, { quiet: true });

const days = <T>(series: Series<T>, pick: (one: T) => readonly (string | null)[]): number[] => {
  const said = new Set((series.data?.items ?? []).flatMap(pick));
  return [...new Set([...said].map((day) => startOfDay(timeOf(day ?? ''))))].filter(Number.isFinite);
};

/** Of values there may be many thousands: their times are numbers already, since the charts need them so. */
const valueDays = (series: Series<ValueSeries>): number[] => {
  const found = new Set<number>();
  for (const one of series.data?.items ?? []) for (const time of timesOf(one)) found.add(Math.floor(time / DAY));
  return [...found].filter(Number.isFinite).map((day) => day * DAY);
};

/** When something happened to the patient, by section; read with the same calls as the sections' charts. A section that cannot be read is left out. */
export const useRecordDays = (patientId: string): { isRead: boolean; sections: readonly SectionDays[] } => {
  // a browser asks for few things at once: what takes longest is asked for first
  const results = useLabSeries(patientId, '', true);
  const examinations = useMeasurementSeries(patientId, true);
  const intakes = useSeries<IntakeSeries>(['intakes'], 'intakes', patientId);
  const diagnoses = useSeries<DiagnosisSeries>(['diagnoses'], 'diagnoses', patientId);
  const isRead = [diagnoses, intakes, results, examinations].every((each) => !each.isLoading);
  // before all of them are there nothing is placed by them, and nothing has to be drawn again for each
  const sections = useMemo<readonly SectionDays[]>(
    () =>
      !isRead
        ? NONE
        : [
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
            { name: 'lab-results', label: 'Lab results', days: valueDays(results) },
            { name: 'examinations', label: 'Examinations', days: valueDays(examinations) },
          ],
    // oxlint-disable-next-line react/exhaustive-deps -- only what was read counts
    [isRead, diagnoses.data, intakes.data, results.data, examinations.data],
  );
  return { isRead, sections };
};
