import type { RecognisedRow } from '#contracts/observations/recognition';
import type { PageView } from '#contracts/reports/reports';
import { printed } from '#tests/support/printed';
import {
  accepted,
  doubtfulRegions,
  draftRows,
  isOpen,
  linesLeft,
  manualRow,
  named,
  orderedRows,
  renamed,
  rowDoubts,
  rowOfLine,
  standingOf,
  typedIn,
  withLearnedNames,
  withWhatStood,
} from './page-draft.ts';
import { entryOf, isTouched, rowErrors, validatedRows } from './row-draft.ts';

const region = { top: 10, left: 20, right: 300, bottom: 40 };
const texts = { name: 'CRP', value: '<0,6', range: '<5', unit: 'mg/L' };
const read: RecognisedRow = {
  id: 'r1',
  region,
  field_value: printed(texts, { name: region, value: region, unit: region }),
  comparator: '<',
  value: '0.6',
  min: null,
  max: '5',
  parameter_id: '11111111-1111-4111-8111-111111111111',
  matched_alias: 'CRP',
  fuzzy_match_from: 'C RP',
  confidence: 0.7,
  doubts: ['fuzzy-name'],
};
const page = (rows: RecognisedRow[]): PageView => ({
  id: '22222222-2222-4222-8222-222222222222',
  report_id: '33333333-3333-4333-8333-333333333333',
  organization_id: '44444444-4444-4444-8444-444444444444',
  page_number: 1,
  status: 'ValidationRequired',
  recognition_rate: 0,
  recognition: {
    page: 1,
    recognition_rate: 0,
    patient_first_name: null,
    patient_last_name: null,
    date_of_birth: null,
    date_collected: null,
    header_regions: {},
    header_doubts: {},
    width: 100,
    height: 140,
    source: 'text',
    row_data: rows,
  },
  match: null,
  validation: null,
  version: 3,
});

