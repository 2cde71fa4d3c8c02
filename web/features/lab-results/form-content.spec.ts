import type { LabParameterView } from '#contracts/lab/lab-parameters';
import type { LabResultView, PreviousLabValue } from '#contracts/lab/lab-results';
import type { LabValue } from '#contracts/observations/lab-values';
import { typedHere } from '#web/record/form/typed-here.ts';
import { emptyRow, isLeftOut, type Row, toEntry, toRow } from './entry-rows.ts';
import { labDifferences, type LabContent, mergedContent } from './form-differences.ts';
import {
  inAnotherUnit,
  fromPrevious,
  otherUnits,
  panelRows,
  refitted,
  suggestedFor,
  withParameter,
  withRangeGone,
  withSuggested,
} from './prefill.ts';

const entry = (given: Partial<LabValue> = {}): LabValue => ({
  entry_id: 'e1',
  parameter_id: null,
  name: 'Creatinine',
  value: '1.1',
  unit: 'mg/dL',
  min: '0.5',
  max: '1.2',
  ...given,
});

describe('two versions of a result', () => {
  const collected = '2026-02-14T00:00:00';
  const mine = {
    collected,
    rows: [
      { ...toRow(entry()), value: '1.3' },
      { ...emptyRow('e9'), name: 'Sodium', value: '140' },
    ],
  };
  const theirs = { collected: '2026-02-15T00:00:00', parameters: [entry({ unit: 'mg/l' }), entry({ entry_id: 'e2', name: 'Urea' })] };

  it('differ row by row where only one has the row, or the unit is another', () =>
    expect(labDifferences(mine, theirs).map(({ field }) => field)).toEqual(['collected', 'e1.row', 'e9.row', 'e2.row']));

  it('differ field by field where both speak of the same parameter in the same unit', () =>
    expect(labDifferences(mine, { collected, parameters: [entry({ max: '1.3' })] }).map(({ field }) => field)).toEqual([
      'e1.value',
      'e1.range',
      'e9.row',
    ]));

  it('are chosen whole where the unit differs: nobody’s value comes to stand beside the other’s unit', () =>
    expect(labDifferences(mine, theirs)[1]).toEqual({
      field: 'e1.row',
      label: 'Creatinine',
      mine: '1.3 mg/dL, 0.5–1.2',
      theirs: '1.1 mg/l, 0.5–1.2',
    }));

  it('keep what was typed unless the stored value is taken', () => {
    const kept = mergedContent(mine, theirs, new Set());
    expect(kept.rows.map((row) => [row.name, row.value, row.unit])).toEqual([
      ['Creatinine', '1.3', 'mg/dL'],
      ['Sodium', '140', ''],
    ]);
    const taken = mergedContent(mine, theirs, new Set(['collected', 'e1.row', 'e9.row', 'e2.row']));
    expect(taken.collected).toBe(theirs.collected);
    expect(taken.rows.map((row) => [row.name, row.value, row.unit])).toEqual([
      ['Creatinine', '1.1', 'mg/l'],
      ['Urea', '1.1', 'mg/dL'],
    ]);
  });

  it('leave to be chosen only what both changed', () => {
    const opened = { collected, parameters: [entry(), entry({ entry_id: 'e3', name: 'Chloride' })] };
    const form = { collected, rows: [{ ...toRow(entry()), value: '1.3' }, toRow(entry({ entry_id: 'e3', name: 'Chloride' }))] };
    const stored = {
      collected: '2026-02-15T00:00:00',
      parameters: [entry({ value: '1.2', unit: 'mg/l' }), entry({ entry_id: 'e2', name: 'Urea' })],
    };
    const asContent = ({ collected: day, parameters }: typeof opened): LabContent => ({ collected: day, rows: parameters.map(toRow) });
    const differ = (own: LabContent, { collected: day, rows }: LabContent) =>
      labDifferences(own, { collected: day, parameters: rows.map(toEntry) });
    const found = differ(form, asContent(stored));
    const own = typedHere(found, differ(form, asContent(opened)));
    const over = new Set(found.map(({ field }) => field).filter((field) => !own.has(field)));
    expect([...over]).toEqual(['collected', 'e3.row', 'e2.row']);
    expect(labDifferences(mergedContent(form, stored, over), stored).map(({ field }) => field)).toEqual(['e1.row']);
  });

  it('show what cannot be read yet as it was typed', () =>
    expect(labDifferences({ collected, rows: [{ ...toRow(entry()), value: '1,000' }] }, { collected, parameters: [entry()] })).toEqual([
      { field: 'e1.value', label: 'Creatinine, value', mine: '1,000', theirs: '1.1' },
    ]));
});

