import { typedNumber } from './typed-number.ts';

it('puts the dashes of the number while it is typed', () => {
  const keys = [...'123456789'].reduce((typed, key) => typedNumber(typed, typed + key), '');
  expect(keys).toBe('123-45-6789');
  expect(typedNumber('123', '123-')).toBe('123-');
  expect(typedNumber('123-', '123')).toBe('123');
  expect(typedNumber('', '123 45 6789')).toBe('123-45-6789');
});

it('starts the number anew when a masked one is touched', () => {
  expect(typedNumber('***-**-6789', '***-**-67891')).toBe('1');
  expect(typedNumber('***-**-6789', '***-**-678')).toBe('');
  expect(typedNumber('***-**-6789', '4')).toBe('4');
});
