import { exactly, usualOf } from './parameter-choice.ts';

const total = { aliases: ['Bilirubin, total', 'TBIL'] };
const direct = { aliases: ['Bilirubin, direct'] };
const absolute = { aliases: ['Lymphocytes, absolute'] };
const percent = { aliases: ['Lymphocytes, percent'] };

it('takes the first that was answered', () => {
  expect(usualOf('bili', [total, direct])).toBe(total);
  expect(usualOf('bilirubin', [total, direct])).toBe(total);
  expect(usualOf('tbil', [total])).toBe(total);
  expect(usualOf('x', [])).toBeUndefined();
});
it('takes none of two that the whole name before the comma fits alike', () => {
  expect(usualOf('Lymphocytes', [absolute, percent])).toBeUndefined();
  expect(usualOf('Lymphocytes', [{ aliases: ['Lymphocytes, percent', 'Lymphocytes'] }, absolute])).toBeDefined();
  expect(usualOf('lymph', [absolute, percent])).toBe(absolute);
});
it('finds what is called exactly so', () => {
  expect(exactly('BILIRUBIN, direct', [total, direct])).toBe(direct);
  expect(exactly('bilirubin', [total, direct])).toBeUndefined();
});
