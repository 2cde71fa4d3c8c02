import type { AuditEntry } from '#contracts/items/history';
import { partsOf, readAndNow } from './history-parts.ts';

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

describe('where a value was read', () => {
  const source = { entry_id: 'a', name: 'Glucose', file_id: 'f', page_id: 'p' };
  const told = (created_by_id: string | null, from: string | null, to: string | null, more: object = {}) =>
    ({
      created_by_id,
      sources: [source],
      changes: [{ field: 'Glucose value', path: 'parameters.value', entry_id: 'a', from, to, ...more }],
    }) as AuditEntry;

  it('says what was read and what it is now', () => {
    expect(readAndNow([told('u', '105', '95', { is_read: true })], source)).toBe('read 105, now 95');
    expect(readAndNow([told(null, null, '105'), told('u', '105', '95'), told('u', '95', '96')], source)).toBe('read 105, now 96');
    expect(readAndNow([told(null, null, '105'), told('u', '105', null)], source)).toBe('read 105, taken out');
  });

  it('says nothing where it stands as it was read, and where nobody knows what was read', () => {
    expect(readAndNow([told(null, null, '105')], source)).toBeUndefined();
    expect(readAndNow([told('u', null, '95'), told('u', '95', '96')], source)).toBeUndefined();
  });
});
