import { recognitionRate } from '#contracts/observations/recognition';
import { confidenceOf, doubtsOf } from './confidence.ts';
import type { ReadRow } from './interpret.ts';
import { readRange } from '#contracts/rules/printed-ranges';
import { readValue } from './values.ts';
import { wordsAt } from './words.fixture.ts';

const word = wordsAt([0, [0, 'x']]);
const row = (value: string, range: string, unit: string, more: Partial<ReadRow> = {}): ReadRow => {
  const read = readValue(value, '.');
  return {
    name: 'Sodium',
    value: read?.value ?? '',
    ...(read?.comparator ? { comparator: read.comparator } : {}),
    number: read?.number ?? null,
    ...(read?.flag ? { flag: read.flag } : {}),
    unit,
    unitUncertain: false,
    range: readRange(range, '.'),
    hasRangeColumn: true,
    words: { name: word, value: word, unit: word, range: word },
    ...more,
  };
};
const match = {
  parameter: { parameter_id: 'na', aliases: ['Sodium'], unit: 'mmol/L', min: '135', max: '145' },
  alias: 'Sodium',
  fuzzy: false,
};
const doubts = (of: ReadRow, found: Parameters<typeof doubtsOf>[1] = match, fromPicture = false) =>
  doubtsOf(of, found, { catalogue: true, fromPicture });

it('has no doubt about a plain row', () => expect(doubts(row('139', '135-146', 'mmol/L'))).toEqual([]));

it.each([
  ['two readings', row('139', '135-146', 'mmol/L', { disputed: true }), 'two-readings'],
  ['a value far beyond its range', row('13900', '135-146', 'mmol/L'), 'outside-plausible'],
  ['a missing unit', row('139', '135-146', ''), 'unit-missing'],
  ['an uncertain unit', row('139', '135-146', 'mm0l', { unitUncertain: true }), 'unit-uncertain'],
  ['a missing range', row('139', '', 'mmol/L'), 'range-missing'],
  ['a range that is not understood', row('139', 'M 135-146 F 136-145', 'mmol/L'), 'range-unclear'],
  ['a flag against the range', row('139 H', '135-146', 'mmol/L'), 'flag-disagrees-range'],
  ['a result that is neither number nor usual word', row('See note', '', ''), 'value-not-number'],
  ['words where the catalogue expects a quantity', row('Negative', 'Negative', ''), 'name-uncertain'],
  [
    'hardly legible words',
    row('139', '135-146', 'mmol/L', { words: { name: word, value: [{ ...word[0]!, confidence: 0.3 }], unit: word, range: word } }),
    'low-confidence',
  ],
])('doubts %s', (_, of, expected) => expect(doubts(of)).toContain(expected));

it('doubts a name that is unknown or only nearly known, if there is a catalogue', () => {
  const plain = row('139', '135-146', 'mmol/L');
  expect(doubts(plain, null)).toEqual(['unknown-name']);
  expect(doubts(plain, { ...match, fuzzy: true })).toEqual(['fuzzy-name']);
  expect(doubtsOf(plain, null, { catalogue: false, fromPicture: false })).toEqual([]);
});

it('suspects a lost decimal point on a picture only', () => {
  const lost = row('53', '3.5-5.1', 'mmol/L', { name: 'Potassium' });
  expect(doubts(lost, null, true)).toContain('decimal-uncertain');
  expect(doubts(lost, null, false)).not.toContain('decimal-uncertain');
});

describe('a point lost by value and range together', () => {
  const potassium = { ...match, parameter: { ...match.parameter, min: '3.5', max: '5.1' } };
  const named = (value: string, range: string, unit = 'mmol/L') => row(value, range, unit, { name: 'Potassium' });

  it('is suspected where the usual range has it', () => {
    expect(doubts(named('43', '35 - 53'), potassium, true)).toEqual(['range-unclear', 'decimal-uncertain']);
    expect(doubts(named('430', '350 - 530'), potassium, true)).toEqual(expect.arrayContaining(['range-unclear', 'decimal-uncertain']));
    expect(doubts(named('43', '35 - 53'), potassium)).toEqual(['range-unclear', 'decimal-uncertain']);
    expect(doubts(named('43', ''), potassium, true)).toContain('decimal-uncertain');
  });

  it('is suspected of the range alone', () => {
    expect(doubts(named('4.3', '35 - 53'), potassium, true)).toEqual(['range-unclear']);
    expect(doubts(named('4.3', '3.5 - 53'), potassium, true)).toEqual(['range-unclear']);
    // no usual range in this unit: the value itself has a point
    expect(doubts(named('6.1', '25 - 78', 'g/L'), potassium, true)).toEqual(['range-unclear']);
  });

  it('is suspected of no value that is high, in another unit, or of another range', () => {
    expect(doubts(named('9.9', '3.5 - 5.3'), potassium, true)).toEqual([]);
    expect(doubts(named('43', '35 - 53', 'g/L'), potassium, true)).toEqual([]);
    expect(doubts(row('60', '0-5', 'mmol/L'), { ...match, parameter: { ...match.parameter, min: '0', max: '6.5' } }, true)).toEqual([
      'outside-plausible',
    ]);
    expect(doubts(row('12', '8-40', 'mmol/L'), { ...match, parameter: { ...match.parameter, min: '15', max: '150' } }, true)).toEqual([]);
  });
});

it('ruling 29: asks about a value ten times beyond the usual range, as of typed ones', () => {
  const creatinine = { ...match, parameter: { ...match.parameter, unit: 'mg/dL', min: '0.5', max: '1.1' } };
  expect(doubts(row('70', '45-84', 'mg/dL'), creatinine)).toContain('outside-plausible');
  expect(doubts(row('11', '0.5-1.2', 'mg/dL'), creatinine)).toContain('outside-plausible');
  expect(doubts(row('>0.05', '0.5-1.2', 'mg/dL'), creatinine)).toEqual([]);
});

it('accepts that a laboratory gives no range, and ratios without unit', () => {
  expect(doubts(row('61', 'Not Estab.', '%'), null)).toEqual(['unknown-name']);
  expect(doubts(row('6.0', '5.0-8.0', '', { name: 'pH' }), null)).toEqual(['unknown-name']);
});

it('is less confident with each doubt', () => {
  const plain = row('139', '135-146', 'mmol/L');
  expect(confidenceOf(plain, [])).toBe(0.99);
  expect(confidenceOf(plain, ['unknown-name'])).toBeLessThan(confidenceOf(plain, []));
});

it('rates a page by its rows without doubt', () => {
  expect(recognitionRate({ row_data: [] })).toBe(0);
  const row_data = [{ doubts: [] }, { doubts: ['fuzzy-name' as const] }, { doubts: [] }, { doubts: [] }];
  expect(recognitionRate({ row_data })).toBe(0.75);
  const line = { id: '1-u1', text: 'K 5.3 mmol/L', region: null, name: 'K', value: '5.3', unit: 'mmol/L' };
  expect(recognitionRate({ row_data, unread: [line, line] })).toBe(0.5);
});
