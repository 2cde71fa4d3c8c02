import { isGraded, isLikeDigits, isPlainWords, isUnitOfWords } from './result-words.ts';

it.each([
  '1:80',
  '<1:80',
  '≥ 1:160',
  '2+',
  '3 ++',
  '3-5 /HPF',
  '10–15/hpf',
  '0 - 2 per LPF',
  '<3-5 / h.p.f.',
  '2-4 /high power field',
  'O',
  'AB+',
  'b -',
])('%j is a graded result', (text) => expect(isGraded(text)).toBe(true));

it.each(['1/10', '3-5', '1.80', '12O', '5..2', '3-5 mg/L', '120/80', '1:0', '5+', '2-4-6 /HPF', '4', 'HPV 16', ''])(
  '%j is none by itself',
  (text) => expect(isGraded(text)).toBe(false),
);

it("takes '3-5' for a count where its unit is a field of the microscope", () => {
  expect(isGraded('3-5', '/HPF')).toBe(true);
  expect(isGraded('3-5', 'mmol/L')).toBe(false);
});

it.each([
  ['/HPF', true],
  ['/[LPF]', true],
  ['per field', true],
  ['HPF', true],
  ['titre', true],
  ['{titer}', true],
  ['mg/dL', false],
  ['/uL', false],
  ['', false],
])('%j is a unit of such results: %j', (unit, expected) => expect(isUnitOfWords(unit)).toBe(expected));

it.each(['Negative', 'not detected', '+++', '(+)', '±', '+/-', 'AB', 'n/a', 'yes', 'Ø ja', '阴性', 'kein Wachstum', 'n.d. (haemolysed)'])(
  '%j is plainly words',
  (text) => expect(isPlainWords(text)).toBe(true),
);

it.each(['lO', 'l.O', 'Il', 'SO', '..', '-', '?', 'x', 'H', 'O', '2+', '12', '½', '١٢', '<neg', 'a=b', ''])('%j is not', (text) =>
  expect(isPlainWords(text)).toBe(false),
);

it('knows letters that look like digits', () => {
  expect(['O', 'l', '1O0', 'S.O', '|2'].every(isLikeDigits)).toBe(true);
  expect(['mg', 'L', 'e5', 'st'].some(isLikeDigits)).toBe(false);
});