describe('rows of a page while a person works on them', () => {
  it('start as they were read, with the regions they were read from', () => {
    const [row] = draftRows(page([read]));
    expect(row).toMatchObject({ value: '<0.6', min: '', max: '5', unit: 'mg/L', regions: { name: region, value: region, unit: region } });
    expect(row && standingOf(row)).toBe('doubtful');
  });

  it('say the same again when nobody touches them', () => {
    const [sent] = validatedRows(draftRows(page([read])));
    expect(sent?.entry).toMatchObject({ comparator: '<', value: '0.6', min: null, max: '5', range_text: '< 5', region });
  });

  it('lose the printed words of a range with the first limit that is typed', () => {
    const [row] = draftRows(page([read]));
    expect(entryOf(typedIn(row!, 'value', { value: '0.7' })).range_text).toBe('< 5');
    expect(entryOf(typedIn(row!, 'range', { max: '5.5' }))).not.toHaveProperty('range_text');
  });

  it('ruling 17: never block where nothing was touched', () => {
    const bare = { ...read, value: null, field_value: printed({ name: '', value: '', range: '', unit: '' }), min: null, max: null };
    expect(rowErrors(draftRows(page([bare]))[0] ?? manualRow('x'))).toEqual({});
  });

  it('ruling 28: ask before a comma could move the value a thousand times', () => {
    expect(rowErrors({ ...manualRow('m'), name: 'WBC', value: '1,000', max: '9' })).toEqual({ value: '1.000 or 1000?' });
  });

  it('ruling 17: have the rules of the lab form once somebody typed in them', () => {
    const [row] = draftRows(page([{ ...read, max: null }]));
    expect(rowErrors(row!)).toEqual({});
    expect(rowErrors(accepted(row!))).toEqual({});
    expect(rowErrors(typedIn(row!, 'value', { value: '0' }))).toEqual({ value: 'Must be different than 0', max: 'Field is required' });
    expect(rowErrors(typedIn(row!, 'value', { value: '' }))).toEqual({ value: 'Field is required', max: 'Field is required' });
    expect(rowErrors(typedIn(row!, 'value', { value: 'negative' }))).toEqual({});
    expect(rowErrors({ ...typedIn(row!, 'value', { value: '' }), ignored: true })).toEqual({});
    const answered = { ...typedIn(row!, 'value', { value: '0' }), zero_as_reported: true, no_upper_limit: true };
    expect(rowErrors(answered)).toEqual({});
    expect(entryOf(answered)).toMatchObject({ value: '0', max: null, zero_as_reported: true, no_upper_limit: true });
    // another value is no longer the zero that was reported, another limit takes the place of none
    expect(rowErrors(typedIn(answered, 'value', { value: '0.0' }))).toEqual({ value: 'Must be different than 0' });
    expect(entryOf(typedIn(answered, 'range', { max: '5' }))).not.toHaveProperty('no_upper_limit');
  });

  it('ruling 17: are as they were read again where what was typed is taken back', () => {
    const [row] = draftRows(page([{ ...read, value: null, field_value: printed({ ...texts, value: '1,000' }), max: null }]));
    const typed = typedIn(typedIn(row!, 'value', { value: '1' }), 'range', { max: '7' });
    expect(isTouched(typed)).toBe(true);
    const back = typedIn(typedIn(typed, 'value', { value: '1,000' }), 'range', { max: '' });
    expect(isTouched(back)).toBe(false);
    expect(rowErrors(back)).toEqual({});
    expect(entryOf(back)).toEqual(entryOf(row!));
    expect(entryOf(row!)).toMatchObject({ value: null, text: '1,000' });
  });

  it('ruling 17: that an earlier release kept are held against what stands on the page', () => {
    const stored = draftRows(page([read]));
    const { stood: _none, ...typed } = typedIn(stored[0]!, 'value', { value: '0' });
    const { stood: _neither, ...added } = { ...manualRow('m'), name: 'CRP' };
    const [first, second] = withWhatStood([typed, added], stored);
    expect(rowErrors(first!)).toEqual({ value: 'Must be different than 0' });
    expect(rowErrors(second!)).toEqual({ value: 'Field is required', max: 'Field is required' });
    expect(withWhatStood(stored, [])).toEqual(stored);
  });

  it('ruling 17: that were added have the rules as soon as anything is typed in them', () => {
    expect(rowErrors(manualRow('m'))).toEqual({});
    expect(rowErrors({ ...manualRow('m'), unit: 'mg/L' })).toEqual({
      name: 'Field is required',
      value: 'Field is required',
      max: 'Field is required',
    });
    expect(validatedRows([{ ...manualRow('m'), unit: 'mg/L' }])).toHaveLength(1);
    expect(rowErrors({ ...manualRow('m'), name: 'CRP', value: '<5', max: '9' })).toEqual({});
  });

  it('come back as a person left them', () => {
    const before = draftRows(page([read])).map((row) => ({ ...row, value: '0.8', ignored: true }));
    const after = draftRows({ ...page([read]), validation: { row_data: validatedRows(before) } });
    expect(after[0]).toMatchObject({ value: '0.8', ignored: true, matched: 'CRP', fuzzy_match_from: 'C RP' });
    expect(after.some(isOpen)).toBe(false);
  });

  it('are answered field by field: what is typed in one leaves the doubts of the others', () => {
    const [row] = draftRows(page([{ ...read, doubts: ['fuzzy-name', 'two-readings', 'unit-missing', 'flag-disagrees-range'] }]));
    const typed = typedIn(row!, 'value', { value: '0.7' });
    expect(typed).toMatchObject({ value: '0.7', doubts: ['fuzzy-name', 'unit-missing', 'flag-disagrees-range'] });
    expect(named(typed, { id: read.parameter_id!, primary_alias: 'CRP', unit: 'mg/L', usual_ranges: [] })).toMatchObject({
      name: 'CRP',
      fuzzy_match_from: undefined,
      doubts: ['unit-missing', 'flag-disagrees-range'],
    });
    expect(doubtfulRegions(typed)).toEqual([region, region]);
    expect(accepted(typed).doubts).toEqual([]);
  });

  it('say which doubts a person agreed to, and which nobody looked at', () => {
    const [row] = draftRows(page([{ ...read, doubts: ['two-readings', 'unit-missing'] }]));
    const said = (of: Parameters<typeof rowDoubts>[0]) =>
      rowDoubts(of).map(({ code, field, entry_id, text }) => [code, field, entry_id, text]);
    expect(said(row!)).toEqual([
      ['not-looked-at', 'value', 'r1', 'CRP: Two readings of this value differ (not looked at)'],
      ['not-looked-at', 'unit', 'r1', 'CRP: No unit was found (not looked at)'],
    ]);
    expect(said(accepted(typedIn(row!, 'unit', { unit: 'mg/L' })))).toEqual([
      ['two-readings', 'value', 'r1', 'CRP: Two readings of this value differ'],
    ]);
    // what is typed afterwards is no reading that was agreed to
    expect(said(typedIn(accepted(row!), 'value', { value: '0.7' }))).toEqual([['unit-missing', 'unit', 'r1', 'CRP: No unit was found']]);
    expect(said({ ...row!, ignored: true })).toEqual([]);
  });

  it('document 3: typing a name makes it unknown until a suggestion is chosen', () => {
    const [row] = draftRows(page([read]));
    expect(renamed(row!, 'CR')).toMatchObject({ name: 'CR', parameter_id: null, matched: undefined, fuzzy_match_from: undefined });
    expect(standingOf(renamed(row!, 'CR'))).toBe('unknown');
  });

  it('drop a row that was added and left empty, and list incomplete ones first when asked', () => {
    const rows = [...draftRows(page([read])), manualRow('m')];
    expect(validatedRows(rows)).toHaveLength(1);
    expect(orderedRows(rows, true).map((row) => row.id)).toEqual(['m', 'r1']);
    expect(orderedRows(rows, false).map((row) => row.id)).toEqual(['r1', 'm']);
  });

  it('list doubtful ones next, each in the order of the page', () => {
    const [row] = draftRows(page([{ ...read, doubts: [] }]));
    const doubtful = { ...row!, doubts: ['unit-uncertain' as const] };
    const rows = [
      { ...row!, id: 'a' },
      { ...doubtful, id: 'b' },
      { ...doubtful, id: 'c', ignored: true },
      { ...doubtful, id: 'd' },
      manualRow('m'),
    ];
    expect(orderedRows(rows, true).map(({ id }) => id)).toEqual(['m', 'b', 'd', 'a', 'c']);
  });
});

