import { validatedRow } from '#tests/support/report-events';
import { isTyped, typedRowErrors } from './typed-rows.ts';

const { entry } = validatedRow('creatinine', '1.08');
const bare = { ...entry, value: null, min: null, max: null };

describe('ruling 17: a row that a person typed in', () => {
  it.each([
    ['its name', { name: 'Creatinin' }],
    ['its value', { value: '1.18' }],
    ['a comparator', { comparator: '<' as const }],
    ['words instead of the value', { value: null, text: 'negative' }],
    ['its unit', { unit: 'mmol/L' }],
    ['its lower limit', { min: null }],
    ['its upper limit', { max: '1.4' }],
  ])('differs in %s', (_what, change) => expect(isTyped({ ...entry, ...change }, [entry])).toBe(true));

  it('is none where it says what stood there, whichever parameter its name became', () => {
    expect(isTyped({ ...entry, parameter_id: null }, [entry])).toBe(false);
    expect(isTyped({ ...entry, no_upper_limit: true }, [entry])).toBe(false);
  });

  it('is none where it says what an earlier validation left', () => {
    const left = { ...entry, value: '1.18' };
    expect(isTyped(left, [left, entry])).toBe(false);
    expect(isTyped(entry, [left, entry])).toBe(false);
  });

  it('is every row that was added', () => expect(isTyped(entry, [])).toBe(true));
});

describe('ruling 17: the rules of the form on the rows of a page', () => {
  const errors = (change: object, { stood = [entry], ignored = false } = {}) =>
    typedRowErrors([validatedRow('other', '1'), { id: 'creatinine', ignored, entry: { ...entry, ...change } }], (id) =>
      id === 'creatinine' ? stood : [validatedRow('other', '1').entry],
    );

  it('want a value that is not zero, and an upper limit', () => {
    expect(errors({ value: null })).toEqual({ 'row_data.1.entry.value': ['Field is required'] });
    expect(errors({ value: '0' })).toEqual({ 'row_data.1.entry.value': ['Must be different than 0'] });
    expect(errors({ max: null })).toEqual({ 'row_data.1.entry.max': ['Field is required'] });
    expect(errors({ min: '2' })).toEqual({ 'row_data.1.entry.min': ['The lower limit is above the upper limit'] });
  });

  it('take a zero as reported, no upper limit, a comparator and words', () => {
    expect(errors({ value: '0', zero_as_reported: true })).toEqual({});
    expect(errors({ max: null, no_upper_limit: true })).toEqual({});
    expect(errors({ value: '0', comparator: '>' })).toEqual({});
    expect(errors({ value: null, text: 'negative', min: null, max: null })).toEqual({});
  });

  it('say nothing about what was read, however incomplete, and about what is ignored', () => {
    expect(errors(bare, { stood: [bare] })).toEqual({});
    expect(errors({ ...bare, value: '0' }, { stood: [{ ...bare, value: '0' }] })).toEqual({});
    expect(errors(bare, { ignored: true })).toEqual({});
  });

  it('hold for rows that were added', () =>
    expect(Object.keys(errors(bare, { stood: [] }))).toEqual(['row_data.1.entry.value', 'row_data.1.entry.max']));
});
