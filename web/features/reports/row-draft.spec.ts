import { itAsksAboutTypedValues } from '#tests/support/typed-values';
import type { LabValue } from '#contracts/observations/lab-values';
import { draftRows, manualRow, rowDoubts, typedIn } from './page-draft.ts';
import { entryOf, isTouched, type RowDraft, rowErrors, typedOver, validatedRows, valueBefore } from './row-draft.ts';

/** A row with what stood in it, by reading or by a validation. */
const read = (given: Partial<LabValue> = {}): RowDraft => {
  const entry: LabValue = {
    ...{ entry_id: 'r', parameter_id: 'urate', name: 'Urate', value: '0.48', unit: 'mmol/L', min: '0.20', max: '0.43' },
    region: { top: 0, left: 0, right: 1, bottom: 1 },
    ...given,
  };
  return draftRows({ recognition: null, validation: { row_data: [{ id: 'r', ignored: false, entry }] } })[0]!;
};
const typed = (row: RowDraft, value: string): RowDraft => typedIn(row, 'value', { value });

const added = (value: string, unit: string, as_text?: true): RowDraft => ({
  ...{ ...manualRow('m'), name: 'Urate', value, unit, no_upper_limit: true },
  ...(as_text ? { as_text } : {}),
});
itAsksAboutTypedValues({
  outcome: ({ value, unit, as_text }) => {
    const row = added(value, unit, as_text);
    const { value: asks } = rowErrors(row);
    const { comparator = '', value: number, text = '' } = entryOf(row);
    if (asks !== undefined) return { asks };
    return number === null ? { words: text } : { number: `${comparator}${number}` };
  },
  answered: ({ value, unit, as_text }) => rowDoubts(added(value, unit, as_text)).map(({ code }) => code),
});

describe('what was read', () => {
  it.each(['5..2', '3-5 /HPF', '1,000', '12O', 'Negative'])(
    'as the words %j and left untouched asks nothing, whatever stands beside it',
    (text) => {
      const row = read({ value: null, text });
      expect(rowErrors(row)).toEqual({});
      const renamed = typedIn(row, 'unit', { unit: 'g/L' });
      expect(rowErrors(renamed)).toEqual({});
      expect(entryOf(renamed)).toMatchObject({ value: null, text, unit: 'g/L' });
      expect(rowDoubts(renamed)).toEqual([]);
    },
  );

  it('as nothing is never left so by a value that cannot be read', () => {
    const row = read({ value: null, min: null, max: null });
    for (const [value, asks] of [
      ['5..2', 'Field should be number'],
      ['1,000', '1.000 or 1000?'],
    ] as const) {
      const now = typed(row, value);
      expect(isTouched(now)).toBe(true);
      expect(rowErrors(now)).toMatchObject({ value: asks });
    }
  });

  it('is not lost where the row is ignored and what was typed over it cannot be read', () => {
    const [sent] = validatedRows([{ ...typed(read(), '12O'), ignored: true }]);
    expect(sent).toMatchObject({ ignored: true, entry: { value: '0.48', unit: 'mmol/L' } });
  });

  it('as a number takes no words with digits, also without a unit or a range', () => {
    const ph = read({ name: 'pH', value: '6.0', unit: '', min: null, max: null });
    expect(rowErrors(typed(ph, '1:60'))).toEqual({ value: 'Field should be number' });
    const titre = read({ name: 'ANA', value: null, text: '1:80', unit: '', min: null, max: null });
    expect(rowErrors(typed(titre, '1:160'))).toEqual({});
    expect(entryOf(typed(titre, '1:160'))).toMatchObject({ value: null, text: '1:160' });
  });
});

describe('a value with the unit of its row behind it', () => {
  it('is the number, and with another unit is asked about', () => {
    expect(entryOf(typed(read(), '0.52 mmol/l'))).toMatchObject({ value: '0.52', unit: 'mmol/L' });
    expect(rowErrors(typed(read(), '5.2 mg/L'))).toEqual({ value: "The unit 'mg/L' is not known here: type it beside" });
  });

  it('says which number was chosen of two', () => {
    const row = { ...typed(read(), '5,200 mmol/L'), reading: '5200' };
    expect(entryOf(row)).toMatchObject({ value: '5200' });
    expect(rowDoubts(row)).toMatchObject([{ code: 'typed-number', text: "Urate: '5,200' was read as 5200" }]);
  });
});

describe('limits', () => {
  it('ruling 28: ask which number is meant, and take the one that was chosen', () => {
    const row = typedIn(read(), 'range', { max: '1,000' });
    expect(rowErrors(row)).toEqual({ max: '1.000 or 1000?' });
    const chosen = { ...row, max_reading: '1000' };
    expect(rowErrors(chosen)).toEqual({});
    expect(entryOf(chosen)).toMatchObject({ min: '0.20', max: '1000' });
    expect(rowDoubts(chosen)).toMatchObject([{ code: 'typed-number', field: 'max', text: "Urate: '1,000' was read as 1000" }]);
    // another text is another question
    expect(rowErrors(typedIn(chosen, 'range', { max: '2,000' }))).toEqual({ max: '2.000 or 2000?' });
  });
});

describe('a value that is typed over what was read', () => {
  const over = (row: RowDraft) => typedOver(row);

  it('is told with both', () => {
    expect(over(typed(read(), '5.2'))).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: '5.2 mmol/L' });
    expect(over(typed(read(), '<0.48'))).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: '<0.48 mmol/L' });
    expect(over(typed(read(), 'Negative'))).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: 'Negative' });
    expect(over(typed(read({ value: null, text: '0.4B' }), '0.48'))).toEqual({ before: '0.4B', isOfPage: true, now: '0.48 mmol/L' });
    expect(over(typedIn(read(), 'unit', { unit: 'mg/dL' }))).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: '0.48 mg/dL' });
  });

  it('is the same value in other digits, or with a unit that was not read', () => {
    expect(over(read())).toBeUndefined();
    expect(over(typed(read(), '0,480'))).toBeUndefined();
    expect(over(typedIn(read({ unit: '' }), 'unit', { unit: 'mmol/L' }))).toBeUndefined();
    expect(over(typedIn(read(), 'unit', { unit: 'mmol/l' }))).toBeUndefined();
  });

  it('is nothing where nothing was read, in a row that was added, and while it cannot be read', () => {
    expect(over(typed(read({ value: null }), '5.2'))).toBeUndefined();
    expect(over(added('5.2', 'mmol/L'))).toBeUndefined();
    expect(over(typed(read(), '5..2'))).toBeUndefined();
    expect(over(typed(read(), ''))).toBeUndefined();
  });

  it('is told of a value that was validated where nothing was read', () => {
    const nothing = read({ value: null });
    const row = { ...nothing, stood: [{ ...nothing.stood![0]!, value: '5' }, ...nothing.stood!] };
    expect(over(typed(row, '6'))).toEqual({ before: '5 mmol/L', isOfPage: false, now: '6 mmol/L' });
    expect(over(typed(row, '5'))).toBeUndefined();
  });

  it('was agreed to once it was validated; what was read stays known', () => {
    const [validated] = validatedRows([typed(read(), '5.2')]);
    const row = typed({ ...read(), stood: [validated!.entry, ...read().stood!] }, '5.2');
    expect(over(row)).toBeUndefined();
    expect(valueBefore(row)).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: '5.2 mmol/L' });
    expect(over(typed(row, '5.3'))).toEqual({ before: '0.48 mmol/L', isOfPage: true, now: '5.3 mmol/L' });
    expect(valueBefore(typed(row, '0.48'))).toBeUndefined();
  });
});
