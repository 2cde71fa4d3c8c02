// Imports, or searches what was imported, in a process of its own, so that its memory and its caches are its own; started by search.bench.ts.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { readSettings } from '#infra/config/configuration';
import { importOfficialList, makeCatalogues } from '#services/cli/catalogues';
import { openKernel } from '#services/cli/kernel';
import { median, quantile } from './lib/figures.ts';
import { drugRows, icdRows, type Labelled, labelled, type PeerRow, whileTyping } from './lib/search-rows.ts';

const PAGE = 10;
const ROUNDS = 5;
const QUERIES = 400;

const [task, folder = '', icd = '', ndc = '', peers = '', ...sets] = process.argv.slice(2);

const kernel = await openKernel(readSettings({ ANAMNESIS_DATA: join(folder, 'data') }), (error) => {
  throw error;
});

const importing = async () => {
  const from = performance.now();
  for (const [kind, path] of [
    ['diseases', icd],
    ['medications', ndc],
  ]) {
    await importOfficialList(kernel, { kind, path }, () => undefined);
  }
  return { seconds: (performance.now() - from) / 1000, peak_mb: process.resourceUsage().maxRSS / 1024 };
};

type Search = (query: string) => number;

/** The plain table and query of the engine: every word a beginning, bm25, the best ten with their texts. */
const bareSearch = (rows: readonly PeerRow[], file: string): Search => {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = OFF; CREATE VIRTUAL TABLE bare USING fts5(code, text, prefix = '2 3'); BEGIN");
  const insert = db.prepare('INSERT INTO bare (rowid, code, text) VALUES (?, ?, ?)');
  for (const { id, code, text } of rows) insert.run(id, code, text);
  db.exec('COMMIT');
  const find = db.prepare('SELECT code, text FROM bare WHERE bare MATCH ? ORDER BY bm25(bare) LIMIT 10');
  return (query) => {
    const words = query
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    return words.length === 0 ? 0 : find.all(words.map((word) => `"${word}"*`).join(' AND ')).length;
  };
};

interface MiniSearch {
  addAll(rows: readonly PeerRow[]): void;
  search(query: string, options: object): unknown[];
}

const miniSearch = (rows: readonly PeerRow[]): Search => {
  const Mini = createRequire(join(peers, 'package.json'))('minisearch') as new (options: object) => MiniSearch;
  const index = new Mini({ fields: ['code', 'text'], storeFields: ['code', 'text'] });
  index.addAll(rows);
  return (query) => index.search(query, { prefix: true, combineWith: 'AND' }).slice(0, PAGE).length;
};

/** Milliseconds of each query, the median of some rounds in which the contestants take turns; a round before them warms up. */
const timed = (contestants: Record<string, Search>, queries: readonly string[]): Record<string, number[]> => {
  const samples = new Map(Object.keys(contestants).map((name) => [name, queries.map(() => [] as number[])]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [at, query] of queries.entries()) {
      for (const [name, search] of Object.entries(contestants)) {
        const from = performance.now();
        search(query);
        if (round > 0) samples.get(name)![at]!.push(performance.now() - from);
      }
    }
  }
  return Object.fromEntries([...samples].map(([name, each]) => [name, each.map(median)]));
};

const asked = (query: string, take = PAGE) => ({ query, skip: 0, take });

const ours = {
  diseases: (query: string) => kernel.catalogues.diseases(asked(query)).items.length,
  medications: (query: string) => kernel.catalogues.medications(asked(query)).items.length,
};

const compare = async (catalogue: 'diseases' | 'medications', rows: readonly PeerRow[], all: readonly Labelled[]) => {
  const texts = all.filter((one) => one.catalogue === catalogue).map(({ query }) => query);
  const queries = whileTyping(texts, QUERIES);
  const bare = bareSearch(rows, join(folder, `bare-${catalogue}.sqlite`));
  const times = timed({ ours: ours[catalogue], bare, minisearch: miniSearch(rows) }, queries);
  const figures = (name: string) => ({ p50: median(times[name]!), p99: quantile(times[name]!, 0.99) });
  const wrong = queries.filter((_, at) => times['ours']![at]! > 3 * times['bare']![at]! && times['ours']![at]! > 10);
  return {
    queries: queries.length,
    rows: rows.length,
    ours: figures('ours'),
    bare: figures('bare'),
    minisearch: figures('minisearch'),
    slow: wrong.slice(0, 5),
  };
};

const placeOf = ({ catalogue, query, expected }: Labelled): number => {
  if (catalogue === 'diseases') {
    const fits = (code: string) => expected.some((each) => (each.endsWith('*') ? code.startsWith(each.slice(0, -1)) : code === each));
    return kernel.catalogues.diseases(asked(query)).items.findIndex(({ code }) => fits(code));
  }
  return kernel.catalogues.medications(asked(query)).items.findIndex((item) => {
    const text = [item.proprietary_name, item.nonproprietary_name, item.form, item.route, item.strength].join(' ').toLowerCase();
    return expected.some((words) =>
      words.split(' ').every((word) => (word.startsWith('!') ? !text.includes(word.slice(1)) : text.includes(word))),
    );
  });
};

const judge = (all: readonly Labelled[]) => {
  const places = all.map((one) => ({ ...one, place: placeOf(one) }));
  const share = (count: number) => Math.round((1000 * count) / all.length) / 1000;
  return {
    n: all.length,
    first: share(places.filter(({ place }) => place === 0).length),
    page: share(places.filter(({ place }) => place >= 0).length),
    missed: places.filter(({ place }) => place < 0).map(({ query }) => query),
  };
};

const searching = async () => {
  await makeCatalogues(kernel);
  const all = sets.map((path) => labelled(path));
  const known = all[0] ?? [];
  return {
    icd: await compare('diseases', await icdRows(icd), known),
    drugs: await compare('medications', await drugRows(ndc), known),
    judged: all.map(judge),
  };
};

const result = await (task === 'import' ? importing() : searching());
await kernel.close();
process.stdout.write(JSON.stringify(result));
