import type { IntakeView } from '#contracts/treatments/intake-views';
import type { Medication } from '#contracts/treatments/intakes';
import {
  contentOf,
  dosagesOf,
  dosedAs,
  dosesFor,
  type IntakeContent,
  likeEarlier,
  newIntake,
  regimenOf,
  settled,
  withDiscontinued,
  withKind,
} from './intake-content.ts';
import { nextDosageText } from './intake-words.ts';
import { latestRegimen, regimenOn } from './stored-regimen.ts';
import { doseOf, readingsOf } from './typed-dose.ts';

const NOW = '2026-03-04T09:30:00';
const metformin: Medication = { id: 'm1', proprietary_name: 'Glucophage', nonproprietary_name: 'metformin', strength: '500 mg' };
const combination: Medication = { id: 'm2', nonproprietary_name: 'lisinopril; hydrochlorothiazide' };

const doseOfMetformin = (dose: string) => ({ nonproprietary_name: 'metformin', dose, unit: 'mg' });
const prescribed = (changes: Partial<IntakeContent> = {}): IntakeContent => ({
  ...newIntake(NOW),
  medication: metformin,
  form: 'per tablet',
  steps: [{ days: null, doses: [{ nonproprietary_name: 'metformin', dose: '500', unit: 'mg' }] }],
  ...changes,
});

describe('a new treatment', () => {
  it('has the defaults of the documents and runs from now to now plus 1 day', () =>
    expect(newIntake(NOW)).toMatchObject({
      time_from: NOW,
      time_to: '2026-03-05T09:30:00',
      duration: 2,
      quantity: 1,
      frequency: 1,
      period: 1,
      period_unit: 'Day',
      as_needed: false,
      schedule_kind: 'Regular',
      medication: null,
    }));

  it('gets a dose field for each active ingredient, and keeps what was typed for one of the same name', () => {
    const steps = dosesFor(prescribed().steps, { ...combination, nonproprietary_name: 'metformin; sitagliptin' });
    expect(steps[0]?.doses).toEqual([
      { nonproprietary_name: 'metformin', dose: '500', unit: 'mg' },
      { nonproprietary_name: 'sitagliptin', dose: '', unit: 'mg' },
    ]);
  });
});

describe('a medication that was chosen', () => {
  const tablet = { ...metformin, form: 'tablet, film coated' };
  const blank = newIntake(NOW);

  it('brings the strength of one tablet as the dose of one', () =>
    expect(dosedAs(blank, tablet)).toEqual({
      form: 'per tablet',
      steps: [{ days: null, doses: [{ nonproprietary_name: 'metformin', dose: '500', unit: 'mg' }] }],
    }));

  it('writes micrograms as milligrams, which are what doses are given in', () =>
    expect(dosedAs(blank, { ...tablet, strength: '88 ug/1' }).steps[0]?.doses[0]).toMatchObject({ dose: '0.088', unit: 'mg' }));

  it('presets the unit of its strength, and of another product that of its own', () => {
    const epogen = { ...metformin, id: 'm4', nonproprietary_name: 'epoetin alfa', form: 'injection, solution', strength: '4000 units/mL' };
    expect(dosedAs(blank, epogen).steps[0]?.doses).toEqual([{ nonproprietary_name: 'epoetin alfa', dose: '', unit: 'units' }]);
    const chosen = { ...blank, medication: epogen, ...dosedAs(blank, epogen) };
    expect(dosedAs(chosen, { ...epogen, strength: '20 mEq' }, epogen).steps[0]?.doses).toMatchObject([{ dose: '', unit: '' }]);
  });

  it('brings a dose for each active ingredient, or for none where the strengths do not tell', () => {
    const two = { ...tablet, nonproprietary_name: 'amlodipine; benazepril', strength: '5 mg; 10 mg' };
    expect(dosedAs(blank, two).steps[0]?.doses.map(({ dose }) => dose)).toEqual(['5', '10']);
    expect(dosedAs(blank, { ...two, strength: '5 mg' }).steps[0]?.doses.map(({ dose }) => dose)).toEqual(['', '']);
  });

  it('says nothing of the dose of what is no tablet, and never types over what was typed', () => {
    expect(dosedAs(blank, { ...metformin, form: 'solution' })).toMatchObject({ form: null, steps: [{ doses: [{ dose: '' }] }] });
    expect(
      dosedAs(prescribed({ steps: [{ days: null, doses: [{ nonproprietary_name: 'metformin', dose: '850', unit: 'mg' }] }] }), tablet)
        .steps[0]?.doses[0]?.dose,
    ).toBe('850');
  });

  it('ruling 29: brings its own strength where the one before it stood unchanged, not where a dose was typed', () => {
    const chosen = (medication: Medication) => ({ ...blank, medication, ...dosedAs(blank, medication) });
    const doses = (typed: IntakeContent, next: Medication) => dosedAs(typed, next, typed.medication ?? undefined).steps[0]?.doses;
    const other = { ...tablet, id: 'm3', strength: '850 mg' };
    expect(doses(chosen(tablet), other)).toMatchObject([{ dose: '850' }]);
    expect(doses(chosen(tablet), { ...other, form: 'solution' })).toMatchObject([{ dose: '' }]);
    const [step] = chosen(tablet).steps;
    const typed = { ...chosen(tablet), steps: [{ days: null, doses: [{ ...step!.doses[0]!, dose: '1000' }] }] };
    expect(doses(typed, other)).toMatchObject([{ dose: '1000' }]);
  });
});

