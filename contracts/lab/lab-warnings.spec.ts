import type { LabValue } from '../observations/lab-values.ts';
import { type LabFacts, labWarnings, type RecordedResult, recordedThatDay } from './lab-warnings.ts';

const POTASSIUM = '11111111-1111-4111-8111-111111111111';
const potassium: LabValue = {
  entry_id: 'k',
  parameter_id: POTASSIUM,
  name: 'Potassium',
  value: '4.4',
  unit: 'mmol/L',
  min: '3.5',
  max: '5.1',
};
const last = {
  parameter_id: POTASSIUM,
  name: 'Potassium',
  value: '4.2',
  unit: 'mmol/L',
  units: ['mmol/L'],
  collected: '2026-01-09T00:00:00',
};

const warnings = (change: Partial<LabValue>, facts: LabFacts = { previous: [last] }, collected = '2026-02-14T00:00:00') =>
  labWarnings({ collected, parameters: [{ ...potassium, ...change }] }, facts);
const codes = (...given: Parameters<typeof warnings>) => warnings(...given).map(({ path, code }) => `${path}: ${code}`);

describe('a value that the record has already', () => {
  const day = '2026-11-21T00:00:00';
  const recorded: RecordedResult = {
    collected: day,
    draft: false,
    origin: 'manual',
    last_edited_by_name: 'Emiko Ito',
    parameters: [{ ...potassium, entry_id: 'other', value: '4.40', unit: 'MMOL/l' }],
  };
  const asked = (change: object = {}, more: Partial<LabValue> = {}, collected = day) =>
    warnings(more, { recorded: [{ ...recorded, ...change }] }, collected).map(({ message }) => message);

  it('is asked about, with the day, who entered it and how', () => {
    const text = 'Already recorded: Potassium 4.4 mmol/L on 11/21/2026,';
    expect(asked()).toEqual([`${text} entered by Emiko Ito. Record it again?`]);
    expect(asked({ origin: 'ocr' })).toEqual([`${text} read from a report, checked by Emiko Ito. Record it again?`]);
    expect(asked({ origin: 'ocr', draft: true })).toEqual([`${text} read from a report, not checked. Record it again?`]);
    expect(asked({ origin: 'fhir' })).toEqual([`${text} from an external record. Record it again?`]);
    expect(asked({ parameters: [{ ...potassium, parameter_id: null, name: 'POTASSIUM' }] })).toHaveLength(1);
  });
  it('is asked about under the name of a parameter that was merged', () => {
    const kalium = '33333333-3333-4333-8333-333333333333';
    const facts: LabFacts = { recorded: [recorded], previous: [last], merged: [{ ...last, merged_ids: [kalium] }] };
    expect(codes({ parameter_id: kalium, name: 'Kalium', value: '44' }, facts)).toContain('parameters.0.value: ten-times-off');
    expect(codes({ parameter_id: kalium, name: 'Kalium' }, facts, day)).toEqual(['parameters.0.value: already-recorded']);
  });
  it('is another one with another value, unit, comparator, parameter, day or time of day', () => {
    expect(asked({}, { value: '4.5' })).toEqual([]);
    expect(asked({}, { unit: 'mg/dL' })).toEqual([]);
    expect(asked({}, { comparator: '<' })).toEqual([]);
    expect(asked({}, { parameter_id: '22222222-2222-4222-8222-222222222222' })).toEqual([]);
    expect(asked({}, {}, '2026-11-22T00:00:00')).toEqual([]);
    expect(asked({ collected: '2026-11-21T08:00:00' }, {}, '2026-11-21T20:00:00')).toEqual([]);
    expect(asked({ collected: '2026-11-21T08:00:00' })).toHaveLength(1);
    expect(asked({ collected_precision: 'year' })).toEqual([]);
  });
  it('ruling 4: is found by the moment, or by the day on either clock', () => {
    const sent = { collected: '2026-11-22T03:00:00', shown_offset: '+00:00', clinic_time: '2026-11-21T21:00:00', origin: 'fhir' };
    const text = 'Already recorded: Potassium 4.4 mmol/L on 11/22/2026 03:00 UTC, from an external record. Record it again?';
    expect(asked(sent, {}, '2026-11-21T21:00:00')).toEqual([text]);
    expect(asked(sent, {}, '2026-11-22T03:00:00')).toEqual([]);
    expect([asked(sent), asked(sent, {}, '2026-11-22T00:00:00'), asked(sent, {}, '2026-11-23T00:00:00')]).toEqual([[text], [text], []]);
  });
  it('of another one it is said which', () =>
    expect(recordedThatDay({ ...potassium, value: '4.5' }, day, { recorded: [recorded] })).toEqual({
      same: undefined,
      others: ['4.40 MMOL/l on 11/21/2026, entered by Emiko Ito'],
    }));
});

