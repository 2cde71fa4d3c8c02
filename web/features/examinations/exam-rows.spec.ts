import { itAsksAboutTypedValues } from '#tests/support/typed-values';
import type { MeasurementParameterView } from '#contracts/examinations/measurement-parameters';
import { examDifferences, mergedContent } from './exam-differences.ts';
import { matching, membersOf, type Offer, offersOf } from './exam-offers.ts';
import { pairIn, withPair, withPairs } from './exam-pairs.ts';
import { readCell } from '#web/lib/typed-cell.ts';
import { fieldOf, retyped, type Row, rowErrors, rowOf, toMeasurement, toRow, typedAnswers, withTypedUnit } from './exam-rows.ts';

const pulse: Row = {
  entry_id: 'p',
  parameter_id: 'pulse',
  name: 'Heart rate',
  description: '/min',
  type: 'Arithmetic',
  value: '72',
  unit: '/min',
};
const weight: Row = {
  ...pulse,
  entry_id: 'w',
  parameter_id: 'weight',
  name: 'Body weight',
  description: 'kg',
  type: 'Weight',
  value: '79.4',
  unit: 'kg',
};

const measured = (value: string, unit: string, as_text?: true): Row => ({
  ...pulse,
  ...{ name: 'Ketones', description: unit, value, unit },
  ...(as_text ? { as_text } : {}),
});
itAsksAboutTypedValues({
  outcome: ({ value, unit, as_text }) => {
    const row = withTypedUnit(measured(value, unit, as_text));
    const [asks] = rowErrors([row], false)['p.value'] ?? [];
    const { parameter_value, comparator = '', text = '' } = toMeasurement(row);
    if (asks !== undefined) return { asks };
    return parameter_value === null ? { words: text } : { number: `${comparator}${parameter_value}` };
  },
  answered: ({ value, unit, as_text }) => typedAnswers(measured(value, unit, as_text)).map(({ code }) => code),
});

