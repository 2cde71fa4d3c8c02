import { LabValue } from '../observations/lab-values.ts';
import { Comment, OptionalPhone, OptionalText, Phone, SocialSecurityNumber, Text } from './primitives.ts';

const FORMAT = 'Field should be in a proper format';
const said = (result: { error?: { issues: { message: string }[] } | undefined }) => result.error?.issues.map(({ message }) => message);

const unusable = ['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u0085b', '\ud800', 'a\udc00b'];
const lines = ['a\nb', 'a\tb', 'a\r\nb'];

it.each([...unusable, ...lines].map((typed) => [JSON.stringify(typed), typed]))('a line of text is not %s', (_name, typed) => {
  for (const schema of [Text, OptionalText]) expect(said(schema.safeParse(typed))).toEqual([FORMAT]);
  const value = { entry_id: 'a', parameter_id: null, name: 'HCV', value: null, text: 'negative', unit: '', min: null, max: null, flag: '' };
  expect(LabValue.safeParse(value).success).toBe(true);
  for (const field of ['name', 'text', 'unit', 'flag']) {
    const result = LabValue.safeParse({ ...value, [field]: typed });
    expect(result.error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, FORMAT]]);
  }
});

it('a comment may have several lines, and no other control characters', () => {
  for (const typed of unusable) expect(said(Comment.safeParse(typed))).toEqual([FORMAT]);
  for (const typed of lines) expect(Comment.parse(typed)).toBe(typed);
});

it('takes every script, signs beyond the first plane and what surrounds a text', () => {
  for (const typed of ['Großes Blutbild µ', '血液 \u{20000}', 'Ø 😀', 'ע\u200fב']) expect(Text.parse(` ${typed}\n`)).toBe(typed);
});

describe('a telephone number', () => {
  it.each([
    ['(217) 555-0101', '2175550101'],
    ['217-555-0101', '2175550101'],
    ['217 555 0101', '2175550101'],
    ['217.555.0101', '2175550101'],
    ['+1 (217) 555-0101', '+12175550101'],
    ['(+1) 217 555 0101', '+12175550101'],
    ['+12175550101', '+12175550101'],
  ])('%s is stored as %s', (typed, stored) => {
    expect([Phone.parse(typed), OptionalPhone.parse(typed)]).toEqual([stored, stored]);
  });

  it.each(['12', 'x', '217-555-x', '1+2175550101', '2'.repeat(21)])('is not %s', (typed) => {
    expect(said(Phone.safeParse(typed))).toEqual([expect.stringContaining('for example (217) 555-0101')]);
  });
});

it.each([
  ['900-14-2231', true],
  ['900 14 2231', true],
  ['900142231', true],
  ['9001-4-2231', false],
  ['900-14-223', false],
])('the social security number %s is taken: %s', (typed, taken) => {
  expect(SocialSecurityNumber.safeParse(typed).success).toBe(taken);
});