describe('ruling 29: what is asked once', () => {
  it('asks nothing about an ordinary value', () => expect(codes({})).toEqual([]));
  it.each(['44', '0.42', '39'])('asks about %s after 4.2', (value) =>
    expect(codes({ value }, { previous: [last] })).toContain('parameters.0.value: ten-times-off'),
  );
  it('names the last value and its day', () =>
    expect(warnings({ value: '44' })[0]?.message).toBe(
      'The last value of Potassium was 4.2 mmol/L (01/09/2026), this is 44. Is the decimal point right?',
    ));
  it('says of a value after the specimen that it is later', () =>
    expect(warnings({ value: '44' }, { previous: [{ ...last, collected: '2027-01-09T00:00:00' }] })[0]?.message).toBe(
      'A later value of Potassium was 4.2 mmol/L (01/09/2027), this is 44. Is the decimal point right?',
    ));
  it.each(['30', '0.6'])('does not ask about %s after 4.2', (value) => expect(codes({ value, min: null, max: '999' })).toEqual([]));
  it('does not compare numbers in different units, but asks about the unit', () =>
    expect(codes({ value: '44', unit: 'mg/dL', max: null })).toEqual(['parameters.0.unit: unit-differs']));
  it('asks about a range that stays as it was while its unit changes', () => {
    const before = { before: [potassium] };
    expect(codes({ unit: 'mg/dL' }, before)).toEqual(['parameters.0.max: unit-differs']);
    expect(warnings({ unit: 'mg/dL' }, before)[0]?.message).toBe(
      'The range of Potassium, 3.5 to 5.1, was in mmol/L; the unit is now mg/dL. Is the range right?',
    );
    expect(codes({ unit: 'mg/dL', min: '13.7', max: '19.9' }, before)).toEqual([]);
    expect(codes({ unit: 'MMOL / l' }, before)).toEqual([]);
  });
  it('takes spelling of a unit as no difference', () => expect(codes({ unit: 'MMOL / l' })).toEqual([]));
  it('takes an annotation alone for no unit', () =>
    expect(codes({ unit: '' }, { previous: [{ ...last, unit: '{INR}', units: ['{INR}'] }] })).toEqual([]));
  it('asks about an empty unit where earlier results had one', () =>
    expect(codes({ unit: '' })).toEqual(['parameters.0.unit: unit-missing']));
  it('asks nothing about an empty unit where there never was one', () =>
    expect(codes({ unit: '' }, { previous: [{ ...last, unit: '', units: [''] }] })).toEqual([]));
  it('leaves a comparator what it leaves open', () => {
    expect(codes({ value: '50', comparator: '<' }, { previous: [last] })).toEqual([]);
    expect(codes({ value: '0.1', comparator: '>', min: null, max: null }, { previous: [last] })).toEqual([]);
    expect(codes({ value: '0.1', comparator: '<', min: null, max: null }, { previous: [last] })).toEqual([
      'parameters.0.value: ten-times-off',
    ]);
  });
  it('finds the last value by name where there is no parameter', () =>
    expect(codes({ parameter_id: null, name: 'POTASSIUM', value: '44', max: null })).toEqual(['parameters.0.value: ten-times-off']));
  it('asks about a value ten times beyond the usual range in the same unit', () => {
    const parameters = new Map([[POTASSIUM, { unit: 'mmol/L', usual_ranges: [{ min: '3.5', max: '5.0' }] }]]);
    expect(codes({ value: '50', max: '900' }, { parameters })).toEqual(['parameters.0.value: implausible']);
    expect(codes({ value: '0.35', min: null }, { parameters })).toEqual(['parameters.0.value: implausible']);
    expect(codes({ value: '49', max: '900' }, { parameters })).toEqual([]);
  });
  it('asks of the first value of a patient that is not compatible with life, and then of no range', () => {
    const parameters = new Map([[POTASSIUM, { code: '2823-3', unit: 'mmol/L', usual_ranges: [{ min: '3.5', max: '5.0' }] }]]);
    const asked = (value: string) => warnings({ value }, { parameters }).map(({ message }) => message);
    expect(asked('41')).toEqual(['Potassium of 41 mmol/L is not compatible with life. 4.1?']);
    expect(asked('51')).toHaveLength(1);
    expect(asked('7.9')).toEqual([]);
  });
  it('takes the range given with the value where the catalogue has none in that unit', () => {
    const parameters = new Map([[POTASSIUM, { unit: 'mg/dL', usual_ranges: [{ min: '1', max: '2' }] }]]);
    expect(codes({ value: '51' }, { parameters })).toEqual(['parameters.0.value: implausible']);
    expect(codes({ value: '20' }, { parameters })).toEqual([]);
  });
  it('takes the usual range of the sex, and of both for sex Other', () => {
    const usual_ranges = [
      { sex: 'Female' as const, min: '15', max: '70' },
      { sex: 'Male' as const, min: '300', max: '1000' },
    ];
    const parameters = new Map([[POTASSIUM, { unit: 'mmol/L', usual_ranges }]]);
    const asked = (sex: string) => codes({ value: '800', min: null, max: null }, { parameters, sex });
    expect(asked('Female')).toEqual(['parameters.0.value: implausible']);
    expect(asked('Male')).toEqual([]);
    expect(asked('Other')).toEqual([]);
  });
  it('takes no usual range of another age', () => {
    const usual_ranges = [
      { min: '0.1', max: '1.2' },
      { age_below: '28 d', min: null, max: '12' },
    ];
    const parameters = new Map([[POTASSIUM, { unit: 'mmol/L', usual_ranges }]]);
    const asked = (date_of_birth: string) => codes({ value: '14', min: null, max: null }, { parameters, date_of_birth });
    expect(asked('1968-05-02')).toEqual(['parameters.0.value: implausible']);
    expect(asked('2026-02-10')).toEqual([]);
  });
  it('asks nothing about a text', () => expect(codes({ value: null, text: 'hemolysed', unit: '' })).toEqual([]));
});

