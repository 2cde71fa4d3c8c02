import { messages } from '#contracts/rules/messages';
import { type IntakeContent, newIntake } from './intake-content.ts';
import { typedChangeErrors, typedIntakeErrors } from './intake-errors.ts';
import { intakeParts } from './intake-parts.ts';
import { endLine, orderLines, repeatText, spanText } from './intake-words.ts';

const dose = (typed: string) => [{ days: null, doses: [{ nonproprietary_name: 'metformin', dose: typed, unit: 'mg' }] }];
const typed = (changes: Partial<IntakeContent> = {}): IntakeContent => ({
  ...newIntake('2026-03-04T09:30:00'),
  medication: { id: 'm1', nonproprietary_name: 'metformin' },
  form: 'per tablet',
  steps: dose('500'),
  ...changes,
});

it('finds nothing wrong with a whole treatment', () => expect(typedIntakeErrors(typed(), false)).toEqual({}));

it('asks for nothing but the medication before there is one', () =>
  expect(typedIntakeErrors(newIntake('2026-03-04T09:30:00'), false)).toEqual({ medication: [messages.required] }));

it.each([
  ['an empty dose', { steps: dose('') }, 'dosages.0.dose', messages.required],
  ['a dose of nothing', { steps: dose('0') }, 'dosages.0.dose', messages.positive],
  ['a dose that could be two', { steps: dose('1,000') }, 'dosages.0.dose', '1 or 1000?'],
  ['a dose that is no number', { steps: dose('+') }, 'dosages.0.dose', messages.number],
  ['no form', { form: null }, 'form', messages.required],
  ['no number of tablets', { quantity: null }, 'quantity', messages.required],
  ['a number of tablets that is none', { quantity: Number.NaN }, 'quantity', messages.number],
  ['no start date', { time_from: null }, 'time_from', messages.required],
  ['a start that is no date', { time_from: '02/30/2026' }, 'time_from', messages.date],
])('says what is wrong with %s', (_, changes, field, message) =>
  expect(typedIntakeErrors(typed(changes as Partial<IntakeContent>), false)[field]).toEqual([message]),
);

it('lets a draft lack its dose, but not be read in two ways', () => {
  expect(typedIntakeErrors(typed({ steps: dose(''), form: null }), true)).toEqual({});
  expect(typedIntakeErrors(typed({ steps: dose('1,000') }), true)).toHaveProperty(['dosages.0.dose']);
});

it('holds a change of dosage between the start and the last day of its treatment', () => {
  const change = { ...typed(), change_date: '2026-03-06T09:30:00' };
  expect(typedChangeErrors(change, typed())['change_date']?.[0]).toContain('03/05/2026');
  expect(typedChangeErrors({ ...change, change_date: '2026-03-05T09:30:00' }, typed())).toEqual({});
});

it('marks later changes of dosage under their own fields', () => {
  const { form, quantity, frequency, period, period_unit, as_needed } = typed();
  const change = { form, quantity, frequency, period, period_unit, as_needed, steps: dose(''), change_date: '2026-03-05T00:00:00' };
  expect(typedIntakeErrors(typed({ changes: [change] }), false)).toEqual({ 'dosage_changes.0.dosages.0.dose': [messages.required] });
});

describe('two versions of a treatment', () => {
  const mine = typed({ steps: dose('850'), notes: 'with meals' });
  const theirs = typed({ frequency: 2, duration: 3, time_to: '2026-03-06T09:30:00' });

  it('differ part by part, in words', () =>
    expect(intakeParts.differences(mine, theirs)).toEqual([
      { field: 'dose', label: 'Dose', mine: '850 mg (per tablet)', theirs: '500 mg (per tablet)' },
      { field: 'frequency', label: 'How often', mine: 'once a day', theirs: 'twice a day' },
      { field: 'dates', label: 'Dates', mine: '03/04/2026 to 03/05/2026', theirs: '03/04/2026 to 03/06/2026' },
      { field: 'notes', label: 'Notes', mine: 'with meals', theirs: '' },
    ]));

  it('keep what was typed unless the stored part is taken, and what belongs together goes together', () => {
    const merged = intakeParts.merge(mine, theirs, new Set(['dates', 'frequency']));
    expect(merged).toMatchObject({ duration: 3, time_to: '2026-03-06T09:30:00', frequency: 2, notes: 'with meals' });
    expect(merged.steps).toEqual(mine.steps);
  });
});

describe('in words', () => {
  it('ruling 30: the average stands after the order as prescribed', () =>
    expect(orderLines(typed({ steps: dose('15'), period_unit: 'Week' }), typed(), null)).toEqual(['15 mg once a week, avg 2.14 mg/day']));

  it('ruling 19: a total dose is the whole administration, and says so', () =>
    expect(orderLines(typed({ form: 'total dose', quantity: 2 }), typed(), null)[0]).toContain('2 doses, 500 mg in all'));

  it('a tapering has a line for each step', () => {
    const steps = [
      { days: 5, doses: [{ nonproprietary_name: 'prednisone', dose: '20', unit: 'mg' }] },
      { days: null, doses: [{ nonproprietary_name: 'prednisone', dose: '10', unit: 'mg' }] },
    ];
    const lines = orderLines(typed({ steps }), typed(), null);
    expect(lines[0]).toMatch(/^20 mg once a day.*, for 5 days$/);
    expect(lines[1]).toMatch(/^10 mg once a day.*until discontinued$/);
  });

  it.each<[Parameters<typeof typed>[0], string]>([
    [{ time_to: '2026-03-05T09:30:00' }, 'ends tomorrow, 03/05/2026'],
    [{ time_to: '2026-03-04T09:30:00' }, 'ends today, 03/04/2026'],
    [{ time_to: '2026-03-18T09:30:00' }, 'ends in 14 days, 03/18/2026'],
    [{ time_to: '2026-03-03T09:30:00' }, 'ended 03/03/2026'],
    [{ time_to: null, until_discontinued: true }, 'until discontinued'],
    [{ repeat_therapy: true, repeat: 4, repeat_unit: 'Week', repeat_until_discontinued: true }, 'repeats every 4 weeks until discontinued'],
    [{ time_to: null }, ''],
  ])('the end stands with the order: %j: %s', (change, said) => expect(endLine(typed(change), '2026-03-04')).toBe(said));

  it('dates and repeats are readable', () => {
    expect(spanText(typed({ until_discontinued: true, time_to: null }))).toBe('from 03/04/2026 until discontinued');
    expect(repeatText(typed({ repeat_therapy: true, repeat: 2, repeat_unit: 'Week', repeat_until_discontinued: true }))).toBe(
      'every 2 weeks until discontinued',
    );
  });
});
