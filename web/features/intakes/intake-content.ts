import { type Dosage, ingredientsOf, type Regimen } from '#contracts/treatments/dosages';
import { taperingDays } from '#contracts/treatments/intake-rules';
import { doseUnitsOf, isSolid, readStrength } from '#contracts/treatments/intake-warnings';
import type { IntakeView } from '#contracts/treatments/intake-views';
import type { DosageChange, IntakeContent as StoredIntake, Medication } from '#contracts/treatments/intakes';
import { changeSchedule, newSchedule, type Schedule, startedAt } from '#contracts/treatments/schedules';
import { latestRegimen, stepsOf, typedRegimen } from './stored-regimen.ts';
import { doseOf, type TypedDose, type TypedRegimen, type TypedStep } from './typed-dose.ts';

/** A later change of dosage. */
export interface TypedChange extends TypedRegimen {
  change_date: string | null;
}

/** The treatment form as it is typed. */
export interface IntakeContent extends Schedule, TypedRegimen {
  medication: Medication | null;
  is_generic_selected: boolean;
  notes: string;
  changes: readonly TypedChange[];
}

const NEW_REGIMEN = { form: null, quantity: 1, frequency: 1, period: 1, period_unit: 'Day', as_needed: false } as const;

/** A new treatment, before a medication is chosen. @param now local of the clinic, `YYYY-MM-DDTHH:mm:ss` */
export const newIntake = (now: string): IntakeContent => ({
  medication: null,
  is_generic_selected: false,
  notes: '',
  changes: [],
  ...newSchedule(now),
  ...NEW_REGIMEN,
  steps: [{ days: null, doses: [] }],
});

/** The doses of all steps, one after the other, as they are stored; what cannot be read is missing here and an error of the form. */
export const dosagesOf = (steps: readonly TypedStep[]): Dosage[] =>
  steps.flatMap(({ days, doses }, step) =>
    doses.map((typed) => ({
      nonproprietary_name: typed.nonproprietary_name,
      step,
      days,
      dose: doseOf(typed) ?? null,
      unit: typed.unit === '' ? null : typed.unit,
    })),
  );

export const regimenOf = ({ steps, ...regimen }: TypedRegimen): Regimen => ({
  form: regimen.form,
  quantity: regimen.quantity,
  frequency: regimen.frequency,
  period: regimen.period,
  period_unit: regimen.period_unit,
  as_needed: regimen.as_needed,
  dosages: dosagesOf(steps),
});

/** A field for the dose of each active ingredient, in the unit of its strength. */
const emptyDoses = (medication: Medication): TypedDose[] =>
  ingredientsOf(medication.nonproprietary_name).map((name) => ({
    nonproprietary_name: name,
    dose: '',
    unit: doseUnitsOf(medication, name)[0] ?? '',
  }));

/** A draft may lack its doses: each active ingredient still has its field. */
const withFields = (steps: readonly TypedStep[], medication: Medication): TypedStep[] =>
  steps.map((step) => (step.doses.length > 0 ? step : { ...step, doses: emptyDoses(medication) }));

type Stored = Omit<StoredIntake, 'draft'> & { dosage_changes?: readonly DosageChange[] };

/** A stored treatment as the form shows it. */
export const contentOf = (stored: Stored): IntakeContent => ({
  medication: stored.medication,
  is_generic_selected: stored.is_generic_selected,
  notes: stored.notes,
  schedule_kind: stored.schedule_kind,
  time_from: stored.time_from,
  time_to: stored.time_to,
  until_discontinued: stored.until_discontinued,
  duration: stored.duration,
  repeat_therapy: stored.repeat_therapy,
  repeat: stored.repeat,
  repeat_unit: stored.repeat_unit,
  repeat_time_to: stored.repeat_time_to,
  repeat_until_discontinued: stored.repeat_until_discontinued,
  ...typedRegimen(stored),
  steps: withFields(stepsOf(stored.dosages), stored.medication),
  changes: (stored.dosage_changes ?? []).map((change) => ({ change_date: change.change_date, ...typedRegimen(change) })),
});

/** What the form sends of a new treatment. */
export const newOf = ({ steps, changes: _changes, ...content }: IntakeContent) => ({ ...content, ...regimenOf({ ...content, steps }) });

/** The same for one that exists, with all its later dosages. */
export const correctionOf = (content: IntakeContent) => ({
  ...newOf(content),
  dosage_changes: content.changes.map((change) => ({ change_date: change.change_date, ...regimenOf(change) })),
});

/** The steps with a dose field for each active ingredient of a medication; what was typed for one of the same name stays. */
export const dosesFor = (steps: readonly TypedStep[], medication: Medication): TypedStep[] => {
  const empty = emptyDoses(medication);
  return steps.map(({ days, doses }) => ({
    days,
    doses: empty.map((one) => doses.find((dose) => dose.nonproprietary_name === one.nonproprietary_name && dose.dose !== '') ?? one),
  }));
};