describe('a prefilled row', () => {
  const parameter = {
    id: 'p1',
    primary_alias: 'Creatinine',
    unit: 'mg/dL',
    source: 'starter list',
    usual_ranges: [
      { sex: 'Female' as const, min: '0.5', max: '1.1' },
      { sex: 'Male' as const, min: '0.7', max: '1.3' },
    ],
  };
  const facts = {
    person: { sex: 'Female' as const, date_of_birth: '1950-03-01T00:00:00' },
    previous: [],
    collected: '2026-02-14T00:00:00',
  };
  const picked = withParameter(emptyRow('e1'), parameter, facts);

  it('has the unit of the catalogue and the range of sex and age, with where it comes from', () => {
    expect(picked).toMatchObject({ name: 'Creatinine', unit: 'mg/dL', min: '0.5', max: '1.1' });
    expect(picked.range_from).toBe('usual');
    expect(suggestedFor(picked, parameter, facts).usual).toMatchObject({ source: "the list 'starter list'", whose: 'Female, 75' });
  });

  it.each([
    ['sex Other', { ...facts, person: { ...facts.person, sex: 'Other' as const } }],
    ['a minor', { ...facts, person: { ...facts.person, date_of_birth: '2015-01-01T00:00:00' } }],
  ])('has no range for %s', (_, other) => expect(withParameter(emptyRow('e1'), parameter, other)).toMatchObject({ min: '', max: '' }));

  it('loses a range that does not fit another unit, and keeps a typed one', () => {
    expect(refitted({ ...picked, unit: 'µmol/L' }, parameter, facts)).toMatchObject({ min: '', max: '' });
    const { range_from: _, ...typed } = picked;
    expect(refitted({ ...typed, max: '9', unit: 'µmol/L' }, parameter, facts).max).toBe('9');
  });

  it('says of which unit the range was that went, until there is another', () => {
    const inUnit = (row: Row, unit: string) => withRangeGone(row, inAnotherUnit({ ...row, unit }, parameter, facts));
    const gone = inUnit(picked, 'µmol/L');
    expect(gone).toMatchObject({ max: '', range_was_in: 'mg/dL' });
    // typed letter by letter
    expect(inUnit(inUnit(picked, 'µ'), 'µmol')).toMatchObject({ range_was_in: 'mg/dL' });
    expect(inUnit(gone, 'mg/dL')).toEqual(picked);
    expect(inUnit({ ...gone, max: '97' }, 'nmol/L')).not.toHaveProperty('range_was_in');
    expect(inUnit(emptyRow('e2'), 'mg/dL')).not.toHaveProperty('range_was_in');
  });

  it('loses it too where the parameter is not known again yet, as in a form that was kept', () =>
    expect(refitted({ ...picked, unit: 'µmol/L' }, undefined, facts)).toMatchObject({ min: '', max: '' }));

  it('of an earlier result loses its range with its unit in a new one', () => {
    const taken = { ...toRow(entry()), unit: 'µmol/L' };
    expect(inAnotherUnit(taken, parameter, facts)).toMatchObject({ min: '', max: '' });
    expect(inAnotherUnit({ ...taken, unit: 'mg/dL' }, parameter, facts)).toMatchObject({ min: '0.5', max: '1.1', range_from: 'usual' });
  });

  const last = {
    parameter_id: 'p1',
    name: 'Creatinine',
    value: '1.29',
    unit: 'mg/dL',
    units: ['mg/dL', 'µmol/L'],
    min: '0.7',
    max: '1.2',
    collected: '2026-01-01T00:00:00',
    ranges: [{ unit: 'mg/dL', min: '0.7', max: '1.2', collected: '2025-06-20T00:00:00' }],
  };
  const known = { ...facts, previous: [last] };

  it("ruling 49: has the patient's own last range, with the usual one beside it to choose", () => {
    const row = withParameter(emptyRow('e1'), parameter, known);
    expect(row).toMatchObject({ min: '0.7', max: '1.2', range_from: 'last' });
    const usual = withSuggested(row, 'usual', suggestedFor(row, parameter, known));
    expect(usual).toMatchObject({ min: '0.5', max: '1.1', range_from: 'usual' });
    // what was chosen stays, whatever the day
    expect(refitted(usual, parameter, { ...known, collected: '2026-02-15T00:00:00' })).toMatchObject({ max: '1.1', range_from: 'usual' });
  });

  it('ruling 49: has neither for a minor, and waits for the day it was collected', () => {
    const minor = { ...known, person: { ...facts.person, date_of_birth: '2015-01-01T00:00:00' } };
    expect(withParameter(emptyRow('e1'), parameter, minor)).toMatchObject({ min: '', max: '' });
    const early = withParameter(emptyRow('e1'), parameter, { ...known, collected: '11/1' });
    expect(early).toMatchObject({ min: '', max: '' });
    expect(refitted(early, parameter, known)).toMatchObject({ min: '0.7', max: '1.2', range_from: 'last' });
  });

  it('ruling 49: never fills in a range that a stored value came without', () =>
    expect(refitted(toRow(entry({ min: null, max: null })), parameter, known)).toMatchObject({ min: '', max: '', range_from: 'given' }));

  it('ruling 56: offers the other units it came in, and the catalogue’s, to be chosen', () => {
    const row = withParameter(emptyRow('e1'), parameter, known);
    expect(otherUnits(row, parameter, last)).toEqual(['µmol/L']);
    expect(otherUnits({ unit: 'g/l' }, parameter, undefined)).toEqual(['mg/dL']);
    expect(otherUnits({ unit: 'MG/dl' }, parameter, undefined)).toEqual([]);
  });

  it('prefers the unit of last time, and then has no range of another unit', () => {
    const other = { ...last, value: '88', unit: 'µmol/L', units: ['µmol/L'], min: null, max: null, ranges: [] };
    expect(withParameter(emptyRow('e1'), parameter, { ...facts, previous: [other] })).toMatchObject({ unit: 'µmol/L', min: '', max: '' });
  });

  it('is brought by a template as choosing its parameter brings it, where it is not there yet by id or by name', () => {
    const listed = (id: string, primary_alias: string): LabParameterView =>
      ({ ...parameter, id, primary_alias, aliases: [primary_alias] }) as never;
    const rows = [
      { ...emptyRow('e1'), parameter_id: 'p1', name: 'Creatinine' },
      { ...emptyRow('e2'), name: 'sodium' },
      { ...emptyRow('e3'), parameter_id: 'merged', name: 'Calcium' },
    ];
    const panel = [
      listed('p1', 'Crea'),
      listed('p2', 'Sodium'),
      listed('p3', 'Potassium'),
      { ...listed('p4', 'Calcium'), merged: [{ id: 'merged' }] as never },
    ];
    const brought = panelRows(rows, panel, facts, () => 'n1');
    expect(brought).toEqual([{ ...withParameter(emptyRow('n1'), panel[2]!, facts), optional: true }]);
    expect(isLeftOut(brought[0]!)).toBe(true);
    expect(isLeftOut({ ...brought[0]!, value: '4' })).toBe(false);
    expect(isLeftOut({ ...brought[0]!, flag: 'H' })).toBe(false);
    // a draft keeps it so
    expect([toRow(entry({ value: null })), toRow(entry()), toRow(entry({ value: null, text: 'lost' }))].map(isLeftOut)).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('copies parameters, units and ranges of an earlier result, never values or flags', () => {
    const [copied] = fromPrevious({ parameters: [entry({ flag: 'H' })] } as unknown as LabResultView, () => 'n1');
    expect(copied).toMatchObject({ entry_id: 'n1', name: 'Creatinine', value: '', unit: 'mg/dL', min: '0.5', max: '1.2', flag: '' });
  });

  it('copies parameters that became one since as one row, and none that is there already', () => {
    const parameters = ['p1', 'p9', 'p9'].map((parameter_id, at) =>
      entry({ parameter_id, ...[{}, { name: 'Kreatinin' }, { unit: 'umol/L' }][at] }),
    );
    const previous = [{ parameter_id: 'p1', merged_ids: ['p9'] }] as PreviousLabValue[];
    const names = (...rest: [Row[]?, PreviousLabValue[]?]) =>
      fromPrevious({ parameters }, () => 'n1', ...rest).map(({ name, unit }) => `${name} ${unit}`);
    expect(names()).toHaveLength(3);
    expect(names([], previous)).toEqual(['Creatinine mg/dL', 'Creatinine umol/L']);
    expect(names([{ ...emptyRow('n2'), parameter_id: 'p9', name: 'Kreatinin' }], previous)).toEqual([]);
  });
});
