import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { PatientOrder, PatientSearch } from '#contracts/people/patients';
import type { Query } from '#infra/read-store/read-store';
import { Changes } from '#infra/read-store/sqlite/changes';
import { countOf, selectOf } from '#infra/read-store/sqlite/queries';
import { sortOf, wantedOf } from '#projections/patients/patient-search';
import { patients } from '#projections/records/patients.projection';

const known = { thisYear: 2026, owners: new Map([['900142231', 'somebody']]) };

const TABLE = '"documents:patients"';

describe('the list of a clinic with many patients', () => {
  let db: DatabaseSyncInstance;
  beforeAll(() => {
    db = new DatabaseSync(':memory:');
    new Changes(db).make({ kind: 'define', collection: 'patients', indexes: patients.indexes ?? [] });
  });
  afterAll(() => db.close());

  /** What SQLite says it does, a line a step; only those that look into the collection. */
  const steps = ({ text, values }: { text: string; values: string[] }, ...more: number[]): string[] =>
    (db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values, ...more) as { detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => detail.includes('documents:patients'));
  const inClinic = { organization_id: { eq: 'clinic' } };

  it.each(PatientOrder.options)('in the order %s is read from an index as far as the page goes', (order) => {
    const query: Query = { filter: inClinic, sort: sortOf[order] };
    const { text, values } = selectOf(TABLE, query);
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all(...values, 50, 0) as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringMatching(/^SEARCH .* USING INDEX .*\(<expr>=\?\)$/)]);
  });

  it.each<[string, Partial<PatientSearch>, number]>([
    ['a word', { query: 'mor' }, 12],
    ['several words', { query: 'mor ava', last_name: 'h' }, 30],
    ['both names', { last_name: 'morgan', first_name: 'ava' }, 12],
    // the day, and the month and the year alone
    ['a birthday', { query: '05/02/1968' }, 3],
    ['the end of the number', { query: '2231' }, 1],
    ['the whole number', { query: '900-14-2231' }, 1],
  ])('searched by %s looks each alternative up in an index of its own', (_name, search, alternatives) => {
    const query: Query = { filter: inClinic, any_of: wantedOf(PatientSearch.parse(search), 'begins', known), sort: sortOf.None };
    const lookUps = Array.from({ length: alternatives }, () =>
      expect.stringMatching(/^SEARCH .* USING (COVERING )?INDEX .*\(<expr>=\? AND <expr>(=|>)\?/),
    );
    const [first, ...rest] = steps(selectOf(TABLE, query), 50, 0);
    // of the documents themselves only those that were found are read
    expect(first).toMatch(/USING INTEGER PRIMARY KEY \(rowid=\?\)$/);
    expect(rest).toEqual(lookUps);
    expect(steps(countOf(TABLE, query))).toEqual(lookUps);
  });

  it('looks like names up by the last name', () => {
    const query: Query = { filter: { ...inClinic, 'search.last': { in: ['morgan', 'morgen'] } } };
    expect(steps(selectOf(TABLE, query), -1, 0)).toEqual([expect.stringMatching(/USING INDEX .*\(<expr>=\? AND <expr>=\?\)$/)]);
    const namesake: Query = { filter: { ...inClinic, 'search.last': { eq: 'morgan' }, 'search.first': { prefix: 'a' } } };
    expect(steps(selectOf(TABLE, namesake), 2, 0)).toEqual([
      expect.stringMatching(/USING INDEX .*\(<expr>=\? AND <expr>=\? AND <expr>>\? AND <expr><\?\)$/),
    ]);
  });

  it('takes as many words as a search can hold', () => {
    const query = Array.from({ length: 100 }, (_, n) => 'abcdefghijklmnopqrstuvwxyz0123456789'[n % 36]).join(' ');
    const { text, values } = selectOf(TABLE, { filter: inClinic, any_of: wantedOf(PatientSearch.parse({ query }), 'begins', known) });
    expect(db.prepare(text).all(...values, -1, 0)).toEqual([]);
  });
});