it('has a field for the dose of each active ingredient in a draft that lacks them', () => {
  const bare = prescribed({ medication: combination, steps: [{ days: null, doses: [] }] });
  const draft = { ...bare, ...regimenOf(bare), dosage_changes: [], draft: true } as unknown as IntakeView;
  expect(contentOf(draft).steps).toEqual([
    {
      days: null,
      doses: [
        { nonproprietary_name: 'lisinopril', dose: '', unit: 'mg' },
        { nonproprietary_name: 'hydrochlorothiazide', dose: '', unit: 'mg' },
      ],
    },
  ]);
});

describe('ruling 28: a typed dose', () => {
  it.each([
    ['.5', '0.5'],
    ['3,7', '3.7'],
    ['5.0', '5'],
    ['', null],
    ['1,000', undefined],
  ])('%p is read as %p', (dose, read) => expect(doseOf({ dose })).toBe(read));

  it('asks which of two numbers a comma with three digits means, until one is chosen', () => {
    expect(readingsOf({ dose: '1,000' })).toEqual(['1', '1000']);
    expect(readingsOf({ dose: '1,000', reading: '1000' })).toBeNull();
    expect(doseOf({ dose: '1,000', reading: '1000' })).toBe('1000');
    expect(doseOf({ dose: '2,000', reading: '1000' })).toBeUndefined();
  });
});

describe('tapering', () => {
  const tapering = withKind(prescribed({ duration: 5, time_to: '2026-03-08T09:30:00' }), 'Tapering');

  it('begins with two steps, the first as it was dosed, and lasts as long as its steps', () => {
    expect(tapering.steps.map(({ days, doses }) => [days, doses[0]?.dose])).toEqual([
      [5, '500'],
      [5, ''],
    ]);
    expect(settled(tapering)).toMatchObject({ duration: 10, time_to: '2026-03-13T09:30:00' });
  });

  it('follows its steps when their days change', () => {
    const [first, second] = tapering.steps;
    if (!first || !second) throw new Error('two steps');
    expect(
      settled({
        ...tapering,
        steps: [
          { ...first, days: 3 },
          { ...second, days: 4 },
        ],
      }),
    ).toMatchObject({
      duration: 7,
      time_to: '2026-03-10T09:30:00',
    });
  });

  it('has a last step without end until discontinued, and an end again after that', () => {
    const open = settled(withDiscontinued(tapering, true));
    expect(open.steps.map(({ days }) => days)).toEqual([5, null]);
    expect(open).toMatchObject({ until_discontinued: true, time_to: null });
    const ended = settled(withDiscontinued(open, false));
    expect(ended.steps.map(({ days }) => days)).toEqual([5, 5]);
    expect(ended).toMatchObject({ duration: 10, time_to: '2026-03-13T09:30:00' });
  });

  it('goes back to the first step when it is regular again', () =>
    expect(withKind(tapering, 'Regular').steps).toEqual([
      { days: null, doses: [{ nonproprietary_name: 'metformin', dose: '500', unit: 'mg' }] },
    ]));

  it('is stored as consecutive doses, counted from 0, and comes back as it was', () => {
    const dosages = dosagesOf(tapering.steps);
    expect(dosages).toEqual([
      { nonproprietary_name: 'metformin', step: 0, days: 5, dose: '500', unit: 'mg' },
      { nonproprietary_name: 'metformin', step: 1, days: 5, dose: null, unit: 'mg' },
    ]);
    const stored = { ...tapering, ...regimenOf(tapering), dosage_changes: [] } as unknown as IntakeView;
    expect(contentOf(stored).steps).toEqual(tapering.steps);
  });
});

