import { DatabaseSync } from '@photostructure/sqlite';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Filter, Query } from '#infra/read-store/read-store';
import { tableOf } from '#infra/read-store/sqlite/names';
import { countOf, selectOf } from '#infra/read-store/sqlite/queries';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { describeReadStore } from './read-store.conformance.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-read-'));

describeReadStore(
  'SQLite',
  async () => {
    const folder = await temporary();
    return {
      open: () => SqliteReadStore.open({ file: join(folder, 'read.sqlite') }),
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  },
  { keepsWhole: true },
);

describeReadStore(
  'SQLite, written in another thread',
  async () => {
    const folder = await temporary();
    return {
      open: () => SqliteReadStore.open({ file: join(folder, 'read.sqlite'), threadFrom: 0 }),
      dispose: () => rm(folder, { recursive: true, force: true }),
    };
  },
  { keepsWhole: true },
);

describe('read store in SQLite', () => {
  let folder: string;
  let store: SqliteReadStore;
  beforeEach(async () => {
    folder = await temporary();
    store = await SqliteReadStore.open({ file: join(folder, 'read.sqlite') });
    await store.define('results@1', [['patient_id', 'time_from'], ['organization_id', 'folded.name'], ['draft']]);
  });
  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });

  const plan = (query: Query, of: typeof selectOf = selectOf) => {
    const db = new DatabaseSync(join(folder, 'read.sqlite'), { readOnly: true });
    const { text, values } = of(tableOf('results@1'), query);
    const bound = of === selectOf ? [...values, 10, 0] : values;
    const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...bound) as { detail: string }[];
    db.close();
    return steps.map(({ detail }) => detail).join('; ');
  };
  const mine = { patient_id: { eq: 'p' } };

  describe('answers from the declared index', () => {
    const indexed: [string, Query][] = [
      ['equality, sorted by the next field', { filter: mine, sort: [['time_from', 'asc']] }],
      ['equality, sorted backwards', { filter: mine, sort: [['time_from', 'desc']] }],
      ['a range after an equality', { filter: { ...mine, time_from: { gte: '2020', lt: '2021' } }, sort: [['time_from', 'desc']] }],
      [
        'a prefix of a nested field',
        { filter: { organization_id: { eq: 'o' }, 'folded.name': { prefix: 'ad' } }, sort: [['folded.name', 'asc']] },
      ],
      ['a boolean', { filter: { draft: { eq: true } } }],
      ['what is missing', { filter: { draft: { eq: null } } }],
    ];
    it.each(indexed)('%s', (_, query) => {
      expect(plan(query)).toMatch(/^SEARCH documents:results@1 USING INDEX index:results@1:\w+ \(<expr>[^;]*$/);
      expect(plan(query, countOf)).toMatch(/^SEARCH documents:results@1 USING (COVERING )?INDEX/);
    });

    it('a list of values', () => {
      expect(plan({ filter: { patient_id: { in: ['p', 'q'] } } })).toMatch(/^SEARCH documents:results@1 USING INDEX/);
    });

    it('alternatives, each from its own', () => {
      const group: Filter[] = [mine, { organization_id: { eq: 'o' }, 'folded.name': { prefix: 'ad' } }, { draft: { in: [null, true] } }];
      expect(plan({ any_of: [group] })).toMatch(/^SEARCH documents:results@1 USING INTEGER PRIMARY KEY \(rowid=\?\)/);
      expect(plan({ any_of: [group] })).not.toMatch(/SCAN documents/);
    });

    it('alternatives besides an equality, which alone would be an index too, and of several groups', () => {
      const filter = { organization_id: { eq: 'o' } };
      const group = (prefix: string) => [{ 'folded.name': { prefix } }, { 'folded.name': { eq: 'x' } }];
      const searches = plan({ filter, any_of: [group('a'), group('b')], sort: [['draft', 'desc']] }).match(/SEARCH [^;]*/g);
      expect(searches?.[0]).toMatch(/INTEGER PRIMARY KEY/);
      expect(searches?.slice(1)).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/\(<expr>=\? AND <expr>(=|>)\?/)));
    });

    it('a whole list in the order of an index', () => {
      expect(
        plan({
          sort: [
            ['patient_id', 'asc'],
            ['time_from', 'asc'],
          ],
        }),
      ).toMatch(/^SCAN documents:results@1 USING INDEX[^;]*$/);
    });
  });

  const onDisk = async () => Buffer.concat(await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name)))));
  const position = '1';
  const rows = (marker: string) =>
    Array.from({ length: 300 }, (_, n) => ({
      collection: 'results@1',
      id: `${n}`,
      expected: null,
      position,
      data: { marker: `${marker}-${n}`, patient_id: `${marker}`, filler: 'x'.repeat(n * 20) },
    }));

  it('leaves no byte of a dropped collection in any file', async () => {
    await store.write(rows('penicillin'));
    expect((await onDisk()).includes('penicillin')).toBe(true);
    await store.drop('results@1');
    expect((await onDisk()).includes('penicillin')).toBe(false);
  });

  it('leaves no byte of a removed document in the closed file', async () => {
    await store.write(rows('penicillin'));
    await store.write(rows('').map((row) => ({ ...row, expected: position, position: '2', data: null })));
    await store.close();
    expect((await onDisk()).includes('penicillin')).toBe(false);
    store = await SqliteReadStore.open({ file: join(folder, 'read.sqlite') });
  });

  it('leaves no byte of a removed document in any file once it was scrubbed, wherever pages were split or documents grew', async () => {
    const order = Array.from({ length: 1500 }, (_, n) => (n * 577) % 1500);
    const name = (n: number) => `Zq${createHash('sha256').update(String(n)).digest('hex').slice(0, 14)}`;
    const row = (n: number, expected: string | null, at: string, size: number) => ({
      collection: 'results@1',
      id: `d${n}`,
      expected,
      position: at,
      data: { patient_id: name(n), filler: 'x'.repeat(size) },
    });
    for (const n of order) await store.write([row(n, null, '1', (n * 37) % 900)]);
    for (const n of order.toReversed()) await store.write([row(n, '1', '2', (n * 91) % 1500)]);
    const removed = order.slice(0, 150);
    for (const n of removed) await store.write([{ ...row(n, '2', '3', 0), data: null }]);
    await store.scrub();
    const disk = (await onDisk()).toString('latin1');
    expect(removed.filter((n) => disk.includes(name(n)))).toEqual([]);
    expect(order.slice(150).every((n) => disk.includes(name(n)))).toBe(true);
    expect(plan({ filter: { patient_id: { eq: 'p' } } })).toMatch(/^SEARCH documents:results@1 USING INDEX/);
  });

  it('empties its log soon after a removal', async () => {
    await store.write(rows('penicillin'));
    await store.write(rows('').map((row) => ({ ...row, expected: position, position: '2', data: null })));
    while ((await onDisk()).includes('penicillin')) await new Promise((resolve) => setTimeout(resolve, 100));
  });

  it('says which collection is not there', async () => {
    await expect(store.get('other@1', 'a')).rejects.toThrow(/other@1/);
  });
});