describe('a measurement as it is typed', () => {
  it('ruling 28: asks where a comma could be read in two ways, and keeps the digits', () => {
    expect(rowErrors([{ ...pulse, value: '1,234' }], false)).toEqual({ 'p.value': ['1.234 or 1234?'] });
    expect(toMeasurement({ ...pulse, value: '1,234', reading: '1234' })).toMatchObject({ parameter_value: '1234' });
    expect(toMeasurement({ ...weight, value: '79,40' })).toMatchObject({ parameter_value: '79.40' });
    expect(toMeasurement({ ...pulse, value: '<40' })).toMatchObject({ parameter_value: '40', comparator: '<' });
  });
  it('takes words for words, and asks about what has digits and is no number', () => {
    expect(toMeasurement({ ...pulse, value: 'not measurable' })).toMatchObject({ parameter_value: null, text: 'not measurable' });
    expect(rowErrors([{ ...pulse, value: '120/80' }], false)).toMatchObject({ 'p.value': ['Field should be number'] });
    expect(toMeasurement({ ...pulse, value: '120/80', as_text: true })).toMatchObject({ text: '120/80' });
  });
  it('is required unless it is a draft, zero is a value', () => {
    expect(rowErrors([{ ...pulse, value: '' }], false)).toEqual({ 'p.value': ['Field is required'] });
    expect(rowErrors([{ ...pulse, value: '' }], true)).toEqual({});
    expect(rowErrors([{ ...pulse, value: '0' }], false)).toEqual({});
    expect(rowErrors([], true)).toEqual({ measurements: ['You must provide parameters!'] });
  });
  it('of a weight needs a unit that can be converted', () => {
    expect(rowErrors([{ ...weight, unit: '' }], false)).toEqual({ 'w.unit': ['Choose kg or lb'] });
    expect(rowErrors([{ ...weight, unit: 'stone' }], true)).toEqual({});
    expect(rowErrors([{ ...weight, unit: 'lb' }], false)).toEqual({});
  });
  it('ruling 56: is taken with the unit that was typed behind it, where its field knows that unit', () => {
    const typed = (row: Row, value: string) => withTypedUnit({ ...row, value });
    expect(typed(weight, '120 lb')).toEqual({ ...weight, value: '120', unit: 'lb' });
    expect(typed(weight, '120pounds')).toMatchObject({ value: '120', unit: 'lb' });
    expect(typed(weight, '3500 g')).toMatchObject({ value: '3500', unit: 'g' });
    expect(typed({ ...weight, type: 'Height', unit: 'cm' }, '62 Inches')).toMatchObject({ value: '62', unit: 'in' });
    expect(typed(pulse, '72 /min')).toMatchObject({ value: '72', unit: '/min' });
    // the unit of the catalogue, where last time had another
    expect(typed({ ...pulse, description: '[degF]', unit: 'Cel' }, '98.6 F')).toMatchObject({ value: '98.6', unit: '[degF]' });
    expect(typed(weight, '1,234 lb')).toMatchObject({ value: '1,234', unit: 'lb' });
    const asText = { ...weight, value: '120 lb', as_text: true };
    expect(withTypedUnit(asText)).toBe(asText);
  });
  it('is refused with a unit that its field does not know, and says which', () => {
    const errors = (row: Row, value: string) => rowErrors([withTypedUnit({ ...row, value })], false);
    expect(errors(weight, '9 st')).toEqual({ 'w.value': ["The unit 'st' is not known here: choose kg or lb"] });
    expect(errors(weight, '120 cm')).toEqual({ 'w.value': ["The unit 'cm' is not known here: choose kg or lb"] });
    expect(errors(pulse, '72 bpm')).toEqual({});
    expect(errors(pulse, '72 rpm')).toEqual({
      'p.value': ["The unit 'rpm' is not known here: type the number alone, its unit stands beside"],
    });
  });
  it('ruling 36: begins without a value, with the unit of last time', () => {
    const parameter = { id: 'weight', name: 'Body weight', description: 'kg', normalization_type: 'Weight' as const };
    expect(rowOf(parameter, 'w', { unit: 'lb', value: '120' })).toMatchObject({ value: '', unit: 'lb' });
    expect(rowOf(parameter, 'w')).toMatchObject({ value: '', unit: 'kg' });
    expect(rowOf({ ...parameter, description: 'on the old scale' }, 'w')).toMatchObject({ unit: '' });
  });
  it('without a unit takes 1:40 for words only where nothing says that it is a number', () => {
    const parameter = { id: 'x', name: 'Antibodies', description: '', normalization_type: 'NoNormalization' as const };
    const kind = (row: Row) => readCell({ ...row, value: '1:40' }).kind;
    expect(kind(rowOf(parameter, 'x'))).toBe('text');
    expect(kind(rowOf(parameter, 'x', { unit: '', value: null }))).toBe('text');
    expect(kind(rowOf(parameter, 'x', { unit: '', value: '3' }))).toBe('unclear');
    expect(kind(rowOf({ ...parameter, plausible: { min: '0', max: '10' } }, 'x'))).toBe('unclear');
    expect(kind(rowOf({ ...parameter, normalization_type: 'Weight' }, 'x'))).toBe('unclear');
    expect(kind(toRow(toMeasurement({ ...pulse, value: '3', unit: '' })))).toBe('unclear');
  });
  it('comes back from the record as it was, and forgets a definition that is typed over', () => {
    const chosen: Row = { ...pulse, value: '2', option_id: 'o', option_label: 'mild' };
    expect(toRow(toMeasurement(chosen))).toEqual({ ...chosen, description: '', is_number: true });
    expect(retyped(chosen, '3')).toEqual({ ...pulse, value: '3' });
    expect(readCell({ value: '≥ 60', unit: '' })).toEqual({ kind: 'quantity', comparator: '>=', decimal: '60' });
  });
  it('names errors of the server as the form does', () => {
    expect(fieldOf('measurements.1.parameter_value', [pulse, weight])).toBe('w.value');
    expect(fieldOf('measurements.0.unit', [pulse, weight])).toBe('p.unit');
    expect(fieldOf('collected', [pulse])).toBe('collected');
  });
});

describe('ruling 12: two versions of an examination', () => {
  const mine = { collected: '2026-02-14T08:30:00', note_writer: 'A', rows: [pulse, weight] };
  const theirs = {
    collected: '2026-02-14T08:30:00',
    note_writer: 'B',
    rows: [
      { ...pulse, value: '75' },
      { ...weight, entry_id: 'x', name: 'Height' },
    ],
  };

  it('are told apart value by value', () =>
    expect(examDifferences(mine, theirs)).toEqual([
      { field: 'note_writer', label: 'Note writer', mine: 'A', theirs: 'B' },
      { field: 'p.row', label: 'Heart rate', mine: '72 /min', theirs: '75 /min' },
      { field: 'w.row', label: 'Body weight', mine: '79.4 kg', theirs: '' },
      { field: 'x.row', label: 'Height', mine: '', theirs: '79.4 kg' },
    ]));
  it('are merged as chosen', () => {
    const fields = (taken: string[]) => mergedContent(mine, theirs, new Set(taken)).rows.map(({ entry_id, value }) => [entry_id, value]);
    expect(fields([])).toEqual([
      ['p', '72'],
      ['w', '79.4'],
    ]);
    expect(fields(['p.row', 'w.row', 'x.row'])).toEqual([
      ['p', '75'],
      ['x', '79.4'],
    ]);
  });
});

