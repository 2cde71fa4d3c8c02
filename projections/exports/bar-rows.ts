import { computed } from '#contracts/rules/decimals';
import type { Offset } from '#contracts/wire/clock';
import type { IntakeSegment } from '#contracts/treatments/intake-views';
import { goingOnText } from '#contracts/treatments/given';
import { lastDayOf } from '#contracts/wire/precision';
import { isOngoing } from '#contracts/treatments/schedules';
import { diagnosisSeries } from '../diagnoses/diagnosis-series.ts';
import type { DiagnosisDocument } from '../diagnoses/diagnoses.projection.ts';
import { intakeSeries } from '../intakes/intake-series.ts';
import type { IntakeDocument } from '../intakes/intakes.projection.ts';
import { exactDate, exactPrecision, SOURCE, yes } from './value-rows.ts';
import type { Said } from './versions.ts';

type Precision = Parameters<typeof exactDate>[1];
const when = (local: string | null, precision: Precision, offset: Offset | undefined): [date: string, precision: string] => {
  if (local === null) return ['', ''];
  const exact = exactPrecision(local, precision ?? 'day');
  return [`${exactDate(local, exact)}${exact === 'time' && offset !== undefined ? offset : ''}`, exact];
};

export const INTAKE_TITLES = [
  ...[
    'Medication',
    'Medication id',
    'Ingredient',
    'From',
    'From precision',
    'To',
    'To precision',
    'Ongoing',
    'Until',
    'As prescribed or given',
  ],
  ...['Average daily dosage', 'Unit', 'As needed', 'Given', 'Source'],
];

/** Whether a dosage is taken on a day (ruling 31): also one whose end is still to come; one that is to begin later is not; a dose that was given has words of its own while it may go on. */
const takenOn = (today: string, segment: IntakeSegment): string => {
  const { to, to_precision, ongoing, planned, given, clinical_status } = segment;
  const isAhead = to !== null && isOngoing(lastDayOf(to, to_precision), today);
  if (given) return (to === null || isAhead ? goingOnText([{ clinical_status, time_to: to }]) : '') || yes(false);
  return planned ? 'planned' : yes(to === null ? ongoing : isAhead);
};

/** The dosages of a treatment, one row for each ingredient and period. @param today the clinic's local day */
export const intakeSaid =
  (today: string) =>
  (document: IntakeDocument): Said[] =>
    intakeSeries([document], today).flatMap((one) =>
      one.segments.map((segment) => ({
        entry_id: `${one.id} ${segment.period}`,
        date: segment.from ?? '',
        cells: [
          segment.name,
          document.medication_id ?? '',
          one.ingredient,
          ...when(segment.from, segment.from_precision, document.time_from_offset),
          ...when(segment.to, segment.to_precision, document.time_to_offset),
          takenOn(today, segment),
          segment.until_text,
          segment.order,
          segment.average === null ? '' : computed(segment.average),
          segment.average === null ? '' : `${one.unit}/day`,
          yes(segment.as_needed),
          yes(segment.given === true),
          SOURCE[segment.origin],
        ],
      })),
    );

export const DIAGNOSIS_TITLES = [
  ...[
    'Diagnosis',
    'ICD',
    'From',
    'From precision',
    'To',
    'To precision',
    'Active',
    'Of a visit',
    'Clinical status',
    'Verification',
    'Source',
  ],
];

export const diagnosisSaid =
  (today: string) =>
  (document: DiagnosisDocument): Said[] =>
    diagnosisSeries([document], today).flatMap((one) =>
      one.bars.map((bar) => ({
        entry_id: one.id,
        date: bar.from ?? '',
        cells: [
          one.name,
          one.icd ?? '',
          ...when(bar.from, bar.from_precision, bar.from_offset),
          ...when(bar.to, bar.to_precision, bar.to_offset),
          yes(bar.active),
          yes(bar.of_visit === true),
          bar.clinical_status ?? '',
          bar.verification_status ?? '',
          SOURCE[bar.origin],
        ],
      })),
    );
