import type { LabResultView } from '#contracts/lab/lab-results';
import type { PageView } from '#contracts/reports/reports';
import type { PageContent } from './page-content.ts';
import { alreadyRecorded, otherValues } from './page-doubts.ts';
import { entryOf, manualRow, type RowDraft, validatedRows } from './page-draft.ts';

const day = '2026-11-21T00:00:00';
const row = (id: string, value: string, change: Partial<RowDraft> = {}): RowDraft => ({
  ...manualRow(id),
  ...{ name: id, parameter_id: `p-${id}`, value, unit: 'mg/dL' },
  ...change,
});
const content = (...rows: RowDraft[]): PageContent => ({ patient_id: 'ava', collected: day, rows, isOther: false, comment: '' });
const recorded = (page_id: string | undefined, ...rows: RowDraft[]) =>
  ({
    ...{ collected: day, draft: false, origin: 'ocr', last_edited_by_name: 'Emiko Ito', page_id },
    parameters: rows.map(entryOf),
  }) as LabResultView;
const page = { id: 'second', validation: null };
const asked = (of: Pick<PageView, 'id' | 'validation'>, now: PageContent, ...results: LabResultView[]) =>
  alreadyRecorded(of, now, results).map(({ entry_id, text }) => [entry_id, text]);

const both = content(row('Creatinine', '1.29'), row('Glucose', '95'));

it('asks about values that another upload of the report brought already', () =>
  expect(asked(page, both, recorded('first', row('Creatinine', '1.29'), row('Glucose', '105')))).toEqual([
    ['Creatinine', 'Already recorded: Creatinine 1.29 mg/dL on 11/21/2026, read from a report, checked by Emiko Ito. Record it again?'],
  ]));

it('asks nothing about what the page itself brought, what is ignored and what is not in the catalogue', () => {
  expect(asked(page, both, recorded('second', row('Creatinine', '1.29')))).toEqual([]);
  const left = content(row('Creatinine', '1.29', { ignored: true }), row('Glucose', '95', { parameter_id: null }));
  expect(asked(page, left, recorded('first', row('Creatinine', '1.29'), row('Glucose', '95')))).toEqual([]);
});

it('asks nothing again that an earlier validation of the page was asked', () => {
  const validation = { ...{ patient_id: 'ava', collected: day, validated_by: 'u', validated_at: '' }, row_data: validatedRows(both.rows) };
  const before = recorded('first', row('Creatinine', '1.29'), row('Glucose', '90'));
  const changed = content(row('Creatinine', '1.29'), row('Glucose', '90'));
  expect(asked({ ...page, validation }, changed, before).map(([id]) => id)).toEqual(['Glucose']);
  // for another patient nothing was asked
  expect(asked({ ...page, validation: { ...validation, patient_id: 'joan' } }, changed, before)).toHaveLength(2);
});

it('says which other value of that day is recorded', () =>
  expect([...otherValues(page, both, [recorded('first', row('Creatinine', '1.29'), row('Glucose', '105'))])]).toEqual([
    ['Glucose', 'Another value of that day is recorded: 105 mg/dL on 11/21/2026, read from a report, checked by Emiko Ito.'],
  ]));
