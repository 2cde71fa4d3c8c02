import type { Dosage, Regimen } from '#contracts/treatments/dosages';
import type { newIntake } from '#contracts/treatments/intakes';
import { durationMessage } from '#contracts/treatments/schedules';

/** One active ingredient of a dosage, in mg. */
export const dosageOf = (nonproprietary_name: string, dose: string | null, change: Partial<Dosage> = {}): Dosage => ({
  nonproprietary_name,
  step: 0,
  days: null,
  dose,
  unit: 'mg',
  ...change,
});
/** One tablet a day with these active ingredients. */
export const tabletsOf = (...dosages: Dosage[]): Regimen & { period_unit: 'Day'; dosages: Dosage[] } => ({
  form: 'per tablet',
  quantity: 1,
  frequency: 1,
  period: 1,
  period_unit: 'Day',
  as_needed: false,
  dosages,
});

/** As the catalogue has it. */
export const metformin = { id: 'ndc-0093-1048', nonproprietary_name: 'metformin hydrochloride', form: 'tablet', strength: '500 mg' };

/** A complete treatment as the form sends it, without its patient: metformin for ten days. */
export const completeIntake: ReturnType<typeof newIntake> = {
  medication: metformin,
  is_generic_selected: true,
  schedule_kind: 'Regular',
  time_from: '2026-03-02T00:00:00',
  time_to: '2026-03-11T00:00:00',
  until_discontinued: false,
  duration: 10,
  duration_unit: 'Day',
  ...tabletsOf(),
  dosages: [{ ...dosageOf('metformin hydrochloride', '500'), unit: 'mg' }],
  frequency: 2,
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
  notes: '',
  draft: false,
};
const [dose] = completeIntake.dosages;
const dosed = (change: object) => ({ dosages: [{ ...dose, ...change }] });
const repeating = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week', repeat_time_to: '2026-12-31T00:00:00' };
const open = { until_discontinued: true, time_to: null };
const taper = {
  schedule_kind: 'Tapering',
  dosages: [
    { ...dose, step: 0, days: 6, dose: '40' },
    { ...dose, step: 1, days: 4, dose: '20' },
  ],
};

/** One rule of document 2 sections 4 and 5: what is sent, which field is wrong, and the message in the documents' words. */
export interface IntakeRule {
  rule: string;
  sent: object;
  field: string;
  message: string;
}

const required = 'Field is required';
const rule = (said: string, sent: object, field: string, message: string): IntakeRule => ({ rule: said, sent, field, message });