it('ruling 31: asks about a day in the future and one before birth, by calendar days', () => {
  const facts = { today: '2026-02-14T23:30:00', date_of_birth: '1968-05-02T00:00:00' };
  expect(codes({}, facts, '2026-02-14T23:59:00')).toEqual([]);
  expect(codes({}, facts, '2026-02-15T00:00:00')).toEqual(['collected: future-date']);
  expect(codes({}, facts, '1968-05-02T00:00:00')).toEqual([]);
  expect(codes({}, facts, '1968-05-01T00:00:00')).toEqual(['collected: before-birth']);
});

it('ruling 36: asks about a flag that its own range contradicts', () => {
  expect(codes({ flag: 'H' })).toEqual(['parameters.0.flag: flag-disagrees']);
  expect(codes({ flag: 'H', value: '5.6' })).toEqual([]);
});

it('asks once: the question has the same key until something of it changes, wherever the row stands', () => {
  const asked = (value: string, before: LabValue[] = []) =>
    labWarnings({ collected: '2026-02-14T00:00:00', parameters: [...before, { ...potassium, value }] }, { previous: [last] }).find(
      ({ code }) => code === 'ten-times-off',
    )?.key;
  const other = { ...potassium, entry_id: 'na', parameter_id: null, name: 'Sodium', value: '140', min: null, max: null };
  expect(asked('44')).toBe(asked('44', [other]));
  expect(asked('44')).not.toBe(asked('45'));
});

it('asks nothing where nothing is known', () => expect(codes({ value: '44', unit: '', min: null, max: null }, {})).toEqual([]));
