import fc from '#tests/support/fast-check';
import { allowedIntakes, completeIntake, intakeRules } from '#tests/support/intake-rules';
import { changeErrors, intakeErrors, type IntakeForm } from './intake-rules.ts';
import { DosageChangeRequest, IntakeCorrection, NewIntake } from './intakes.ts';
import { changeSchedule, cyclePreview, lastDayOfTreatment, startedAt } from './schedules.ts';

const patient_id = '22222222-2222-4222-8222-222222222222';
const form = (sent: object) => ({ ...completeIntake, ...sent }) as unknown as IntakeForm;
/** What a call answers by field: every message of the schema. */
const issues = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) => {
  const errors: Record<string, string[]> = {};
  for (const { path, message } of parsed.error?.issues ?? []) (errors[path.join('.')] ??= []).push(message);
  return errors;
};

describe.each(intakeRules)('$rule: $message', ({ sent, field, message }) => {
  it('in the form', () => expect(intakeErrors(form(sent))[field]).toContain(message));
  it('on the server, new and corrected', () => {
    expect(issues(NewIntake.safeParse({ patient_id, ...form(sent) }))[field]).toContain(message);
    expect(issues(IntakeCorrection.safeParse({ version: 0, comment: 'x', ...form(sent) }))[field]).toContain(message);
  });
});

describe.each(allowedIntakes)('allows %s', (_what, sent) => {
  it('in the form', () => expect(intakeErrors(form(sent))).toEqual({}));
  it('on the server', () => expect(issues(NewIntake.safeParse({ patient_id, ...form(sent) }))).toEqual({}));
});

it('turns quantity, frequency and period into integers', () => {
  const typed = NewIntake.parse({ patient_id, ...completeIntake, quantity: '1', frequency: ' 2 ', period: '+1' });
  expect(typed).toMatchObject({ quantity: 1, frequency: 2, period: 1 });
  expect(issues(NewIntake.safeParse({ patient_id, ...completeIntake, quantity: 'two', period: '' }))).toEqual({
    quantity: ['Field should be number'],
  });
  expect(issues(NewIntake.safeParse({ patient_id, ...completeIntake, period: '' }))).toEqual({ period: ['Field is required'] });
});

it('says of all fields at once what is missing', () => {
  expect(Object.keys(issues(NewIntake.safeParse({ patient_id })))).toEqual([
    'medication',
    'form',
    'quantity',
    'frequency',
    'period',
    'dosages',
    'time_from',
    'duration',
  ]);
});

it('offers repeat units Day and Week only', () => {
  const monthly = { ...completeIntake, repeat_therapy: true, repeat: 1, repeat_unit: 'Month', repeat_until_discontinued: true };
  expect(issues(NewIntake.safeParse({ patient_id, ...monthly }))).toEqual({ repeat_unit: ['Must be one of Day, Week'] });
});

it.each([
  [
    'a dose unit besides mg and units',
    { dosages: [{ ...completeIntake.dosages[0], unit: 'g' }] },
    'dosages.0.unit',
    'Must be one of mg, units',
  ],
  ['a form besides per tablet and total dose', { form: 'per spoon' }, 'form', 'Must be one of per tablet, total dose'],
  ['an interval besides Day and Week', { period_unit: 'Month' }, 'period_unit', 'Must be one of Day, Week'],
  ['a duration in anything but days', { duration_unit: 'Week' }, 'duration_unit', 'Field should be in a proper format'],
  ['a schedule besides Regular and Tapering', { schedule_kind: 'Sometimes' }, 'schedule_kind', 'Must be one of Regular, Tapering'],
])('takes not %s', (_what, sent, field, message) =>
  expect(issues(NewIntake.safeParse({ patient_id, ...form(sent) }))).toMatchObject({ [field]: [message] }),
);

it("asks for the reason in the documents' words", () => {
  expect(issues(IntakeCorrection.safeParse({ version: 0, ...completeIntake, comment: '  ' }))).toEqual({
    comment: ["Comment shouldn't be empty."],
  });
  expect(NewIntake.parse({ patient_id, ...completeIntake }).comment).toBe('New entry');
});

