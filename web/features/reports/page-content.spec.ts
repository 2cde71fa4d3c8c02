import type { RecognisedRow } from '#contracts/observations/recognition';
import type { ValidatedRow } from '#contracts/reports/reports';
import { printed } from '#tests/support/printed';
import { ids, match, recognition } from '#tests/support/report-events';
import { contentOf, mergedContent, pageDifferences } from './page-content.ts';
import { entryOf, rowErrors, validatedRows } from './row-draft.ts';

const { janet, joan, creatinine } = ids;
const region = { top: 10, left: 20, right: 300, bottom: 40 };
const read = (id: string, value: string): RecognisedRow => ({
  id,
  region,
  field_value: printed({ name: id, value, range: '0.6-1.3', unit: 'mg/dL' }, { name: region }),
  value,
  min: '0.6',
  max: '1.3',
  parameter_id: creatinine,
  confidence: 0.9,
  doubts: ['low-confidence'],
});
const page = {
  match,
  recognition: { ...recognition, row_data: [read('A', '1.08'), read('B', '105'), read('C', '7')] },
};
const mine = contentOf(page, null);
const agreed = (
  change: (row: ValidatedRow, index: number) => ValidatedRow[],
  patient_id: string = janet,
  collected = '2025-08-14T00:00:00',
) => ({
  patient_id,
  collected,
  row_data: validatedRows(mine.rows).flatMap(change),
});
const nameOf = (id: string | null) => (id === janet ? 'Janet' : id === joan ? 'Joan' : '');

describe('what a person may change on a page', () => {
  it('begins with what was read: patient, day and rows', () => {
    expect(mine).toMatchObject({ patient_id: janet, collected: '2025-08-14T00:00:00', isOther: false, comment: '' });
    expect(mine.rows.map(({ value }) => value)).toEqual(['1.08', '105', '7']);
  });

  it('begins with what somebody agreed to; a row that was left out then is still there, ignored (ruling 26)', () => {
    const content = contentOf(
      page,
      agreed((row, index) => (index === 2 ? [] : [row]), joan, '2025-08-13T00:00:00'),
    );
    expect(content).toMatchObject({ patient_id: joan, collected: '2025-08-13T00:00:00' });
    expect(content.rows.map(({ id, ignored, doubts }) => [id, ignored, doubts.length])).toEqual([
      ['A', false, 0],
      ['B', false, 0],
      ['C', true, 1],
    ]);
  });
});

describe('ruling 12: somebody else validated the page meanwhile', () => {
  const typed = { ...mine, rows: mine.rows.map((row) => (row.id === 'A' ? { ...row, value: '1.18', max: '1.4' } : row)) };
  const theirs = contentOf(
    page,
    agreed((row) => (row.id === 'B' ? [{ ...row, ignored: true, entry: { ...row.entry, unit: '' } }] : [row]), joan, '2025-08-13T00:00:00'),
  );

  it('shows where both differ, and nothing else', () => {
    expect(pageDifferences(typed, theirs, nameOf)).toEqual([
      { field: 'patient', label: 'Patient', mine: 'Janet', theirs: 'Joan' },
      { field: 'collected', label: 'Date collected', mine: '08/14/2025', theirs: '08/13/2025' },
      { field: 'A.value', label: 'A, value', mine: '1.18', theirs: '1.08' },
      { field: 'A.range', label: 'A, range', mine: '0.6–1.4', theirs: '0.6–1.3' },
      { field: 'B.row', label: 'B', mine: 'B, 105 mg/dL, 0.6–1.3', theirs: 'B, 105, 0.6–1.3' },
      { field: 'B.use', label: 'B, use', mine: 'used', theirs: 'ignored' },
    ]);
    expect(pageDifferences(typed, typed, nameOf)).toEqual([]);
  });

  it('shows a flag that only one of both left out, and a parameter that only one of both named', () => {
    const flagged = { ...mine, rows: mine.rows.map((row) => (row.id === 'A' ? { ...row, flag: 'H' } : row)) };
    const unknown = { ...mine, rows: mine.rows.map((row) => (row.id === 'B' ? { ...row, parameter_id: null } : row)) };
    expect(pageDifferences(flagged, mine, nameOf)).toEqual([{ field: 'A.flag', label: 'A, flag', mine: 'H', theirs: '' }]);
    expect(pageDifferences(unknown, mine, nameOf)).toEqual([
      { field: 'B.name', label: 'B, name', mine: 'B (not in the catalogue)', theirs: 'B' },
    ]);
    expect(mergedContent(flagged, mine, new Set(['A.flag'])).rows[0]?.flag).toBeUndefined();
    expect(mergedContent(unknown, mine, new Set(['B.name'])).rows[1]?.parameter_id).toBe(creatinine);
  });

  it('keeps what was typed where nothing else is chosen', () => {
    const merged = mergedContent(typed, theirs, new Set());
    expect(merged).toMatchObject({ ...typed, rows: typed.rows.map(({ stood: _stood, ...row }) => row) });
    expect(validatedRows(merged.rows)).toEqual(validatedRows(typed.rows));
  });

  it('ruling 17: holds nothing against what somebody else agreed to', () => {
    const bare = { ...typed, rows: typed.rows.map((row) => ({ ...row, max: '' })) };
    const agreed = { ...theirs, rows: theirs.rows.map((row) => ({ ...row, max: '', stood: [entryOf({ ...row, max: '' })] })) };
    const all = new Set(agreed.rows.map(({ id }) => `${id}.row`));
    for (const row of mergedContent(bare, agreed, all).rows.filter(({ id }) => all.has(`${id}.row`))) expect(rowErrors(row)).toEqual({});
  });

  it('takes what is chosen, and asks for the other patient anew', () => {
    const merged = mergedContent({ ...typed, isOther: true }, theirs, new Set(['patient', 'A.range', 'B.use']));
    expect(merged).toMatchObject({ patient_id: joan, isOther: false, collected: '2025-08-14T00:00:00' });
    expect(merged.rows.map(({ value, max, unit, ignored }) => [value, max, unit, ignored])).toEqual([
      ['1.18', '1.3', 'mg/dL', false],
      ['105', '1.3', 'mg/dL', true],
      ['7', '1.3', 'mg/dL', false],
    ]);
  });

  it('offers rows that only one of both added', () => {
    const added = { ...mine.rows[0]!, id: 'manual-1', name: 'Sodium', value: '140' };
    const withMine = { ...mine, rows: [...mine.rows, added] };
    expect(pageDifferences(withMine, mine, nameOf)).toEqual([
      { field: 'manual-1.row', label: 'Sodium', mine: 'Sodium, 140 mg/dL, 0.6–1.3', theirs: '' },
    ]);
    expect(mergedContent(withMine, mine, new Set(['manual-1.row'])).rows).toHaveLength(3);
    expect(mergedContent(mine, withMine, new Set(['manual-1.row'])).rows.at(-1)?.name).toBe('Sodium');
    expect(mergedContent(mine, withMine, new Set()).rows).toHaveLength(3);
  });
});
