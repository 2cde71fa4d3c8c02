import { keepingCorrections, withCorrections } from '#contracts/treatments/corrected-periods';
import { addDays, earliest, LONG_AGO, NEVER_ENDS } from '#contracts/rules/calendar-days';
import { isOver, lastDayKnown } from '#contracts/treatments/courses';
import { dosagePeriods, withDosageChange } from '#contracts/treatments/dosage-periods';
import { mayGoOn } from '#contracts/treatments/given';
import { editorOf, type EventMeta } from '#contracts/wire/envelope';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { DosageChange, IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import { medicationName } from '#contracts/treatments/medication-name';
import { lastDayOf } from '#contracts/wire/precision';
import { endOf } from '#contracts/treatments/schedules';
import { gone, type Projection } from '../runner/projection.ts';

/** What is stored: what depends on the day is asked with the clinic's day of the moment. */
export type IntakeDocument = Omit<
  IntakeView,
  | 'last_edited_by_name'
  | 'organization_name'
  | 'active'
  | 'planned'
  | 'current'
  | 'order'
  | 'until_text'
  | 'average_dosage_per_day'
  | 'earlier_given'
  | 'given_count'
  | 'given_amounts'
> & {
  /** It has no end: such ones sort first (ruling 31). Never of a dose that was given. */
  ongoing: boolean;
  /** The day, of UTC, on which it was first recorded as over. */
  over_since?: string;
  /** Last local day on which it is active, 'YYYY-MM-DD'; far ahead where it has no end, long ago where it ended nobody knows when. */
  last_day: string;
};

/** @param recorded the day on which its status was recorded first */
const lasting = (content: IntakeContent, ends: string | null, recorded: string) => {
  if (content.given) {
    const last = ends === null ? NEVER_ENDS : lastDayOf(ends, content.time_to_precision);
    return { ongoing: false, last_day: mayGoOn({ ...content, time_to: ends }) ? last : LONG_AGO };
  }
  if (ends === null) {
    const ongoing = !isOver(content);
    return { ongoing, last_day: ongoing ? NEVER_ENDS : LONG_AGO };
  }
  const last = lastDayOf(ends, content.time_to_precision);
  // called over it is not active any more, on whatever day of the clinic that was
  return { ongoing: false, last_day: isOver(content) ? earliest(last, addDays(recorded, -2)) : last };
};

const contentOf = (data: IntakeContent): IntakeContent => ({
  medication: data.medication,
  is_generic_selected: data.is_generic_selected,
  schedule_kind: data.schedule_kind,
  time_from: data.time_from,
  time_to: data.time_to,
  until_discontinued: data.until_discontinued,
  duration: data.duration,
  duration_unit: data.duration_unit,
  form: data.form,
  quantity: data.quantity,
  frequency: data.frequency,
  period: data.period,
  period_unit: data.period_unit,
  as_needed: data.as_needed,
  dosages: data.dosages,
  repeat_therapy: data.repeat_therapy,
  repeat: data.repeat,
  repeat_unit: data.repeat_unit,
  repeat_time_to: data.repeat_time_to,
  repeat_until_discontinued: data.repeat_until_discontinued,
  notes: data.notes,
  draft: data.draft,
  ...(data.dosage_text === undefined ? {} : { dosage_text: data.dosage_text }),
  ...(data.time_from_precision === undefined ? {} : { time_from_precision: data.time_from_precision }),
  ...(data.time_to_precision === undefined ? {} : { time_to_precision: data.time_to_precision }),
  ...(data.time_from_offset === undefined ? {} : { time_from_offset: data.time_from_offset }),
  ...(data.time_to_offset === undefined ? {} : { time_to_offset: data.time_to_offset }),
  ...(data.time_to_probable === undefined ? {} : { time_to_probable: data.time_to_probable }),
  ...(data.expected_until === undefined ? {} : { expected_until: data.expected_until }),
  ...(data.clinical_status === undefined ? {} : { clinical_status: data.clinical_status }),
  ...(data.given === undefined ? {} : { given: data.given }),
  ...(data.part_of_dose === undefined ? {} : { part_of_dose: data.part_of_dose }),
  ...(data.order_in_error === undefined ? {} : { order_in_error: data.order_in_error }),
  ...(data.beside === undefined ? {} : { beside: data.beside }),
  ...(data.asks === undefined ? {} : { asks: data.asks }),
});

type Said = { comment: string };
const told = ({ comment }: Said, meta: EventMeta) => ({
  comment,
  last_edited_by: editorOf(meta),
  recorded_at: meta.recorded_at,
  version: meta.revision,
});

const view = (content: IntakeContent, dosage_changes: DosageChange[], { recorded_at }: EventMeta, before?: IntakeDocument) => {
  const recorded = (isOver(content) ? before?.over_since : undefined) ?? recorded_at.slice(0, 10);
  const { ends, ...ordered } = lastDayKnown(content, endOf(content), recorded);
  return {
    ...content,
    medication_id: content.medication.id ?? null,
    dosage_changes,
    name: medicationName(content),
    nested_items: dosagePeriods(content, dosage_changes),
    ends,
    ...ordered,
    ...(isOver(content) ? { over_since: recorded } : {}),
    date_applies: content.time_from,
    ...lasting(content, ends, recorded),
  };
};

const sourceOf = (source: IntakeDocument['source']) => (source === undefined ? {} : { source, fhir_id: source.reference });

const identity = (before: IntakeDocument) => ({
  id: before.id,
  patient_id: before.patient_id,
  organization_id: before.organization_id,
  type: before.type,
  origin: before.origin,
  ...sourceOf(before.source),
});

/** One document per treatment, as the patient's list, the form, the chart and the history show it. */
export const intakes: Projection<IntakeEvent, IntakeDocument, 'IntakeRecorded'> = {
  name: 'intakes',
  version: 6,
  key: ({ data }) => data.intake_id,
  create: {
    IntakeRecorded: ({ data }, meta) => ({
      id: data.intake_id,
      patient_id: data.patient_id,
      organization_id: meta.organization_id ?? '',
      type: 'MedicationDosage',
      origin: data.origin,
      ...sourceOf(data.source),
      ...view(contentOf(data), [], meta),
      ...told(data, meta),
    }),
  },
  apply: {
    IntakeCorrected: (before, { data }, meta) => {
      const now = view(contentOf(data), data.dosage_changes, meta, before);
      const nested_items = data.stopped ? keepingCorrections(before, now) : withCorrections(before, now, meta.recorded_at);
      return { ...identity(before), ...sourceOf(data.source), ...now, nested_items, ...told(data, meta) };
    },
    /** What it was up to then stays what it was: a change is no correction. */
    DosageChanged: (before, { data }, meta) => {
      const { intake_id: _, patient_id: __, comment: ___, accepted: ____, ...change } = data;
      const now = view(contentOf(before), withDosageChange(before.dosage_changes, change), meta, before);
      return { ...before, ...now, nested_items: keepingCorrections(before, now, change.change_date), ...told(data, meta) };
    },
    IntakeRemoved: () => gone,
  },
  indexes: [['patient_id'], ['patient_id', 'ongoing', 'time_from', 'recorded_at'], ['patient_id', 'draft'], ['patient_id', 'given']],
  erasedWith: { patient: { field: 'patient_id' } },
};
