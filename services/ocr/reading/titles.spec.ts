import { kindOf } from './titles.ts';

it('knows column titles in English and German', () => {
  expect(['testname', 'outofrange', 'einheit', 'referenzbereich', 'vorwert', 'flag', 'lab'].map(kindOf)).toEqual([
    'name',
    'value',
    'unit',
    'range',
    'previous',
    'flag',
    'other',
  ]);
});

it('forgives a long title one misread letter, and a short one none', () => {
  expect(kindOf('irange')).toBe('value');
  expect(kindOf('referenzbereicn')).toBe('range');
  expect(kindOf('tost')).toBeUndefined();
  expect(kindOf('hemoglobin')).toBeUndefined();
});

it.each([
  ...['ref', 'norm', 'normbereich', 'normwerte', 'referenz', 'référence', 'valeursderéférence', 'valeursusuelles', 'reference', 'range'],
  ...['interval', 'referenzbereich', 'sollwert', 'sollwerte', 'vr', 'valeursderéf', 'intervallederéférence', 'valeursnormales'],
])('takes %j for the title of the ranges', (title) => expect(kindOf(title)).toBe('range'));