it('begins with what the catalogue leaves out as ignored, until a person takes it in', () => {
  const page = { recognition: { row_data: [{ ...read, ignored: true }] } as unknown as PageView['recognition'], validation: null };
  expect(draftRows(page)).toMatchObject([{ id: read.id, ignored: true }]);
});

describe('a line that was not read', () => {
  const line = { id: '1-u1', text: 'K ↑ 5.3 mmol/L', region, name: 'K', value: '5.3', unit: 'mmol/L', flag: 'H' };
  const page = { recognition: { unread: [line, { ...line, id: '1-u2' }] } } as unknown as PageView;

  it('becomes a doubtful row with what was read of it, held to the rules of typed rows', () => {
    const row = rowOfLine(line);
    expect(isOpen(row)).toBe(true);
    expect(isTouched(row)).toBe(true);
    expect(entryOf(row)).toMatchObject({
      entry_id: '1-u1',
      parameter_id: null,
      name: 'K',
      value: '5.3',
      unit: 'mmol/L',
      flag: 'H',
      region,
    });
    expect(validatedRows([row])).toHaveLength(1);
  });

  it('is counted until it is a row', () => {
    expect(linesLeft(page, []).map(({ id }) => id)).toEqual(['1-u1', '1-u2']);
    expect(linesLeft(page, [rowOfLine(line)]).map(({ id }) => id)).toEqual(['1-u2']);
    expect(linesLeft({ recognition: null }, [])).toEqual([]);
  });
});

describe('names that the catalogue learns while a page is open', () => {
  const { parameter_id: _id, matched_alias: _alias, fuzzy_match_from: _from, ...unknown } = read;
  const [waiting] = draftRows(page([{ ...unknown, doubts: ['unknown-name', 'low-confidence'] }]));
  const known = draftRows(page([{ ...unknown, parameter_id: read.parameter_id!, matched_alias: 'CRP', doubts: ['low-confidence'] }]));
  const learned = (...rows: Parameters<typeof withLearnedNames>[0]) => withLearnedNames(rows, [waiting!], known);

  it('are taken up with what was typed besides, and their doubt is answered', () => {
    const typed = { ...typedIn(waiting!, 'value', { value: '7' }), ignored: true };
    expect(learned(typed)).toEqual([{ ...typed, parameter_id: read.parameter_id, learned: read.parameter_id, matched: 'CRP', doubts: [] }]);
    expect(rowDoubts(learned(accepted(waiting!))[0]!).map(({ code }) => code)).toEqual(['low-confidence']);
  });

  it('are taken up where the name was requested without the values behind it', () => {
    const name = { ...unknown.field_value.name, field_value: 'BUN 28 H 39 H' };
    const printed = { ...unknown, field_value: { ...unknown.field_value, name }, doubts: ['unknown-name' as const] };
    const before = draftRows(page([printed]));
    const now = draftRows(page([{ ...printed, parameter_id: read.parameter_id!, doubts: [] }]));
    for (const asked of ['BUN', 'BUN 28 H 39 H'])
      expect(withLearnedNames([renamed(before[0]!, asked)], before, now)).toMatchObject([{ name: asked, learned: read.parameter_id }]);
    for (const other of ['BUN 28', '', 'CRP']) {
      const rows = [renamed(before[0]!, other)];
      expect(withLearnedNames(rows, before, now)).toBe(rows);
    }
  });

  it('are not where a person gave another name, or took the row from its parameter', () => {
    for (const row of [renamed(waiting!, 'Other'), { ...manualRow('m'), name: 'CRP' }, { ...waiting!, parameter_id: 'p' }]) {
      const rows = [row];
      expect(withLearnedNames(rows, [waiting!], known)).toBe(rows);
    }
    const [fuzzy] = draftRows(page([read]));
    const refused = [renamed(fuzzy!, fuzzy!.name)];
    expect(withLearnedNames(refused, [fuzzy!], [fuzzy!])).toBe(refused);
  });

  it('change nothing where none was learned', () => {
    const rows = [waiting!];
    expect(withLearnedNames(rows, [waiting!], rows)).toBe(rows);
    expect(withLearnedNames(rows, [], known)).toBe(rows);
  });
});
