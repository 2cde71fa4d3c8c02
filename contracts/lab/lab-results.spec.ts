import fc from '#tests/support/fast-check';
import { LabResultCorrection, labResultErrors, NewLabResult } from './lab-results.ts';
import { LabValue } from '../observations/lab-values.ts';

const value: LabValue = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7', unit: 'mg/L', min: '0', max: '5' };
const errors = (...changes: Partial<LabValue>[]) =>
  labResultErrors({ draft: false, parameters: changes.map((change, n) => ({ ...value, entry_id: `e${n}`, ...change })) });

describe('the form of a lab result', () => {
  it('asks for at least one parameter', () => expect(errors()).toEqual({ parameters: ['You must provide parameters!'] }));
  it('accepts a value with its range', () => expect(errors({})).toEqual({}));
  it('requires the value', () => expect(errors({ value: null })).toEqual({ 'parameters.0.value': ['Field is required'] }));
  it('requires the maximum', () => expect(errors({ max: null })).toEqual({ 'parameters.0.max': ['Field is required'] }));
  it('leaves minimum and unit to the person', () => expect(errors({ min: null, unit: '' })).toEqual({}));
  it.each(['0', '0.00', '-0'])('refuses %s as a value', (zero) =>
    expect(errors({ value: zero })).toEqual({ 'parameters.0.value': ['Must be different than 0'] }),
  );
  it('ruling 17: takes a zero that was confirmed as reported', () => expect(errors({ value: '0', zero_as_reported: true })).toEqual({}));
  it("ruling 17: takes 'No upper limit' for a maximum", () => expect(errors({ max: null, no_upper_limit: true })).toEqual({}));
  it('ruling 17: takes a comparator', () => expect(errors({ value: '0.6', comparator: '<' })).toEqual({}));
  it('ruling 17: still asks for the maximum of a comparator value', () =>
    expect(errors({ value: '0.6', comparator: '<', max: null })).toEqual({ 'parameters.0.max': ['Field is required'] }));
  it('ruling 17: takes a text result without a range', () =>
    expect(errors({ value: null, text: 'negative', min: null, max: null })).toEqual({}));
  it('refuses a result that is a number and a text', () =>
    expect(Object.keys(errors({ text: 'negative' }))).toEqual(['parameters.0.text']));
  it('refuses a range that is upside down', () => expect(Object.keys(errors({ min: '9', max: '5' }))).toEqual(['parameters.0.min']));
  it('refuses one entry id for two entries', () => expect(Object.keys(errors({}, { entry_id: 'e0' }))).toEqual(['parameters.1.entry_id']));
  it('lets a draft lack values, not parameters', () => {
    expect(labResultErrors({ draft: true, parameters: [{ ...value, value: null, max: null }] })).toEqual({});
    expect(labResultErrors({ draft: true, parameters: [] })).toEqual({ parameters: ['You must provide parameters!'] });
  });

  it('names just the entries that are incomplete, whatever stands around them', () => {
    const entries = fc.array(fc.record({ missing: fc.boolean(), unlimited: fc.boolean(), zero: fc.boolean() }), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(entries, (rows) => {
        const found = errors(
          ...rows.map(({ missing, unlimited, zero }) => ({
            value: missing ? null : zero ? '0' : '7',
            max: unlimited ? null : '5',
            no_upper_limit: unlimited,
          })),
        );
        const expected = rows.flatMap(({ missing, zero }, n) => (missing || zero ? [`parameters.${n}.value`] : []));
        expect(Object.keys(found)).toEqual(expected);
      }),
    );
  });

  it('finds nothing wrong with any complete entry', () => {
    const complete = fc.record({
      value: fc.double({ min: 0.001, max: 9999, noNaN: true }).map((n) => n.toFixed(3).replace(/^0\.000$/, '0.001')),
      min: fc.constantFrom(null, '0', '0.5'),
      max: fc.constantFrom('0.5', '100'),
      unit: fc.constantFrom('', 'mg/dL'),
      comparator: fc.constantFrom(undefined, '<' as const, '>=' as const),
    });
    fc.assert(fc.property(fc.array(complete, { minLength: 1 }), (rows) => expect(errors(...rows)).toEqual({})));
  });
});

describe('what the server takes', () => {
  const form = { patient_id: '11111111-1111-4111-8111-111111111111', collected: '2026-02-14T00:00:00', parameters: [value] };
  const paths = (schema: { safeParse(body: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } } }, body: unknown) =>
    (schema.safeParse(body).error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);

  it("ruling 11: prefills the comment 'New entry' for a new result and asks for one on a change", () => {
    expect(NewLabResult.parse(form)).toMatchObject({ comment: 'New entry', draft: false });
    expect(paths(LabResultCorrection, { ...form, version: 0 })).toEqual(["comment: Comment shouldn't be empty."]);
    expect(paths(LabResultCorrection, { ...form, version: 0, comment: '  ' })).toEqual(["comment: Comment shouldn't be empty."]);
  });
  it('keys errors by the path of the field', () => {
    expect(paths(NewLabResult, { ...form, parameters: [value, { ...value, entry_id: 'b', value: '0' }] })).toEqual([
      'parameters.1.value: Must be different than 0',
    ]);
    expect(paths(NewLabResult, { ...form, parameters: [{ ...value, value: '5,5', max: 5 }] })).toEqual([
      'parameters.0.value: Field should be number',
      'parameters.0.max: Field should be number',
    ]);
    expect(paths(NewLabResult, { ...form, collected: undefined })).toEqual(['collected: Field is required']);
    expect(paths(NewLabResult, { ...form, collected: '2026-02-30T00:00:00' })).toEqual(['collected: Must be a correct date']);
    expect(paths(NewLabResult, { ...form, parameters: undefined })).toEqual(['parameters: You must provide parameters!']);
  });
  it('refuses more than 500 parameters instead of cutting them', () => {
    const parameters = Array.from({ length: 501 }, (_, n) => ({ ...value, entry_id: `e${n}` }));
    expect(paths(NewLabResult, { ...form, parameters })).toEqual(['parameters: At most 500 parameters fit into one result']);
  });
});