/** The table of the rules: run against the form's function and against the server, which must say the same. */
export const intakeRules: IntakeRule[] = [
  rule('medication selection required', { medication: null }, 'medication', required),
  rule('a medication is one of the catalogue', { medication: { nonproprietary_name: 'metformin hydrochloride' } }, 'medication', required),
  ...(['quantity', 'frequency', 'period'] as const).flatMap((field) => [
    rule(`${field} is required`, { [field]: null }, field, required),
    rule(`${field} is greater than 0`, { [field]: 0 }, field, 'Must be greater than 0'),
    rule(`${field} is an integer`, { [field]: 1.5 }, field, 'Field should be number'),
  ]),
  rule('duration is required', { duration: null }, 'duration', required),
  rule('duration is greater than 0', { duration: 0, time_to: null }, 'duration', 'Must be greater than 0'),
  rule('duration follows the stop date', { duration: 3 }, 'duration', 'The duration and the stop date disagree'),
  rule(
    'duration ends within the calendar',
    { time_from: '2050-12-30T00:00:00', time_to: null },
    'duration',
    'The stop date lies after 12/31/2050',
  ),
  rule('duration does not exceed the repeat cycle: weeks', { ...repeating, repeat: 1 }, 'duration', durationMessage),
  rule('duration does not exceed the repeat cycle: days', { ...repeating, repeat: 9, repeat_unit: 'Day' }, 'duration', durationMessage),
  rule('repeat is required when repeating', { ...repeating, repeat: null }, 'repeat', required),
  rule('repeat is greater than 0', { ...repeating, repeat: 0 }, 'repeat', 'Must be greater than 0'),
  rule('repeat_unit is required when repeating', { ...repeating, repeat_unit: null }, 'repeat_unit', required),
  rule('repeat_time_to is required unless until discontinued', { ...repeating, repeat_time_to: null }, 'repeat_time_to', required),
  rule('repeat_time_to is a date', { ...repeating, repeat_time_to: '2026-02-30T00:00:00' }, 'repeat_time_to', 'Must be a correct date'),
  rule(
    'repeat_time_to is after time_to',
    { ...repeating, repeat_time_to: '2026-03-11T00:00:00' },
    'repeat_time_to',
    'Date should be after Stop date',
  ),
  rule(
    'a repeat until discontinued has no end',
    { ...repeating, repeat_until_discontinued: true },
    'repeat_time_to',
    'A repeat until discontinued has no end',
  ),
  rule(
    'without a repeat there is no end of it',
    { repeat_time_to: '2026-12-31T00:00:00' },
    'repeat_time_to',
    'This treatment does not repeat',
  ),
  rule('without a repeat there is no cycle', { repeat: 4 }, 'repeat', 'This treatment does not repeat'),
  rule(
    'until discontinued clears the repeat',
    { ...open, ...repeating },
    'repeat_therapy',
    'A treatment until discontinued does not repeat',
  ),
  rule('until discontinued has no stop date', { until_discontinued: true }, 'time_to', 'A treatment until discontinued has no stop date'),
  rule('time_from is required', { time_from: null }, 'time_from', required),
  rule('time_from is a date', { time_from: '2026-13-01T00:00:00' }, 'time_from', 'Must be a correct date'),
  rule('time_from is not before 1900', { time_from: '1899-12-31T00:00:00' }, 'time_from', 'Must be a correct date'),
  rule('time_to is a date', { time_to: '2026-02-29T00:00:00' }, 'time_to', 'Must be a correct date'),
  rule('time_to is not after 2050', { time_to: '2051-01-01T00:00:00' }, 'time_to', 'Must be a correct date'),
  rule('time_to is after the start date', { time_to: '2026-03-01T00:00:00' }, 'time_to', 'Date should be after 03/02/2026'),
  rule('a dose is required', { dosages: [] }, 'dosages', required),
  rule('dose is required', dosed({ dose: null }), 'dosages.0.dose', required),
  rule('dose is a number', dosed({ dose: '1,5' }), 'dosages.0.dose', 'Field should be number'),
  rule('dose is not negative', dosed({ dose: '-5' }), 'dosages.0.dose', 'Field should be number'),
  rule('dose is greater than 0', dosed({ dose: '0.0' }), 'dosages.0.dose', 'Must be greater than 0'),
  rule('unit is required', dosed({ unit: null }), 'dosages.0.unit', required),
  rule('form is required', { form: null }, 'form', required),
  rule(
    'a dose is of the medication',
    dosed({ nonproprietary_name: 'warfarin' }),
    'dosages.0.nonproprietary_name',
    'This is not an active ingredient of the medication',
  ),
  rule(
    'an ingredient has one dose',
    { dosages: [dose, dose] },
    'dosages.1.nonproprietary_name',
    'This active ingredient already has a dose',
  ),
  rule('a regular schedule has no steps', dosed({ days: 5 }), 'dosages.0.days', 'Only a tapering has steps'),
  rule(
    'ruling 9: a tapering has at least two steps',
    { ...taper, dosages: taper.dosages.slice(0, 1) },
    'dosages',
    'A tapering has at least two steps',
  ),
  rule(
    'ruling 9: a step lasts some days',
    { ...taper, dosages: [taper.dosages[0], { ...taper.dosages[1], days: null }] },
    'dosages.1.days',
    required,
  ),
  rule(
    'ruling 9: a tapering lasts as its steps do',
    { ...taper, dosages: [taper.dosages[0], { ...taper.dosages[1], days: 5 }] },
    'duration',
    'The duration is that of all steps together',
  ),
  rule('ruling 9: a tapering does not repeat', { ...taper, ...repeating }, 'repeat_therapy', 'A tapering does not repeat'),
];

/** Treatments that keep every rule. */
export const allowedIntakes: [string, object][] = [
  ['a complete treatment', {}],
  ['one of a single day', { duration: 1, time_to: '2026-03-02T00:00:00' }],
  ['a stop date that follows from the duration', { time_to: null }],
  ['one until discontinued, whose duration nobody asks for', { ...open, duration: null }],
  ['one that repeats', repeating],
  ['one as long as its cycle', { ...repeating, repeat: 10, repeat_unit: 'Day' }],
  ['one that repeats until discontinued', { ...repeating, repeat_time_to: null, repeat_until_discontinued: true }],
  ['a tapering', taper],
  ['a last step until discontinued', { ...taper, ...open, dosages: [taper.dosages[0], { ...taper.dosages[1], days: null }] }],
  [
    'a draft with a medication and a start date only',
    { draft: true, dosages: [], form: null, quantity: null, frequency: null, period: null, duration: null, time_to: null },
  ],
];
