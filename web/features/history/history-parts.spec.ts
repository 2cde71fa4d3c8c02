import { partsOf } from './history-parts.ts';

const change = (field: string, entry_id?: string) => ({ field, from: null, to: '1', ...(entry_id === undefined ? {} : { entry_id }) });
const doubt = (text: string, entry_id?: string) => ({
  code: 'future-date' as const,
  field: 'x',
  text,
  ...(entry_id === undefined ? {} : { entry_id }),
});
const entry = {
  changes: [
    change('Date collected'),
    change('ALT value', 'b'),
    change('ALT range', 'b'),
    change('Creatinine value', 'a'),
    change('CRP', 'c'),
  ],
  accepted: [doubt('the day'), doubt('of ALT', 'b'), doubt('of creatinine', 'a')],
};

describe('the history of one value', () => {
  it('tells this value first and then the entry as a whole, of the other values only how many they are', () => {
    const { own, others, otherValues } = partsOf(entry, 'a');
    expect(own.changes.map(({ field }) => field)).toEqual(['Creatinine value', 'Date collected']);
    expect(own.accepted.map(({ text }) => text)).toEqual(['the day', 'of creatinine']);
    expect(otherValues).toBe(2);
    expect(others.changes.map(({ field }) => field)).toEqual(['ALT value', 'ALT range', 'CRP']);
    expect(others.accepted.map(({ text }) => text)).toEqual(['of ALT']);
  });

  it('of the whole entry tells everything as it is', () => {
    const { own, otherValues } = partsOf(entry, undefined);
    expect([own.changes, own.accepted, otherValues]).toEqual([entry.changes, entry.accepted, 0]);
  });
});
