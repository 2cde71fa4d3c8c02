import { itAsksAboutTypedValues } from '#tests/support/typed-values';
import { messages } from '#contracts/rules/messages';
import { emptyRow, type Row, rowErrors, toEntry, toRow, withNoUpperLimit, withoutMax, withTypedUnit } from './entry-rows.ts';
import { readCell, typedAnswers } from '#web/lib/typed-cell.ts';
import { readPaste } from './paste.ts';
import { fromPrevious, withParameter } from './prefill.ts';

const row = (given: Partial<Row> = {}): Row => ({
  ...emptyRow('e1'),
  name: 'Creatinine',
  value: '1.1',
  unit: 'mg/dL',
  min: '0.5',
  max: '1.2',
  ...given,
});
const read = (value: string, given: Partial<Row> = {}) => readCell(row({ value, ...given }));

itAsksAboutTypedValues({
  outcome: ({ value, unit, as_text }) => {
    const typed = withTypedUnit(row({ value, unit, min: '', max: '', no_upper_limit: true, ...(as_text ? { as_text } : {}) }), [unit]);
    const [asks] = rowErrors([typed], false)['parameters.0.value'] ?? [];
    const entry = toEntry(typed);
    if (asks !== undefined) return { asks };
    return entry.value === null ? { words: entry.text ?? '' } : { number: `${entry.comparator ?? ''}${entry.value}` };
  },
  answered: ({ value, unit, as_text }) =>
    typedAnswers(row({ value, unit, min: '', max: '', ...(as_text ? { as_text } : {}) })).map(({ code }) => code),
});

describe('a value in the place of a name', () => {
  const wrong = (given: Partial<Row>, stored?: string[]) => rowErrors([row(given)], false, stored)['parameters.0.name'];
  it('is no name', () =>
    expect([wrong({ name: '12O' }), wrong({ name: '140' })]).toEqual([[messages.nameIsValue], [messages.nameIsValue]]));
  it('is one where the catalogue or the record has it', () =>
    expect([wrong({ name: '140', parameter_id: 'p1' }), wrong({ name: '12O' }, ['12O']), wrong({})]).toEqual([
      undefined,
      undefined,
      undefined,
    ]));
});

describe('a number without an upper limit', () => {
  it('is listed, and no other row that lacks something', () => {
    const rows = [
      row({ entry_id: 'a', max: '' }),
      row({ entry_id: 'b' }),
      row({ entry_id: 'c', value: '', max: '' }),
      row({ entry_id: 'd', value: 'negative', min: '', max: '' }),
      row({ entry_id: 'e', max: 'x' }),
      row({ entry_id: 'f', value: '12O', max: '' }),
      withNoUpperLimit(row({ entry_id: 'g', max: '', range_from: 'usual' }), true),
    ];
    const errors = Object.fromEntries(
      Object.entries(rowErrors(rows, false)).map(([path, texts]) => {
        const [, index, field] = path.split('.');
        return [`${rows[Number(index)]!.entry_id}.${field}`, texts];
      }),
    );
    expect(withoutMax(rows, errors).map(({ entry_id }) => entry_id)).toEqual(['a']);
    expect(withoutMax(rows, {})).toEqual([]);
  });
});

describe('a value of the grid', () => {
  it.each([
    ['6.4', { kind: 'quantity', decimal: '6.4' }],
    ['.5', { kind: 'quantity', decimal: '0.5' }],
    ['3,7', { kind: 'quantity', decimal: '3.7' }],
    ['<5', { kind: 'quantity', decimal: '5', comparator: '<' }],
    ['\u2265 60', { kind: 'quantity', decimal: '60', comparator: '>=' }],
    ['=<3', { kind: 'quantity', decimal: '3', comparator: '<=' }],
    ['1,000', { kind: 'ambiguous', readings: ['1.000', '1000'] }],
    ['negative', { kind: 'text', text: 'negative' }],
    ['1:80', { kind: 'unclear', text: '1:80' }],
    ['<', { kind: 'unclear', text: '<' }],
    // digits of another script are no words
    ['١٢', { kind: 'unclear', text: '١٢' }],
    ['\u200e<5', { kind: 'quantity', decimal: '5', comparator: '<' }],
    ['  ', { kind: 'empty' }],
  ])('%s is read', (typed, expected) => expect(read(typed)).toEqual(expected));

  it('is one of its readings once a person has chosen', () =>
    expect(read('1,000', { reading: '1000' })).toEqual({ kind: 'quantity', decimal: '1000' }));
  it('forgets a choice that does not belong to it', () => expect(read('2,000', { reading: '1000' }).kind).toBe('ambiguous'));
  it('ruling 56: is taken with a usual unit that was typed behind it', () => {
    const typed = (value: string) => withTypedUnit(row({ value }), ['mg/dL', 'µmol/L']);
    expect(typed('1.29 mg/dL')).toMatchObject({ value: '1.29', unit: 'mg/dL' });
    expect(typed('114umol/l')).toMatchObject({ value: '114', unit: 'µmol/L' });
    expect(rowErrors([typed('1.29 g/L')], false)).toEqual({
      'parameters.0.value': ["The unit 'g/L' is not known here: type it beside"],
    });
  });
  it('is a text once a person said so', () => expect(read('1:80', { as_text: true })).toEqual({ kind: 'text', text: '1:80' }));
});

