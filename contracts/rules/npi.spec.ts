import { isNpi } from './npi.ts';

it.each(['1234567893', '1245319599', '1003000126'])('takes %s', (npi) => expect(isNpi(npi)).toBe(true));
it.each(['1234567890', '1234567839', '123456789', '12345678930', '0000000000', '123456789a', ' 1234567893', ''])('refuses %j', (npi) =>
  expect(isNpi(npi)).toBe(false),
);
