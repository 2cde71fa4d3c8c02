import { labValueOf, type RecognisedRow } from './recognition.ts';
import { LabValue } from './lab-values.ts';

const row = (name: string, value: string, unit: string): RecognisedRow =>
  ({ id: 'r1', field_value: { name, value, unit: { field_value: unit } }, value: null, min: null, max: null }) as never;

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

it('is not cut inside a character', () => {
  const value = labValueOf(row(`${'a'.repeat(199)}😀`, `${'b'.repeat(399)}😀`, ''), null);
  expect([value.name, value.text]).toEqual(['a'.repeat(199), 'b'.repeat(399)]);
  expect(LabValue.safeParse(value).success).toBe(true);
});