describe('an earlier treatment', () => {
  const base = prescribed({ duration: 7, time_from: '2025-01-01T08:00:00', time_to: '2025-01-07T08:00:00', notes: 'with meals' });
  const stored = { ...base, ...regimenOf(base), duration_unit: 'Day' as const, draft: false };
  const later = { ...regimenOf(base), change_date: '2025-01-04T08:00:00', dosages: [{ ...dosagesOf(base.steps)[0], dose: '850' }] };
  const earlier = { ...stored, id: 'i1', dosage_changes: [later] } as unknown as IntakeView;

  it('gives its medication, latest dosage and length to a new one that starts now', () => {
    const like = likeEarlier(newIntake(NOW), earlier, NOW);
    expect(like).toMatchObject({
      medication: metformin,
      time_from: NOW,
      time_to: '2026-03-10T09:30:00',
      duration: 7,
      notes: '',
      changes: [],
    });
    expect(like.steps[0]?.doses[0]?.dose).toBe('850');
  });

  it('is gone on with at its latest dosage', () => expect(latestRegimen(earlier).steps[0]?.doses[0]?.dose).toBe('850'));

  it('begins a change of dosage with what is in force on its day', () => {
    const doseOn = (view: IntakeView, day: string) => regimenOn(view, day).steps.map(({ days, doses }) => [days, doses[0]?.dose]);
    expect(doseOn(earlier, '2025-01-03')).toEqual([[null, '500']]);
    expect(doseOn(earlier, '2025-01-04')).toEqual([[null, '850']]);
    const tapering = withKind(prescribed({ duration: 5, time_from: '2025-01-01T08:00:00', time_to: '2025-01-05T08:00:00' }), 'Tapering');
    const [first, second] = tapering.steps;
    const steps = [first!, { ...second!, doses: [{ ...second!.doses[0]!, dose: '250' }] }];
    const view = { ...tapering, ...regimenOf({ ...tapering, steps }), dosage_changes: [] } as unknown as IntakeView;
    expect(['2025-01-01', '2025-01-05', '2025-01-06', '2025-01-10', '2025-02-01'].flatMap((day) => doseOn(view, day))).toEqual([
      [null, '500'],
      [null, '500'],
      [null, '250'],
      [null, '250'],
      [null, '250'],
    ]);
  });
});

describe('a change of dosage before another one', () => {
  const earlier = prescribed({
    time_from: '2025-01-01T08:00:00',
    until_discontinued: true,
    changes: [
      { ...prescribed(), change_date: '2025-03-01T00:00:00', steps: [{ days: null, doses: [doseOfMetformin('850')] }] },
      { ...prescribed(), change_date: '2025-06-01T00:00:00', steps: [{ days: null, doses: [doseOfMetformin('1000')] }] },
    ],
  });
  it('says from when on the other one stays', () =>
    expect(nextDosageText(earlier, '2025-02-01T00:00:00')).toBe(
      'From 03/01/2025 on the dosage stays 850 mg once a day, avg 850 mg/day, as entered before.',
    ));
  it('of the day of another one takes its place', () => expect(nextDosageText(earlier, '2025-03-01T09:00:00')).toContain('1000 mg'));
  it('says nothing where none follows, or while no day is typed', () =>
    expect(['2025-06-01T00:00:00', '13/45', null].map((day) => nextDosageText(earlier, day))).toEqual([undefined, undefined, undefined]));
});
