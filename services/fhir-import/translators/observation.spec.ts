import { Observation } from '../resource.ts';
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
      values: [{ loinc: '2823-3', name: 'Potassium', value: '6.10', unit: 'mmol/L', min: null, max: null }],
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
    [{ effectiveDateTime: '1850-01-01' }, 'a date outside 1900 to 2050'],
    [{ valueQuantity: undefined }, 'no value'],
    [{ valueQuantity: undefined, dataAbsentReason: { coding: [{ display: 'Not Performed' }] } }, 'no value: not performed'],
    [{ valueQuantity: { unit: 'mg' } }, 'a quantity without a value'],
    [{ valueQuantity: { value: '1', comparator: '~' } }, 'a comparator that is not known'],
    [{ valueQuantity: undefined, valueSampledData: {} }, 'sampled data (a curve)'],
    [{ code: {} }, 'it does not say what was observed'],
  ])('that says nothing usable is named with its reason: %j', (changes, reason) =>
    expect(read(changes)).toEqual({ kind: 'skipped', reason }),
  );
  it('with an odd field is read without it', () =>
    expect(value({ interpretation: 'H', referenceRange: { low: 1 } })).toMatchObject({ value: '6.10', min: null }));
});
