import type { LabValue } from '#contracts/observations/lab-values';
import type { LabResultDocument } from './lab-results.projection.ts';
import { previousValues } from './previous-values.ts';

const CRP = '11111111-1111-4111-8111-111111111111';
const crp: LabValue = { entry_id: 'a', parameter_id: CRP, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
const result = (day: string, parameters: LabValue[], draft = false): LabResultDocument => ({
  id: day,
  patient_id: 'p',
  organization_id: 'o',
  collected: `${day}T00:00:00`,
  date_applies: `${day}T00:00:00`,
  draft,
  origin: 'manual',
  parameters,
  comment: '',
  last_edited_by: null,
  recorded_at: `${day}T12:00:00.000Z`,
  version: 0,
});
const nameOf = (id: string) => (id === CRP ? 'C-reactive protein' : undefined);

it('answers the last value of each parameter with unit, range and date, and every unit it came in', () =>
  expect(
    previousValues(
      [
        result('2026-01-01', [{ ...crp, value: '3', unit: 'mg/dL' }]),
        result('2026-03-01', [{ ...crp, value: '<1', comparator: '<', flag: 'L' } as LabValue]),
        result('2026-02-01', [
          crp,
          { ...crp, entry_id: 'b', parameter_id: null, name: 'Ferritin', value: '41', unit: '', no_upper_limit: true, max: null },
        ]),
      ],
      nameOf,
      'o',
    ),
  ).toEqual([
    {
      parameter_id: CRP,
      name: 'C-reactive protein',
      value: '<1',
      comparator: '<',
      unit: 'mg/L',
      units: ['mg/L', 'mg/dL'],
      min: '0',
      max: '5',
      collected: '2026-03-01T00:00:00',
      ranges: [
        { unit: 'mg/L', min: '0', max: '5', collected: '2026-03-01T00:00:00' },
        { unit: 'mg/dL', min: '0', max: '5', collected: '2026-01-01T00:00:00' },
      ],
    },
    {
      parameter_id: null,
      name: 'Ferritin',
      value: '41',
      unit: '',
      units: [''],
      min: '0',
      max: null,
      no_upper_limit: true,
      collected: '2026-02-01T00:00:00',
      ranges: [{ unit: '', min: '0', max: null, collected: '2026-02-01T00:00:00' }],
    },
  ]));

it('answers the last value before a specimen, and a later one only where there is no earlier one', () => {
  const results = ['2026-01-01', '2026-02-01', '2026-03-01'].map((day, at) => result(day, [{ ...crp, value: `${at + 1}` }]));
  const lastBefore = (day: string) => previousValues(results, nameOf, 'o', `${day}T00:00:00`);
  expect(lastBefore('2026-02-15')).toMatchObject([{ value: '2', collected: '2026-02-01T00:00:00', units: ['mg/L'] }]);
  // its own day is not before it
  expect(lastBefore('2026-02-01')).toMatchObject([{ value: '1' }]);
  expect(lastBefore('2025-12-31')).toMatchObject([{ value: '3', collected: '2026-03-01T00:00:00' }]);
});

it('ruling 24: takes no draft for a last value', () =>
  expect(previousValues([result('2026-01-01', [crp]), result('2026-02-01', [{ ...crp, value: '70' }], true)], nameOf, 'o')).toMatchObject([
    { value: '7.0' },
  ]));

it('ruling 4: takes the later moment for the last, on whatever clock', () => {
  const on = (collected: string, collected_offset: string, clinic_time: string, value: string) => ({
    ...result('2025-03-10', [{ ...crp, value }]),
    ...{ collected, date_applies: collected, collected_offset, clinic_time },
  });
  const results = [
    on('2025-03-11T03:00:00', '+00:00', '2025-03-10T22:00:00', '9'),
    on('2025-03-10T23:30:00', '-05:00', '2025-03-10T23:30:00', '4'),
  ];
  expect(previousValues(results, nameOf, 'o')).toMatchObject([
    { value: '4', collected: '2025-03-10T23:30:00', collected_offset: '-05:00' },
  ]);
});

it('ruling 31: names the values that may be later, of which only the year or the month is known', () => {
  const of = (day: string, value: string, collected_precision?: 'year' | 'month') => ({
    ...result(day, [{ ...crp, value }]),
    ...(collected_precision ? { collected_precision } : {}),
  });
  const [last] = previousValues([of('2018-01-01', '6', 'year'), of('2018-03-01', '7', 'month'), of('2018-03-01', '8')], nameOf, 'o');
  expect(last).toMatchObject({ value: '8', collected: '2018-03-01T00:00:00' });
  expect(last?.or_last).toEqual([
    { value: '7', unit: 'mg/L', collected: '2018-03-01T00:00:00', collected_precision: 'month' },
    { value: '6', unit: 'mg/L', collected: '2018-01-01T00:00:00', collected_precision: 'year' },
  ]);
  expect(previousValues([of('2018-01-01', '6', 'year'), of('2019-01-01', '7')], nameOf, 'o')[0]).not.toHaveProperty('or_last');
});

it('answers a text result as it was', () =>
  expect(previousValues([result('2026-01-01', [{ ...crp, value: null, text: 'negative' }])], nameOf, 'o')).toMatchObject([
    { value: null, text: 'negative' },
  ]));

it('has nothing to say of an entry without a value', () =>
  expect(previousValues([result('2026-01-01', [{ ...crp, value: null }])], nameOf, 'o')).toEqual([]));

it('ruling 49: answers the last range of the same unit and clinic from a checked result that has one', () => {
  const ranged = (day: string, min: string | null, max: string | null) => result(day, [{ ...crp, min, max }]);
  const [last] = previousValues(
    [
      ranged('2026-01-01', '0', '5'),
      ranged('2026-02-01', '0.7', '1.2'),
      ranged('2026-03-01', null, null),
      ranged('2026-04-01', '0', '0'),
      { ...ranged('2026-05-01', '0', '7'), draft: true },
      { ...ranged('2026-06-01', '0', '9'), organization_id: 'another' },
    ],
    nameOf,
    'o',
  );
  expect(last?.ranges).toEqual([{ unit: 'mg/L', min: '0.7', max: '1.2', collected: '2026-02-01T00:00:00' }]);
});
