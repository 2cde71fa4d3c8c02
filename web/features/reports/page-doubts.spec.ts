import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import type { PageView } from '#contracts/reports/reports';
import type { PageContent } from './page-content.ts';
import { acceptedQuestions, alreadyRecorded, otherValues, type PageFacts, pageQuestions, unanswered } from './page-doubts.ts';
import { accepted, draftRows, manualRow, typedIn } from './page-draft.ts';
import { entryOf, type RowDraft, validatedRows } from './row-draft.ts';

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

describe('what is asked about a page', () => {
  const entry: LabValue = {
    ...{ entry_id: 'r', parameter_id: 'p-Urate', name: 'Urate', value: '0.48', unit: 'mmol/L', min: '0.20', max: '0.43' },
    region: { top: 0, left: 0, right: 1, bottom: 1 },
  };
  const readRows = (...entries: LabValue[]): RowDraft[] =>
    draftRows({ recognition: null, validation: { row_data: entries.map((each) => ({ id: each.entry_id, ignored: false, entry: each })) } });
  const urate = readRows(entry)[0]!;
  const facts = { patient: undefined, previous: [], parameters: new Map() };
  const questions = (now: PageContent, stored?: PageContent, known: Partial<PageFacts> = {}) =>
    pageQuestions(now, stored, { ...facts, ...known });
  const codes = (now: PageContent, stored?: PageContent, known: Partial<PageFacts> = {}) =>
    questions(now, stored, known).map(({ code }) => code);
  const typed = (value: string): RowDraft => typedIn(urate, 'value', { value });

  it('is nothing of what was read and left so, also far outside of its range: the reader doubts that itself', () => {
    expect(questions(content(urate))).toEqual([]);
    expect(questions(content(...readRows({ ...entry, value: '48' })))).toEqual([]);
  });

  it('rulings 28 and 29: is a value that was typed over what was read, and one that is implausible', () => {
    expect(questions(content(typed('5.2'))).map(({ code, field, entry_id, text }) => [code, field, entry_id, text])).toEqual([
      ['implausible', 'value', 'r', 'The range of Urate is 0.2 to 0.43; 5.2 mmol/L is far above. Is that right?'],
      ['typed-over', 'value', 'r', 'The page was read as 0.48 mmol/L, and 5.2 mmol/L was typed. Is that right?'],
    ]);
    expect(codes(content(typed('0.40')))).toEqual(['typed-over']);
    expect(codes(content(typed('0.48')))).toEqual([]);
    expect(codes(content({ ...typed('5.2'), ignored: true }))).toEqual([]);
    // what cannot be read yet is asked by its field
    expect(codes(content(typed('5..2')))).toEqual([]);
  });

  it('ruling 29: holds a typed value against the usual range of the catalogue where the page has none, and its unit against the last', () => {
    const bare = typedIn(readRows({ ...entry, min: null, max: null })[0]!, 'value', { value: '52' });
    const parameter = { unit: 'mmol/L', usual_ranges: [{ min: '0.20', max: '0.43' }] } as unknown as LabParameterView;
    expect(codes(content(bare))).toEqual(['typed-over']);
    expect(codes(content(bare), undefined, { parameters: new Map([['p-Urate', parameter]]) })).toEqual(['implausible', 'typed-over']);
    const last = {
      ...{ parameter_id: 'p-Urate', name: 'Urate', value: '0.40', unit: 'mmol/L', units: ['mmol/L'], collected: '2026-05-02T00:00:00' },
      ...{ min: null, max: null, ranges: [] },
    };
    const inGrams = typedIn(urate, 'unit', { unit: 'mg/dL' });
    expect(codes(content(inGrams), undefined, { previous: [last] })).toEqual(['unit-differs', 'typed-over']);
    expect(codes(content(urate), undefined, { previous: [{ ...last, unit: 'mg/dL' }] })).toEqual([]);
  });

  it('is asked again once something else is typed, and not once it is answered', () => {
    const first = questions(content(typed('5.2')));
    const answered = accepted(
      typed('5.2'),
      first.map(({ key }) => key),
    );
    expect(unanswered(answered, questions(content(answered)))).toEqual([]);
    const other = typedIn(answered, 'value', { value: '5.3' });
    expect(unanswered(other, questions(content(other))).map(({ code }) => code)).toEqual(['implausible', 'typed-over']);
    expect(unanswered({ ...answered, id: 'another' }, first)).toEqual([]);
    // nor does an answer hold for another patient, parameter or range
    for (const [row, patient_id] of [
      [answered, 'joan'],
      [{ ...answered, parameter_id: 'p-Other' }, 'ava'],
      [typedIn(answered, 'range', { max: '0.5' }), 'ava'],
    ] as const) {
      const now = { ...content(row), patient_id };
      expect(unanswered(row, questions(now)).map(({ code }) => code)).toEqual(['implausible', 'typed-over']);
    }
  });

  it('was answered for in an earlier validation, of the same patient', () => {
    const twice = [row('Glucose', '95'), row('Glucose', '96', { id: 'second' })];
    expect(codes(content(...twice))).toEqual(['twice-on-page', 'twice-on-page']);
    expect(codes(content(...twice), content(...twice))).toEqual([]);
    expect(codes(content(...twice), { ...content(...twice), patient_id: 'joan' })).toHaveLength(2);
    const third = row('Glucose', '97', { id: 'third' });
    expect(questions(content(...twice, third), content(...twice)).map(({ entry_id }) => entry_id)).toEqual(['third']);
  });

  it('goes with the save: answered as it was asked, and what nobody looked at with that word', () => {
    const rows = [typed('5.2')];
    const asked = questions(content(...rows));
    const [implausible] = asked;
    const half = [accepted(rows[0]!, [implausible!.key])];
    expect(acceptedQuestions(half, asked)).toEqual([
      {
        code: 'implausible',
        field: 'value',
        entry_id: 'r',
        text: 'The range of Urate is 0.2 to 0.43; 5.2 mmol/L is far above. Is that right?',
      },
      {
        code: 'not-looked-at',
        field: 'value',
        entry_id: 'r',
        text: 'The page was read as 0.48 mmol/L, and 5.2 mmol/L was typed. Is that right? (not looked at)',
      },
    ]);
    const ofDay = { code: 'future-date' as const, field: 'collected', text: 'Later than today', key: 'k' };
    expect(acceptedQuestions([], [ofDay])).toEqual([{ code: 'future-date', field: 'collected', text: 'Later than today' }]);
  });
});
