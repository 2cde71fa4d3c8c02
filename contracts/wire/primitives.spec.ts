import { LabValue } from '../observations/lab-values.ts';
import { Comment, OptionalText, Text } from './primitives.ts';

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
