import { type ExaminationFacts, examinationWarnings } from './examination-warnings.ts';
import type { Measurement, PreviousMeasurement } from '#contracts/examinations/examinations';

const entry = (change: Partial<Measurement> = {}): Measurement => ({
  entry_id: 'a',
  parameter_id: null,
  parameter_name: 'Heart rate',
  parameter_value: '72',
  unit: '/min',
  ...change,
});
const weight = (parameter_value: string, unit = 'kg') =>
  entry({ entry_id: 'w', parameter_name: 'Body weight', parameter_value, unit, normalization_type: 'Weight' });
const height = (parameter_value: string, unit = 'cm') =>
  entry({ entry_id: 'h', parameter_name: 'Body height', parameter_value, unit, normalization_type: 'Height' });
const last = (change: Partial<PreviousMeasurement> = {}): PreviousMeasurement => ({
  parameter_id: null,
  parameter_name: 'Heart rate',
  normalization_type: 'Arithmetic',
  value: '70',
  unit: '/min',
  units: ['/min'],
  collected: '2026-01-10T08:00:00',
  ...change,
});
const lastHeight = last({ parameter_name: 'Body height', normalization_type: 'Height', value: '168', unit: 'cm', units: ['cm'] });
const lastWeight = last({ parameter_name: 'Body weight', normalization_type: 'Weight', value: '79', unit: 'kg', units: ['kg'] });

const asked = (measurements: Measurement[], facts: ExaminationFacts = {}, collected = '2026-02-14T08:30:00') =>
  examinationWarnings({ collected, measurements }, { today: '2026-02-14', date_of_birth: '1968-05-02T00:00:00', ...facts }).map(
    ({ path, code }) => `${path} ${code}`,
  );

describe('ruling 29: what is asked once before an examination is saved', () => {
  it('is nothing about what is usual', () =>
    expect(asked([entry(), weight('79'), height('168')], { previous: [last(), lastHeight, lastWeight] })).toEqual([]));
  it('is a value ten times off the last, in whatever unit', () => {
    expect(asked([entry({ parameter_value: '720' })], { previous: [last()] })).toEqual(['measurements.0.parameter_value ten-times-off']);
    expect(asked([entry({ parameter_value: '7.2' })], { previous: [last()] })).toEqual(['measurements.0.parameter_value ten-times-off']);
    expect(asked([weight('1740', 'lb')], { previous: [lastWeight] })).toEqual(['measurements.0.parameter_value ten-times-off']);
    expect(asked([weight('174', 'lb')], { previous: [lastWeight] })).toEqual([]);
  });
  it('is a value that is hardly possible, in the unit of the catalogue', () => {
    const parameters = new Map([
      ['p', { description: 'Cel', normalization_type: 'Arithmetic' as const, scale_divider: 37.2, plausible: { min: '25', max: '44' } }],
    ]);
    const temperature = (parameter_value: string, unit = 'Cel') => [entry({ parameter_id: 'p', parameter_value, unit })];
    expect(asked(temperature('98.6'), { parameters })).toEqual(['measurements.0.parameter_value implausible']);
    expect(asked(temperature('37.2'), { parameters })).toEqual([]);
    expect(asked(temperature('98.6', '[degF]'), { parameters })).toEqual([]);
  });
  it('is a value that is not compatible with life', () => {
    const glucose = { code: '41653-7', description: 'mg/dL', normalization_type: 'Arithmetic' as const, scale_divider: 140 };
    const of = (parameter_value: string) =>
      examinationWarnings(
        {
          collected: '2026-02-14T00:00:00',
          measurements: [entry({ parameter_id: 'p', parameter_name: 'Glucose', parameter_value, unit: 'mg/dL' })],
        },
        { parameters: new Map([['p', glucose]]) },
      ).map(({ message }) => message);
    expect(of('5.6')).toEqual(['Glucose of 5.6 mg/dL is not compatible with life. 56, or 5.6 mmol/L?']);
    expect(of('560')).toEqual([]);
  });
  it('is a diastolic pressure that is not below the systolic', () => {
    const pressure = (code: string) => ({ code, description: 'mm[Hg]', normalization_type: 'NoNormalization' as const, scale_divider: 1 });
    const parameters = new Map([
      ['s', pressure('8480-6')],
      ['d', pressure('8462-4')],
    ]);
    const of = (systolic: string, diastolic: string) =>
      asked(
        [
          entry({ entry_id: 's', parameter_id: 's', parameter_value: systolic, unit: 'mm[Hg]' }),
          entry({ entry_id: 'd', parameter_id: 'd', parameter_value: diastolic, unit: 'mm[Hg]' }),
        ],
        { parameters },
      );
    expect(of('85', '120')).toEqual(['measurements.1.parameter_value implausible']);
    expect(of('120', '85')).toEqual([]);
  });
  it('is an impossible Bmi, as of pounds taken for kilograms, also by the last height', () => {
    expect(asked([weight('400'), height('168')])).toEqual(['measurements.0.parameter_value implausible-bmi']);
    expect(asked([weight('20')], { previous: [lastHeight] })).toEqual(['measurements.0.parameter_value implausible-bmi']);
  });
  it('is a height of a grown person that changed, not of a child', () => {
    expect(asked([height('186')], { previous: [lastHeight] })).toEqual(['measurements.0.parameter_value height-changed']);
    expect(asked([height('186')], { previous: [lastHeight], date_of_birth: '2012-05-02T00:00:00' })).toEqual([]);
  });
  it('is a missing unit where there was one, and another one; weight and height are converted', () => {
    expect(asked([entry({ unit: '' })], { previous: [last()] })).toEqual(['measurements.0.unit unit-missing']);
    expect(asked([entry({ unit: 'Hz', parameter_value: '1.2' })], { previous: [last()] })).toEqual(['measurements.0.unit unit-differs']);
    expect(asked([height('66', 'in')], { previous: [lastHeight] })).toEqual([]);
  });
  it('has another key once something of it changes', () => {
    const key = (value: string) =>
      examinationWarnings(
        { collected: '2026-02-14T00:00:00', measurements: [entry({ parameter_value: value })] },
        { previous: [last()] },
      )[0]?.key;
    expect(key('720')).toBe(key('720'));
    expect(key('720')).not.toBe(key('721'));
  });
});

it('ruling 31: a future date and one before birth are asked', () => {
  expect(asked([entry()], {}, '2026-02-15T00:00:00')).toEqual(['collected future-date']);
  expect(asked([entry()], {}, '1960-01-01T00:00:00')).toEqual(['collected before-birth']);
});
