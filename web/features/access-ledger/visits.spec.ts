import { READ_KINDS, type OwnAccessView } from '#contracts/people/access-ledger';
import { isTechnical, readInWords } from './read-words.ts';
import { visitsOf } from './visits.ts';

const read = (number: number, clock: string, kind: string, change: Partial<OwnAccessView> = {}): OwnAccessView => ({
  ...{ number, at: `2026-03-01T${clock}:00.000Z`, person: 'Helen Hart', roles: ['Doctor'], clinic: 'Lindenhof', kind, own: false },
  ...change,
});
const visits = (...reads: OwnAccessView[]) => visitsOf(reads, (at) => at.slice(0, 10));

it('makes one entry of what one person read on a day, whoever read in between', () => {
  const other = { person: 'Paul Bright' };
  const found = visits(
    read(4, '16:09', 'Trends'),
    read(3, '10:02', 'Trends', other),
    read(2, '10:01', 'Trends'),
    read(1, '10:00', 'History'),
  );
  expect(found.map(({ number, person }) => [number, person])).toEqual([
    [4, 'Helen Hart'],
    [3, 'Paul Bright'],
  ]);
  expect(found[0]!.reads).toEqual([
    { number: 1, at: '2026-03-01T10:00:00.000Z', kind: 'History' },
    { number: 2, at: '2026-03-01T10:01:00.000Z', kind: 'Trends' },
    { number: 4, at: '2026-03-01T16:09:00.000Z', kind: 'Trends' },
  ]);
});

it('keeps apart who else came, from another clinic, in another role, as oneself, or on another day', () => {
  const others: Partial<OwnAccessView>[] = [
    { person: 'Paul Bright' },
    { clinic: 'Harbor Clinic' },
    { roles: ['Assistant'] },
    { own: true },
    { at: '2026-02-28T23:59:00.000Z' },
  ];
  for (const change of others) expect(visits(read(2, '10:01', 'Trends', change), read(1, '10:00', 'Trends'))).toHaveLength(2);
  const unknown = { person: null, roles: [] };
  expect(visits(read(2, '10:01', 'Trends', unknown), read(1, '10:00', 'Trends', unknown))).toHaveLength(2);
  expect(visits()).toEqual([]);
});

it('says in words of a patient what was read, and leaves no kind of read out', () => {
  expect(readInWords(['Patient data', 'Lab results', 'Treatments', 'Lab results', 'Chart settings'])).toBe(
    'Your medicines, laboratory results, personal data',
  );
  expect(READ_KINDS.filter(isTechnical)).toEqual(['Chart settings', 'Notifications']);
  for (const kind of READ_KINDS) expect([kind, readInWords([kind]) === '']).toEqual([kind, isTechnical(kind)]);
  // of another release
  for (const kind of ['Genome', 'toString']) expect([readInWords([kind]), isTechnical(kind)]).toEqual([`Your ${kind}`, false]);
});
