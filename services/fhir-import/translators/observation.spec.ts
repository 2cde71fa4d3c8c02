import { Observation } from '../resources/resource.ts';
import { readObservation } from './observation.ts';

const potassium = {
  resourceType: 'Observation',
  id: '1',
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '2823-3', display: 'Potassium [Moles/volume] in Serum' }], text: 'Potassium' },
  effectiveDateTime: '2025-03-01T08:30:00+01:00',
  valueQuantity: { value: '6.10', unit: 'mmol/L', code: 'mmol/L' },
};
const read = (changes: object = {}) => readObservation(Observation.parse({ ...potassium, ...changes }), 'Observation/1');
const value = (changes: object = {}) => {
  const said = read(changes);
  return said.kind === 'skipped' ? said : said.values[0];
};
const coded = (code: string) => [{ coding: [{ code }] }];

describe('an observation', () => {
  it('is a number with its digits, its unit and its day', () => {
    expect(read()).toMatchObject({
      place: 'laboratory',
      date: { local: '2025-03-01T08:30:00', precision: 'time' },
      draft: false,
      values: [{ loinc: ['2823-3'], name: 'Potassium', value: '6.10', unit: 'mmol/L', min: null, max: null }],
    });
  });
  it.each(['<', '<=', '>', '>='])('ruling 17: keeps the comparator %s', (comparator) =>
    expect(value({ valueQuantity: { value: '5', comparator, unit: 'mg/L' } })).toMatchObject({ comparator, value: '5' }),
  );
  it('ruling 17: keeps what is said in words', () => {
    const words = (said: object) => value({ valueQuantity: undefined, ...said });
    expect(words({ valueString: 'negative' })).toMatchObject({ value: null, text: 'negative', unit: '' });
    expect(words({ valueCodeableConcept: { coding: [{ code: '1', display: 'Detected' }] } })).toMatchObject({ text: 'Detected' });
    expect(words({ valueBoolean: false })).toMatchObject({ text: 'No' });
    expect(words({ valueRatio: { numerator: { value: '1' }, denominator: { value: '80' } } })).toMatchObject({ text: '1:80' });
    expect(words({ valueRange: { low: { value: '1' }, high: { value: '5', unit: '/HPF' } } })).toMatchObject({ text: '1 - 5 /HPF' });
    expect(words({ valueInteger: '3' })).toMatchObject({ value: '3' });
  });
  it('ruling 36: takes the range and the flag of this very result', () => {
    const referenceRange = [{ low: { value: '3.5', unit: 'mmol/L' }, high: { value: '5.10', unit: 'mmol/L' } }];
    expect(value({ referenceRange, interpretation: coded('HH') })).toMatchObject({ min: '3.5', max: '5.10', flag: 'HH' });
    expect(value({ referenceRange: [{ high: { value: '5' } }] })).toMatchObject({ min: null, max: '5' });
  });
  it('keeps a range in words where it cannot be computed with', () => {
    expect(value({ referenceRange: [{ text: 'negative' }] })).toMatchObject({ min: null, max: null, range_text: 'negative' });
    const otherUnit = [{ low: { value: '14', unit: 'mg/dL' }, high: { value: '20', unit: 'mg/dL' } }];
    expect(value({ referenceRange: otherUnit })).toMatchObject({ min: null, max: null, range_text: '14 - 20 mg/dL' });
    const two = [
      { high: { value: '5' }, text: 'women: up to 5' },
      { high: { value: '6' }, text: 'men: up to 6' },
    ];
    expect(value({ referenceRange: two })).toMatchObject({ min: null, max: null, range_text: 'women: up to 5; men: up to 6' });
  });
  it('takes the usual range where other kinds stand beside it', () => {
    const referenceRange = [
      { high: { value: '9' }, type: { coding: [{ code: 'treatment' }] } },
      { low: { value: '3.5' }, high: { value: '5' }, type: { coding: [{ code: 'normal' }] } },
    ];
    expect(value({ referenceRange })).toMatchObject({ min: '3.5', max: '5' });
  });
  it('is taken component by component, and says what it could not take', () => {
    const part = (code: string, name: string, rest: object) => ({ code: { coding: [{ code }], text: name }, ...rest });
    const said = read({
      valueQuantity: undefined,
      category: coded('vital-signs'),
      component: [
        part('8480-6', 'Systolic', { valueQuantity: { value: '120', unit: 'mm[Hg]' } }),
        part('8462-4', 'Diastolic', { dataAbsentReason: { text: 'Unknown' } }),
      ],
    });
    expect(said).toMatchObject({
      place: 'examination',
      values: [{ name: 'Systolic', value: '120' }],
      without: ['Diastolic: no value: unknown'],
    });
  });
  it('has the same entries each time it is read, and each its own', () => {
    const component = ['a', 'a', 'b'].map((code) => ({ code: { coding: [{ code }] }, valueInteger: '1' }));
    const ids = () => {
      const said = read({ component });
      return said.kind === 'observation' ? said.values.map(({ entry_id }) => entry_id) : [];
    };
    expect(new Set(ids()).size).toBe(4);
    expect(ids()).toEqual(ids());
  });
  it('ruling 24: is a draft while it is preliminary', () => expect(read({ status: 'preliminary' })).toMatchObject({ draft: true }));
  it('says that it was corrected where it came from', () =>
    expect(value({ status: 'corrected' })).toMatchObject({ reported_status: 'corrected' }));
  it.each([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ effectiveDateTime: undefined }, 'no date'],
    [{ effectiveDateTime: '1850-01-01' }, 'a date that is none, or outside 1900 to 2050'],
    [{ valueQuantity: undefined }, 'no value'],
    [{ valueQuantity: undefined, dataAbsentReason: { coding: [{ display: 'Not Performed' }] } }, 'no value: not performed'],
    [{ valueQuantity: { unit: 'mg' } }, 'a quantity without a value'],
    [{ valueQuantity: { value: '1', comparator: '~' } }, 'a comparator that is not known'],
    [{ valueQuantity: undefined, valueSampledData: {} }, 'sampled data (a curve)'],
    [{ code: {} }, 'it does not say what was observed'],
  ])('that says nothing usable is named with its reason: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
  it.each([
    [{ status: 'wibble' }, 'a status that is not known'],
    [{ focus: [{ reference: 'RelatedPerson/baby' }] }, 'it is about somebody or something else than the patient (focus)'],
  ])('ruling 25: that may not be what it looks like is not taken: %j', (changes, reason) =>
    expect(read(changes)).toMatchObject({ kind: 'skipped', reason }),
  );
  it('keeps a number with more digits than can be computed with, in words', () => {
    const many = '0.123456789012345678901234567890';
    expect(value({ valueQuantity: { value: many, comparator: '<', unit: 'g/L' } })).toMatchObject({ value: null, text: `<${many} g/L` });
    expect(value({ valueQuantity: undefined, valueInteger: '1'.repeat(20) })).toMatchObject({ value: null, text: '1'.repeat(20) });
  });
  it('keeps comparators and units of ratios and of one-sided ranges', () => {
    const words = (said: object) => value({ valueQuantity: undefined, ...said });
    const ratio = (numerator: object, denominator: object) => words({ valueRatio: { numerator, denominator } });
    expect(ratio({ value: '1', comparator: '<' }, { value: '10' })).toMatchObject({ text: '<1:10' });
    expect(ratio({ value: '5', unit: 'mg' }, { value: '10', unit: 'mL' })).toMatchObject({ text: '5 mg / 10 mL' });
    expect(words({ valueRange: { high: { value: '5', unit: 'mg' } } })).toMatchObject({ text: '<= 5 mg' });
    expect(words({ valueRange: { low: { value: '5.0', unit: 'mg' } } })).toMatchObject({ text: '>= 5.0 mg' });
    expect(words({ valueRange: { low: { value: '1', unit: 'mg' }, high: { value: '2', unit: 'g' } } })).toMatchObject({
      text: '1 mg - 2 g',
    });
  });
  it('ruling 36: takes no dangerous or aimed-at limit for a normal one, and says for whom a range is', () => {
    const range = (type: string, rest: object) => ({ type: { coding: [{ code: type }] }, ...rest });
    expect(value({ referenceRange: [range('critical', { high: { value: '6.5' } })] })).toMatchObject({
      min: null,
      max: null,
      range_text: 'critical: <= 6.5',
    });
    const both = [
      { low: { value: '12' }, high: { value: '16' }, appliesTo: [{ text: 'female' }] },
      { low: { value: '14' }, high: { value: '18' }, appliesTo: [{ text: 'male' }], age: { low: { value: '18', unit: 'a' } } },
    ];
    expect(value({ referenceRange: both })).toMatchObject({
      min: null,
      max: null,
      range_text: 'female: 12 - 16; male, age >= 18 a: 14 - 18',
    });
    expect(value({ referenceRange: [both[0]!] })).toMatchObject({ min: '12', max: '16', range_text: 'female: 12 - 16' });
  });
  it('ruling 36: of several flags keeps the most telling, and cuts none', () => {
    const flags = (...said: object[]) => value({ interpretation: said });
    expect(flags({ coding: [{ code: 'A' }] }, { coding: [{ code: 'HH' }] })).toMatchObject({ flag: 'HH' });
    expect(flags({ text: 'Critical high' })).toMatchObject({ flag: 'HH' });
    expect(flags({ text: 'Above the usual' })).not.toHaveProperty('flag');
    expect(read({ interpretation: [{ text: 'Above the usual' }] })).toMatchObject({
      without: ['Potassium: a flag in words is not held: Above the usual'],
    });
  });
  it('names what has no place beside a measurement of a visit, and keeps remarks', () => {
    const said = read({ category: coded('vital-signs'), interpretation: coded('H'), note: [{ text: 'after\nrunning' }] });
    expect(said).toMatchObject({
      without: ['Potassium: beside a measurement of a visit there is no place for its flag'],
      notes: ['after running'],
    });
  });
  it('shows no digits in another order than they stand', () =>
    expect(value({ valueQuantity: undefined, valueString: 'at \u202e5.1\u202c mmol/L' })).toMatchObject({ text: 'at 5.1 mmol/L' }));
  it('with an odd field is read without it', () =>
    expect(value({ interpretation: 'H', referenceRange: { low: 1 } })).toMatchObject({ value: '6.10', min: null }));
});
