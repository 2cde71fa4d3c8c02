import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { compileAll, inProcess } from './lib/compiled.ts';
import { ratio, rounded } from './lib/figures.ts';
import { inFolder } from './lib/folder.ts';
import { numbersIn, type Run } from './lib/options.ts';
import { installPeer } from './lib/peers.ts';
import { machine, print, say, table, verdict } from './lib/report.ts';

const root = resolve(import.meta.dirname, '../..');
const data = resolve(root, '../shared/data/catalogues');
const files = { icd: join(data, 'icd10cm_order_2025-04.composite.txt.gz'), ndc: join(data, 'ndc_product_2015-01.rebuilt.txt.gz') };
/** The first was tried on while the search was written, each later one was written before what was changed after it. */
const names = ['labelled', 'held-out', 'everyday', 'further', 'rarer', 'last'] as const;
const sets = names.map((name) => join(root, 'tests/bench/search', `${name}.tsv`));

interface Times {
  p50: number;
  p99: number;
}
interface Compared {
  queries: number;
  rows: number;
  ours: Times;
  bare: Times;
  minisearch: Times;
}
interface Judged {
  n: number;
  first: number;
  page: number;
  missed: string[];
}
interface Found {
  icd: Compared;
  drugs: Compared;
  judged: Judged[];
}

const figures = ({ ours, bare, minisearch, queries, rows }: Compared) => ({
  p50_ms: rounded(ours.p50),
  p99_ms: rounded(ours.p99),
  bare_p99_ms: rounded(bare.p99),
  minisearch_p99_ms: rounded(minisearch.p99),
  ratio_bare: ratio(ours.p99, bare.p99),
  bare_p50_ms: rounded(bare.p50),
  minisearch_p50_ms: rounded(minisearch.p50),
  queries,
  rows,
});

/** Path of a file in the folder with the first searches of a set, so many of each catalogue. */
const firstOf = (set: string, searches: number, folder: string): string => {
  const lines = readFileSync(set, 'utf8').split('\n');
  const of = (catalogue: string) => lines.filter((line) => line.startsWith(`${catalogue}\t`)).slice(0, searches);
  const file = join(folder, basename(set));
  writeFileSync(file, [...of('diseases'), ...of('medications')].join('\n'));
  return file;
};

/**
 * The whole official lists of diseases and medications: importing them, searching them while somebody types beside a bare bm25 query of the
 * same engine and minisearch over the same rows, and how often what clinicians mean comes first, or on the first page. `--searches` of each
 * set and catalogue that are tried, all unless it is said.
 */
export const run = async ({ json, args }: Run): Promise<void> => {
  const { searches } = numbersIn(args, { searches: Infinity }, { searches: 3 });
  const missing = Object.values(files).filter((file) => !existsSync(file));
  if (missing.length > 0) {
    print(json, { skipped: true, missing }, `Skipped: ${missing.join(' and ')} are not there`);
    return;
  }
  const before = machine();
  const peer = installPeer('minisearch', 'minisearch');
  await compileAll();
  await inFolder(async (folder) => {
    say('Importing the whole lists');
    const imported = await inProcess<{ seconds: number; peak_mb: number }>('search.child', 'import', folder, files.icd, files.ndc);
    say('Searching');
    const searchSets = sets.map((set) => firstOf(set, searches, folder));
    const found = await inProcess<Found>('search.child', 'search', folder, files.icd, files.ndc, peer, ...searchSets);
    report(json, imported, found, before);
  });
};

const report = (json: boolean, imported: { seconds: number; peak_mb: number }, found: Found, about: object): void => {
  const sets = Object.fromEntries(names.map((name, at) => [name.replace('-', '_'), found.judged[at]!]));
  const result = {
    icd: figures(found.icd),
    drugs: figures(found.drugs),
    ...sets,
    import: { seconds: rounded(imported.seconds), peak_mb: rounded(imported.peak_mb) },
    machine: about,
  };
  const row = (what: string, { ours, bare, minisearch }: Compared) => ({
    what,
    'ours p50': rounded(ours.p50),
    'ours p99': rounded(ours.p99),
    'bare p99': rounded(bare.p99),
    'minisearch p99': rounded(minisearch.p99),
  });
  const text = [
    'Milliseconds of a search for ten entries while somebody types, ranked with what clinicians mean and counted in all; beside it bm25 over',
    'the bare texts in the same engine, and minisearch in memory.',
    '',
    table([row(`diseases, ${result.icd.rows} rows`, found.icd), row(`medications, ${result.drugs.rows} products`, found.drugs)]),
    `Imported in ${result.import.seconds} s, highest memory ${result.import.peak_mb} MB`,
    '',
    verdict('p99 of diseases, times the bare query', result.icd.ratio_bare, { atMost: 3 }),
    verdict('p99 of medications, times the bare query', result.drugs.ratio_bare, { atMost: 3 }),
    ...Object.entries(sets).flatMap(([name, { n, first, page }]) => [
      verdict(`what is meant comes first, ${n} searches (${name.replace('_', ' ')})`, first, { atLeast: 0.8 }),
      verdict('what is meant is on the first page', page, { atLeast: 0.97 }),
    ]),
  ];
  print(json, result, text.join('\n'));
};