/** What one tablet and the like of a medication holds, ingredient by ingredient; nothing of what is measured out. */
const doseOfOne = (medication: Medication): Pick<TypedDose, 'dose' | 'unit'>[] => {
  if (!isSolid(medication)) return [];
  const strengths = (medication.strength ?? '').split(';').map(readStrength);
  if (strengths.length !== ingredientsOf(medication.nonproprietary_name).length) return [];
  return strengths.map((strength) =>
    !strength || strength.isMeasured
      ? { dose: '', unit: '' }
      : { dose: String(Number(strength.amount.toPrecision(12))), unit: strength.unit },
  );
};

/**
 * The dosage fields for a medication that was chosen: a dose field for each active ingredient; of tablets and the like the strength of one
 * is the dose of one, where nothing else was typed.
 * @param former what was chosen before: a strength that came from it is not what was typed
 */
export const dosedAs = (before: TypedRegimen, medication: Medication, former?: Medication): Pick<TypedRegimen, 'form' | 'steps'> => {
  const [ofOne, ofFormer] = [doseOfOne(medication), former ? doseOfOne(former) : []];
  const names = former ? ingredientsOf(former.nonproprietary_name) : [];
  const isOnlyPrefilled = ({ nonproprietary_name, dose, unit, typed }: TypedDose): boolean => {
    const filled = ofFormer[names.indexOf(nonproprietary_name)];
    return typed === undefined && dose !== '' && filled?.dose === dose && filled.unit === unit;
  };
  const typed = before.steps.map((step) => ({
    ...step,
    doses: before.form === 'per tablet' ? step.doses.map((dose) => (isOnlyPrefilled(dose) ? { ...dose, dose: '' } : dose)) : step.doses,
  }));
  const steps = dosesFor(typed, medication);
  if (ofOne.length === 0 || steps.length !== 1 || before.form === 'total dose') return { form: before.form, steps };
  const filled = steps.map(({ days, doses }) => ({
    days,
    doses: doses.map((dose, index) => {
      const one = ofOne[index];
      return dose.dose !== '' || !one || one.dose === '' ? dose : { ...dose, ...one };
    }),
  }));
  return { form: 'per tablet', steps: filled };
};

/** Dates and days in step with what was changed: a tapering lasts as long as its steps. */
export const settled = (content: IntakeContent): IntakeContent => {
  if (content.schedule_kind !== 'Tapering' || content.until_discontinued) return content;
  const duration = taperingDays(dosagesOf(content.steps));
  if (duration === content.duration) return content;
  return { ...content, ...changeSchedule(content, { duration }).schedule };
};

/** Regular keeps the first step; a tapering begins with two, so that there is something to taper to. */
export const withKind = (content: IntakeContent, schedule_kind: Schedule['schedule_kind']): IntakeContent => {
  const next = { ...content, ...changeSchedule(content, { schedule_kind }).schedule };
  const [first = { days: null, doses: [] }] = content.steps;
  if (schedule_kind === 'Regular') return { ...next, steps: [{ ...first, days: null }] };
  const days = content.until_discontinued ? 7 : (content.duration ?? 7);
  const blank = first.doses.map(({ nonproprietary_name, unit }) => ({ nonproprietary_name, dose: '', unit }));
  return {
    ...next,
    steps: [
      { ...first, days },
      { days: content.until_discontinued ? null : days, doses: blank },
    ],
  };
};

/** Until discontinued the last step of a tapering has no end. */
export const withDiscontinued = (content: IntakeContent, until_discontinued: boolean): IntakeContent => {
  const next = { ...content, ...changeSchedule(content, { until_discontinued }).schedule };
  if (content.schedule_kind === 'Regular') return next;
  const last = content.steps.length - 1;
  const steps = content.steps.map((step, index) =>
    index === last ? { ...step, days: until_discontinued ? null : (step.days ?? content.steps[index - 1]?.days ?? 7) } : step,
  );
  return { ...next, steps };
};

/** A treatment that begins now like an earlier one: its medication, latest dosage and length. */
export const likeEarlier = (content: IntakeContent, earlier: IntakeView, now: string): IntakeContent => {
  const like = { ...contentOf(earlier), ...(earlier.dosage_changes.length > 0 ? latestRegimen(earlier) : {}) };
  const isTapering = like.schedule_kind === 'Tapering' && like.steps.length > 1;
  const schedule: Schedule = startedAt(
    {
      ...newSchedule(now),
      schedule_kind: isTapering ? 'Tapering' : 'Regular',
      until_discontinued: like.until_discontinued,
      duration: like.duration,
      repeat_therapy: like.repeat_therapy,
      repeat: like.repeat,
      repeat_unit: like.repeat_unit,
      repeat_until_discontinued: like.repeat_until_discontinued,
      ...(like.until_discontinued ? { time_to: null } : {}),
    },
    now,
  );
  const steps = isTapering ? like.steps : like.steps.slice(-1).map((step) => ({ ...step, days: null }));
  return { ...content, ...like, ...schedule, steps, notes: content.notes, changes: [] };
};