describe('a result with digits that is no number', () => {
  const bare = { unit: '', min: '', max: '' };
  const facts = { person: undefined, previous: [], collected: '' };
  const parameter = { id: 'p', primary_alias: 'Potassium', unit: 'mmol/L', usual_ranges: [] };

  it('is asked about where catalogue, an earlier result or the stored value say that it is a number', () => {
    expect(read('1:40', bare)).toMatchObject({ kind: 'text' });
    const picked = withParameter(row({ ...bare, value: '1:40' }), parameter, facts);
    expect(readCell({ ...picked, unit: '' }).kind).toBe('unclear');
    const [copied] = fromPrevious({ parameters: [toEntry(row({ ...bare, value: '1.4' }))] }, () => 'n');
    for (const before of [copied!, toRow(toEntry(row({ ...bare, value: '1.4' })))]) {
      expect(readCell({ ...before, value: '1:40' }).kind).toBe('unclear');
    }
  });

  it('is none of a number with a unit, though it was words once', () => {
    const haemolysed = toRow(toEntry(row({ value: 'haemolysed' })));
    expect(readCell({ ...haemolysed, value: '1:40', as_text: false }).kind).toBe('unclear');
    expect(readCell({ ...toRow(toEntry(row({ ...bare, value: '1:40' }))), value: '1:80', as_text: false }).kind).toBe('text');
  });
});

describe('the errors of rows', () => {
  it('passes a complete row and ignores a blank one', () => expect(rowErrors([row(), emptyRow('e2')], false)).toEqual({}));
  it('asks for parameters where every row is blank', () =>
    expect(rowErrors([emptyRow('e2')], false)).toEqual({ parameters: [messages.parameters] }));
  it('wants a value and an upper limit', () =>
    expect(rowErrors([row({ value: '', max: '' })], false)).toEqual({
      'parameters.0.value': [messages.required],
      'parameters.0.max': [messages.required],
    }));
  it('takes "No upper limit" for the upper limit', () => expect(rowErrors([row({ max: '', no_upper_limit: true })], false)).toEqual({}));
  it('refuses a zero until it is confirmed as reported', () => {
    expect(rowErrors([row({ value: '0' })], false)).toEqual({ 'parameters.0.value': [messages.notZero] });
    expect(rowErrors([row({ value: '0', zero_as_reported: true })], false)).toEqual({});
  });
  it('asks which of two readings is meant, of limits too', () =>
    expect(rowErrors([row({ value: '1,000', max: '2,000' })], true)).toEqual({
      'parameters.0.value': ['1.000 or 1000?'],
      'parameters.0.max': ['2.000 or 2000?'],
    }));
  it('wants no range of a text result', () => expect(rowErrors([row({ value: 'negative', min: '', max: '' })], false)).toEqual({}));
  it('counts only the rows that are not blank', () =>
    expect(Object.keys(rowErrors([emptyRow('e0'), row({ name: '' })], false))).toEqual(['parameters.0.name']));
});

it('keeps digits, comparator and flag on the way to the record and back', () => {
  const entry = toEntry(row({ value: '<0.010', flag: 'L' }));
  expect(entry).toEqual({
    entry_id: 'e1',
    parameter_id: null,
    name: 'Creatinine',
    value: '0.010',
    comparator: '<',
    unit: 'mg/dL',
    min: '0.5',
    max: '1.2',
    flag: 'L',
  });
  expect(toEntry(toRow(entry))).toEqual(entry);
});

describe('pasting from a spreadsheet', () => {
  it('fills the columns from the cursor on', () =>
    expect(readPaste('1.1\tmg/dL\n140\tmmol/L\n', 'value')).toEqual([
      { value: '1.1', unit: 'mg/dL' },
      { value: '140', unit: 'mmol/L' },
    ]));
  it('follows a header line', () =>
    expect(readPaste('Test\tUnits\tResult\tReference Range\nSodium\tmmol/L\t140\t135-145', 'name')).toEqual([
      { name: 'Sodium', unit: 'mmol/L', value: '140', min: '135', max: '145' },
    ]));
  it('takes a range for both limits', () =>
    expect(readPaste('Potassium\t4.2\tmmol/L\t3.5 \u2013 5.1\tH', 'name')).toEqual([
      { name: 'Potassium', value: '4.2', unit: 'mmol/L', min: '3.5', max: '5.1', flag: 'H' },
    ]));
  it('leaves a single cell to the field', () => expect(readPaste('1.1', 'value')).toBeNull());
  it('leaves a comma alone: which number is meant is asked in the grid', () =>
    expect(readPaste('1,000\tmg/dL', 'value')).toEqual([{ value: '1,000', unit: 'mg/dL' }]));
});

describe('what was asked while a result was typed', () => {
  const row = (change: Partial<Row>): Row => ({ ...emptyRow('a'), name: 'Platelets', ...change });
  const said = (change: Partial<Row>) => typedAnswers(row(change)).map(({ code, field, text }) => [code, field, text]);

  it('is said with what the person chose, of value and limits', () => {
    expect(said({ value: '1,000', reading: '1000', max: '4,000', max_reading: '4000' })).toEqual([
      ['typed-number', 'value', "Platelets: '1,000' was read as 1000"],
      ['typed-number', 'max', "Platelets: '4,000' was read as 4000"],
    ]);
    expect(said({ value: '1:40', unit: '10*3/uL', as_text: true })).toEqual([
      ['typed-text', 'value', "Platelets: '1:40' was kept as text"],
    ]);
  });

  it('is nothing where nothing was asked, or not yet answered', () => {
    expect(said({ value: '1,000' })).toEqual([]);
    expect(said({ value: '3,7', max: '5', reading: '3.7' })).toEqual([]);
    expect(said({ value: 'negative', as_text: true })).toEqual([]);
  });
});
