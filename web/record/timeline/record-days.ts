import type { DiagnosisSeries } from '#contracts/diagnoses/diagnoses';
import type { IntakeSeries } from '#contracts/treatments/intake-views';
import type { ObservationLine } from '#contracts/observations/observation-columns';
import type { PatientView } from '#contracts/people/patients';
import { useDeferredValue, useMemo } from 'react';
import { isEndUnknown } from '#web/record/graphs/bar-dates.ts';
import { DAY, startOfDay, timeOf } from '#web/charts/local-time.ts';
import { timesOf } from '#web/record/graphs/value-series.ts';
import { useItemBars } from '#web/record/item/item-reads.ts';
import { useLabSeries, useMeasurementSeries } from '#web/record/graphs/series-reads.ts';

/** The days on which something of a section happened, each once: the beginning of the day as milliseconds of the wall clock. */
export interface SectionDays {
  name: string;
  label: string;
  days: readonly number[];
  /** The days on which what was begun came to its end. */
  ends?: readonly number[];
}

const NONE: readonly SectionDays[] = [];

interface Dated {
  from: string | null;
  to: string | null;
  /** False: it is over, and without an end nobody knows since when. */
  ongoing?: boolean | undefined;
}

/** The days of bars, and `until`: the same with the ends that are over, and today for what lasts. */
export const barDays = (name: string, label: string, bars: readonly Dated[], today: number) => {
  const dayOf = (time: string | null): number => (time === null ? NaN : startOfDay(timeOf(time)));
  const spans = bars.map((bar) => ({ from: dayOf(bar.from), to: dayOf(isEndUnknown(bar) ? bar.from : bar.to) }));
  const once = (times: number[]) => [...new Set(times)].filter(Number.isFinite);
  const days = once(spans.map(({ from }) => from));
  return {
    name,
    label,
    days,
    ends: once(spans.map(({ to }) => to)),
    until: once([...days, ...spans.map(({ from, to }) => (to <= today ? to : Math.max(from, today)))]),
  };
};

/** Of values there may be many thousands: their times are numbers already, since the charts need them so. */
const valueDays = (series: readonly ObservationLine[]): number[] => {
  const found = new Set<number>();
  for (const one of series) for (const time of timesOf(one)) found.add(Math.floor(time / DAY));
  return [...found].filter(Number.isFinite).map((day) => day * DAY);
};

/** When something happened to a patient, as far as it was read. */
export interface RecordDays {
  /** What the axis is placed by is there: charts that are drawn now stay where they are. */
  isPlaced: boolean;
  /** Days among which are the first and the last until today that anything lies on, what lasts included; in no order. */
  reach: readonly number[];
  /** Every section was read, or could not be. */
  isRead: boolean;
  /** Nothing before all of them are there: nothing has to be drawn again for each. A section that cannot be read is left out. */
  sections: readonly SectionDays[];
}

/**
 * When something happened to the patient, by section; read with the same calls as the sections' charts. Results may be many thousands: between
 * which times they lie is known before they are there, so that the other charts need not wait for them.
 */
export const useRecordDays = (patientId: string, between: PatientView['values_between'], today: string): RecordDays => {
  // what takes longest is asked for last: while it is read the others are drawn
  const diagnoses = useItemBars<DiagnosisSeries>('diagnoses', patientId, true);
  const intakes = useItemBars<IntakeSeries>('intakes', patientId, true);
  const examinations = useMeasurementSeries(patientId, true);
  const results = useLabSeries(patientId, '', true);
  const areBarsRead = !diagnoses.isLoading && !intakes.isLoading;
  const areAllRead = areBarsRead && !results.isLoading && !examinations.isLoading;
  const now = timeOf(`${today}T00:00:00`);
  const bars = useMemo(
    () =>
      areBarsRead
        ? [
            barDays(
              'diagnoses',
              'Diagnoses',
              diagnoses.data?.items.flatMap((one) => one.bars.map((bar) => ({ ...bar, ongoing: bar.active && !bar.of_visit }))) ?? [],
              now,
            ),
            barDays('intakes', 'Treatments', intakes.data?.items.flatMap(({ segments }) => segments) ?? [], now),
          ]
        : [],
    // oxlint-disable-next-line react/exhaustive-deps -- only what was read counts
    [areBarsRead, diagnoses.data, intakes.data, now],
  );
  const values = useMemo(
    () => (areAllRead ? [results.data?.items ?? [], examinations.data?.items ?? []] : undefined),
    [areAllRead, results.data, examinations.data],
  );
  // the charts of the values come first: what only the strip and the folds need is found out after they are drawn
  const late = useDeferredValue(values);
  const sections = useMemo<readonly SectionDays[]>(
    () =>
      late
        ? [
            ...bars,
            { name: 'lab-results', label: 'Lab results', days: valueDays(late[0]!) },
            { name: 'examinations', label: 'Examinations', days: valueDays(late[1]!) },
          ]
        : NONE,
    [bars, late],
  );
  const [first, last] = [between?.first, between?.last];
  const reach = useMemo(() => {
    const ends = [first, last].flatMap((time) => (time === undefined ? [] : [startOfDay(timeOf(time))]));
    return [...bars.flatMap((one) => one.until), ...sections.flatMap((one) => one.days), ...ends];
  }, [bars, sections, first, last]);
  const isRead = late !== undefined;
  return { isPlaced: isRead || (areBarsRead && between !== undefined), reach, isRead, sections };
};
