import { labValueOf, strictRange, type RecognisedRow } from './recognition.ts';
import { printed } from '#tests/support/printed';
import { LabValue } from './lab-values.ts';

const row = (name: string, value: string, unit: string): RecognisedRow =>
  ({ id: 'r1', field_value: printed({ name, value, range: '', unit }), value: null, min: null, max: null }) as never;

it('what was read becomes a value that the record takes, whatever its characters are', () => {
  const value = labValueOf(row('HC\u0000V\nRNA', 'not\tdetected\ud800', '\u0007'), null);
  expect(value).toMatchObject({ name: 'HC V RNA', text: 'not detected', unit: '' });
  expect(labValueOf(row('\u0000', '\n', ''), null)).toEqual({
    entry_id: 'r1',
    parameter_id: null,
    name: '?',
    value: null,
    unit: '',
    min: null,
    max: null,
  });
});

it.each([
  ['<5.0', null, '5.0', '< 5.0'],
  ['>60', '60', null, '> 60'],
  ['below 5.0', null, '5.0', '< 5.0'],
  ['≤5.0', null, '5.0', undefined],
  ['> OR = 60', '60', null, undefined],
  ['up to 5', null, '5', undefined],
  ['3.5-5.1', '3.5', '5.1', undefined],
])('a range printed as %s keeps whether its limit belongs to it', (range, min, max, range_text) => {
  const read = row('CRP', '4', 'mg/L');
  expect(
    labValueOf({ ...read, min, max, field_value: { ...read.field_value, range: { field_value: range, region: null } } }, null),
  ).toMatchObject({
    min,
    max,
    ...(range_text ? { range_text } : {}),
  });
  expect(strictRange(range, { min, max })).toBe(range_text);
});

it('what a page prints of a range that is no limits is kept in words', () => {
  const read = row('FSH', '34', 'IU/L');
  const range = 'follicular 3.5-12.5,\npostmenopausal 25.8-134.8';
  const value = labValueOf({ ...read, field_value: { ...read.field_value, range: { field_value: range, region: null } } }, null);
  expect(value).toMatchObject({ min: null, max: null, range_text: 'follicular 3.5-12.5, postmenopausal 25.8-134.8' });
});

it('is not cut inside a character', () => {
  const value = labValueOf(row(`${'a'.repeat(199)}😀`, `${'b'.repeat(399)}😀`, ''), null);
  expect([value.name, value.text]).toEqual(['a'.repeat(199), 'b'.repeat(399)]);
  expect(LabValue.safeParse(value).success).toBe(true);
});