describe('a change of dosage', () => {
  const treatment = form({});
  const change = { ...form({}), change_date: '2026-03-05T00:00:00' };
  it('has a date', () => {
    expect(changeErrors({ ...change, change_date: null })).toEqual({ change_date: ['Field is required'] });
    expect(changeErrors({ ...change, change_date: '2026-02-30T00:00:00' })).toEqual({ change_date: ['Must be a correct date'] });
    const sent = { version: 0, comment: 'x', ...change, change_date: '03/05/2026' };
    expect(issues(DosageChangeRequest.safeParse(sent))).toEqual({ change_date: ['Must be a correct date'] });
  });
  it('lies within the treatment', () => {
    expect(changeErrors(change, treatment)).toEqual({});
    const early = { ...change, change_date: '2026-03-01T00:00:00' };
    expect(changeErrors(early, treatment)).toEqual({ change_date: ['Date should not be before 03/02/2026'] });
    const late = { ...change, change_date: '2026-03-12T00:00:00' };
    expect(changeErrors(late, treatment)).toEqual({ change_date: ['Date should not be after 03/11/2026'] });
  });
  it('has complete doses of the same medication', () => {
    const errors = changeErrors({ ...change, form: null, quantity: null, dosages: [{ ...change.dosages[0]!, dose: null }] }, treatment);
    expect(errors).toEqual({ form: ['Field is required'], quantity: ['Field is required'], 'dosages.0.dose': ['Field is required'] });
    const other = { ...change, dosages: [{ ...change.dosages[0]!, nonproprietary_name: 'warfarin' }] };
    expect(Object.keys(changeErrors(other, treatment))).toEqual(['dosages.0.nonproprietary_name']);
  });
  it('is among the later ones of a correction under its own place', () => {
    const correction = {
      version: 0,
      comment: 'x',
      ...completeIntake,
      dosage_changes: [change, { ...change, change_date: '2027-01-01T00:00:00' }],
    };
    expect(issues(IntakeCorrection.safeParse(correction))).toEqual({
      'dosage_changes.1.change_date': ['Date should not be after 03/11/2026'],
    });
  });
});

describe('whatever somebody types', () => {
  const number = fc.oneof(fc.constant(null), fc.double(), fc.integer(), fc.constantFrom(1e308, 2 ** 53, 1e16, 99_999, -0, 0.5));
  const date = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.constantFrom('0000-00-00T00:00:00', '9999-12-31T23:59:59', '1900-01-01T00:00:00', '2050-12-31T23:59:59', '2026-02-30T00:00:00'),
  );
  const unit = fc.constantFrom('Hour', 'Day', 'Week', 'Month', 'Year', null);
  const typed = fc.record({
    ...{ quantity: number, frequency: number, period: number, duration: number, repeat: number },
    ...{ period_unit: unit, repeat_unit: unit },
    ...{ time_from: date, time_to: date, repeat_time_to: date },
    until_discontinued: fc.boolean(),
    repeat_therapy: fc.boolean(),
    repeat_until_discontinued: fc.boolean(),
    draft: fc.boolean(),
    schedule_kind: fc.constantFrom('Regular', 'Tapering'),
    dosages: fc.array(
      fc.record({
        nonproprietary_name: fc.string(),
        dose: fc.oneof(fc.constant(null), fc.string()),
        unit: fc.constant('mg'),
        step: fc.nat(3),
        days: number,
      }),
    ),
  });

  it('is answered by rules, previews and bounds, not by a fault', () => {
    fc.assert(
      fc.property(typed, date, (sent, change_date) => {
        const filled = form(sent);
        intakeErrors(filled);
        changeErrors({ ...filled, change_date }, filled);
        NewIntake.safeParse({ patient_id, ...filled });
        expect(JSON.stringify(cyclePreview(filled))).not.toContain('NaN');
        lastDayOfTreatment(filled);
        startedAt(filled, '2026-02-14T00:00:00');
        for (const field of ['duration', 'repeat', 'time_from', 'time_to', 'repeat_time_to'] as const) {
          changeSchedule(filled, { [field]: sent[field] } as never);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
