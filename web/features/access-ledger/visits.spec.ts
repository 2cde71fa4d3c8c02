import { READ_KINDS, type OwnAccessView } from '#contracts/people/access-ledger';
import { readInWords } from './read-words.ts';
import { furtherReads, visitsOf } from './visits.ts';

const read = (number: number, clock: string, kind: string, change: Partial<OwnAccessView> = {}): OwnAccessView => ({
  ...{
    number,
    reader: 1,
    at: `2026-03-01T${clock}:00.000Z`,
    person: 'Helen Hart',
    roles: ['Doctor'],
    clinic: 'Lindenhof',
    kind,
    own: false,
  },
  ...change,
});
const dayOf = (at: string) => at.slice(0, 10);
const visits = (...reads: OwnAccessView[]) => visitsOf(reads, dayOf);

it('makes one entry of what one person read on a day, whoever read in between', () => {
  const other = { reader: 2, person: 'Paul Bright' };
  const entries = visits(
    read(4, '16:09', 'Trends'),
    read(3, '10:02', 'Trends', other),
    read(2, '10:01', 'Trends'),
    read(1, '10:00', 'History'),
  );
  expect(entries.map(({ number, person }) => [number, person])).toEqual([
    [4, 'Helen Hart'],
    [3, 'Paul Bright'],
  ]);
  expect(entries[0]!.reads).toEqual([
    { number: 1, at: '2026-03-01T10:00:00.000Z', kind: 'History' },
    { number: 2, at: '2026-03-01T10:01:00.000Z', kind: 'Trends' },
    { number: 4, at: '2026-03-01T16:09:00.000Z', kind: 'Trends' },
  ]);
});

it('keeps apart another person, also of the same name, role and clinic, another clinic and another day', () => {
  const others: Partial<OwnAccessView>[] = [{ reader: 2 }, { clinic: 'Harbor Clinic' }, { at: '2026-02-28T23:59:00.000Z' }];
  for (const change of others) expect(visits(read(2, '10:01', 'Trends', change), read(1, '10:00', 'Trends'))).toHaveLength(2);
  const unknown = { person: null, roles: [] };
  expect(visits(read(2, '10:01', 'Trends', { ...unknown, reader: 2 }), read(1, '10:00', 'Trends', unknown))).toHaveLength(2);
  expect(visits(read(2, '10:01', 'Trends', unknown), read(1, '10:00', 'Trends', unknown))).toHaveLength(1);
  expect(visits()).toEqual([]);
});

it('says of entries of the first and the last day of a page whether that day has more reads on the page next to it', () => {
  const [morning, day, later] = ['2026-03-01T00:01:00.000Z', '2026-03-01T10:00:00.000Z', '2026-03-02T00:01:00.000Z'];
  const [visit] = visits(read(1, '09:00', 'Trends'));
  const said = (newer: string | null, older: string | null) => furtherReads(visit!, { newer, older }, dayOf);
  expect(said(null, null)).toBeUndefined();
  expect(said(later, '2026-02-28T23:59:00.000Z')).toBeUndefined();
  expect(said(later, morning)).toBe('More reads of this day are on the next page');
  expect(said(day, null)).toBe('More reads of this day are on the previous page');
  expect(said(day, morning)).toBe('More reads of this day are on the previous and the next page');
});

it('says in words of a patient what was read, and leaves no kind of read out', () => {
  expect(readInWords(['Patient data', 'Lab results', 'Treatments', 'Lab results', 'Chart settings'])).toBe(
    'Treatments, lab results, personal data, chart settings',
  );
  // the title of a notification says more than the name, and settings of charts name what is in them
  expect(readInWords(['Notifications'])).toBe('Notifications that name you');
  const words = READ_KINDS.map((kind) => readInWords([kind]));
  expect(words).not.toContain('');
  expect(new Set(words).size).toBe(READ_KINDS.length);
  // of another release
  for (const kind of ['Genome', 'toString']) expect(readInWords([kind, 'Diagnoses'])).toBe(`Diagnoses, ${kind}`);
});