describe('what may be added', () => {
  const parameter = (name: string, more: Partial<MeasurementParameterView> = {}) =>
    ({ id: name, name, description: '', state: 0, ...more }) as MeasurementParameterView;
  const systolic = parameter('Systolic blood pressure', { aliases: ['SBP'], code: '8480-6' });
  const diastolic = parameter('Diastolic blood pressure', { aliases: ['DBP'], code: '8462-4' });
  const panel = parameter('Blood pressure panel', { aliases: ['BP'], code: '85354-9' });
  const pending = parameter('Blood flow', { state: 1 });
  const known = [systolic, diastolic, panel, pending];
  const template = {
    id: 't',
    name: 'LastUsed',
    is_public: false,
    parameters: [
      { id: systolic.id, name: '' },
      { id: 'Other', name: '' },
    ],
  } as never;
  const offers = offersOf({ templates: [template], parameters: known, isAll: true });
  const found = (text: string) => matching(offers, text).map(({ id }) => id);

  it('is found by every typed word, by alias and by code, what waits for approval last', () => {
    expect(found('sbp')).toEqual([systolic.id]);
    expect(found('bl pr')).toEqual([systolic.id, diastolic.id, panel.id]);
    expect(found('blood')).toEqual([panel.id, systolic.id, diastolic.id, pending.id]);
    expect(found('last')).toEqual(['t']);
    expect(found('8462-4')).toEqual([diastolic.id]);
    expect(found('')).toHaveLength(5);
  });
  it('stands for all its parameters: a template, and a panel', () => {
    const of = (offer: Offer) => membersOf(offer, known);
    expect(of({ kind: 'parameter', id: '', parameter: panel }).found).toEqual([systolic, diastolic]);
    expect(of({ kind: 'parameter', id: '', parameter: systolic }).found).toEqual([systolic]);
    expect(of({ kind: 'template', id: '', template })).toEqual({ found: [systolic], missing: ['Other'] });
  });
});

describe('a blood pressure typed in one field', () => {
  const parameter = (code: string, name: string) =>
    ({ id: code, code, name, description: 'mm[Hg]', normalization_type: 'Arithmetic', state: 0 }) as MeasurementParameterView;
  const known = [parameter('8480-6', 'Systolic'), parameter('8462-4', 'Diastolic')];
  const blank = known.map((one) => rowOf(one, one.code ?? ''));
  const [systolic, diastolic] = [blank[0]!, blank[1]!];
  const typed = (row: Row, value: string, rows = blank) => rows.map((one) => (one === row ? retyped(one, value) : one));
  const values = (rows: readonly Row[]) => rows.map(({ name, value }) => `${name} ${value}`);

  it.each(['128/82', ' 128 / 82 ', '128/82 mmHg'])('%s is two measurements, in whichever field it stands', (text) => {
    expect(values(withPairs(typed(systolic, text), known))).toEqual(['Systolic 128', 'Diastolic 82']);
    expect(values(withPairs(typed(diastolic, text), known))).toEqual(['Systolic 128', 'Diastolic 82']);
  });

  it.each(['128/8', '82/128', '1280/82', '128/', '400/90', '120/120'])('%s is never split unasked', (text) => {
    const rows = typed(systolic, text);
    expect(withPairs(rows, known)).toBe(rows);
    expect(rowErrors(rows, false)['8480-6.value']).toBeDefined();
  });

  it('is not written over another value that was typed already', () => {
    const rows = typed(systolic, '128/82', typed(diastolic, '90'));
    expect(withPairs(rows, known)).toBe(rows);
    expect(pairIn(rows[0]!, rows, known)).toMatchObject({ isSure: false, values: ['128', '82'] });
  });

  it('brings the row that is missing, and leaves other parameters alone', () => {
    expect(values(withPairs([retyped(diastolic, '128/82')], known))).toEqual(['Systolic 128', 'Diastolic 82']);
    expect(values(withPairs([retyped(systolic, '128/82')], known))).toEqual(['Systolic 128', 'Diastolic 82']);
    expect(pairIn({ ...pulse, value: '128/82' }, [pulse], known)).toBeUndefined();
  });

  it('says what a person was asked and agreed to', () => {
    const rows = typed(systolic, '128/8');
    const taken = withPair(rows, pairIn(rows[0]!, rows, known)!, '128/8');
    expect(values(taken)).toEqual(['Systolic 128', 'Diastolic 8']);
    expect(taken.flatMap(typedAnswers).map(({ text }) => text)).toEqual([
      "Systolic: '128/8' was read as 128",
      "Diastolic: '128/8' was read as 8",
    ]);
    expect(retyped(taken[1]!, '80').pair).toBeUndefined();
  });
});
