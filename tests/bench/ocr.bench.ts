import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { type ReadPage, ReadingPool } from '#services/ocr/reading-pool';
import { openFile } from '#services/ocr/reading/pages';
import { readNumber } from '#contracts/rules/printed-numbers';
import { numbersIn } from './lib/options.ts';

type TruthRow = { name: string; value: string; range_min: string | null; range_max: string | null; unit: string | null };
type Truth = { rows: TruthRow[]; patient: { first_name: string; last_name: string; date_of_birth: string }; date_collected: string };

/** A way in which a report reaches the reader. */
type Mode = 'pdf' | 'image-200dpi' | 'image-150dpi';
const modes: readonly Mode[] = ['pdf', 'image-200dpi', 'image-150dpi'];

/** Rows found by name and value; exact: name, value, both limits and unit; silent: neither exact nor doubted, the harmful kind. */
type Score = {
  file: string;
  mode: Mode;
  expected: number;
  read: number;
  found: number;
  exact: number;
  silent: number;
  head: number;
  seconds: number;
};

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const kept =
  [here('../../services/ocr/fixtures/'), here('../../../services/ocr/fixtures/')].find((folder) => existsSync(`${folder}s1_quest.pdf`)) ??
  '';
const given = ['../shared/data/ocr/'].find((folder) => existsSync(folder));

const asPicture = async (pdf: Uint8Array, dpi: number): Promise<Uint8Array> => {
  const file = await openFile(pdf, 'pdf');
  try {
    const page = await file.page(0);
    const image = await page.image();
    return dpi === 200
      ? image
      : await sharp(image)
          .resize({ width: Math.round((page.width * dpi) / 200) })
          .png()
          .toBuffer();
  } finally {
    await file.close();
  }
};

const plain = (text: string): string =>
  text
    .replace(/\u03bc/g, 'µ')
    .replace(/\s+/g, ' ')
    .trim();
/** Raised digits are compared as digits: a picture does not say '^'. */
const unitOf = (text: string | null): string =>
  plain(text ?? '')
    .replace(/\^/g, '')
    .replace(/\s/g, '');
const limit = (text: string | null): number | null =>
  text === null ? null : Number(readNumber(text, text.includes(',') ? ',' : '.')?.decimal);

const scoreOf = (page: ReadPage, truth: Truth): Omit<Score, 'file' | 'mode' | 'seconds'> => {
  const left = [...page.row_data];
  let [found, exact] = [0, 0];
  let silent = 0;
  for (const row of truth.rows) {
    const at = left.findIndex(
      ({ field_value }) => plain(field_value.name.field_value) === row.name && plain(field_value.value.field_value) === row.value,
    );
    const [read] = at < 0 ? [] : left.splice(at, 1);
    if (!read) continue;
    found++;
    const same =
      unitOf(read.field_value.unit.field_value) === unitOf(row.unit) &&
      (read.min === null ? null : Number(read.min)) === limit(row.range_min) &&
      (read.max === null ? null : Number(read.max)) === limit(row.range_max);
    if (same) exact++;
    else if (read.doubts.length === 0) silent++;
  }
  silent += left.filter(({ doubts }) => doubts.length === 0).length;
  const { first_name, last_name, date_of_birth } = truth.patient;
  const head = [
    page.patient_first_name === first_name,
    page.patient_last_name === last_name,
    page.date_of_birth === date_of_birth,
    page.date_collected === truth.date_collected,
  ].filter(Boolean).length;
  return { expected: truth.rows.length, read: page.row_data.length, found, exact, silent, head };
};

/** What reading has to reach: shares of the printed rows found and exact, and the most rows that are wrong without a doubt. */
const wanted: Record<Mode, { found: number; exact: number; silent: number }> = {
  pdf: { found: 1, exact: 1, silent: 0 },
  'image-200dpi': { found: 0.975, exact: 0.935, silent: 2 },
  'image-150dpi': { found: 0.975, exact: 0.925, silent: 2 },
};

const share = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

/**
 * Reads the sample reports from their text and from pictures of them, without a catalogue, and compares with what is printed there. With
 * --check it fails where less is read than is wanted. `--reports` of them, all unless it is said.
 */
export const run = async ({ json, args }: { json: boolean; args: readonly string[] }): Promise<void> => {
  const folder = given ?? kept;
  // what is printed on a page is said by its .json; samples without one are made for other tests
  const all = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace(/json$/, 'pdf'));
  const numbers = args.filter((arg) => arg !== '--check');
  const { reports } = numbersIn(numbers, { reports: all.length }, { reports: 1 });
  const files = all.slice(0, reports);
  const pool = new ReadingPool({ workers: 1, timeout_ms: 300_000 });
  const scores: Score[] = [];
  try {
    // the first file pays for starting the worker
    await pool.read(new Uint8Array(readFileSync(`${folder}${files[0]}`)), { parameters: [] });
    for (const mode of modes) {
      for (const file of files) {
        const pdf = new Uint8Array(readFileSync(`${folder}${file}`));
        const truth = JSON.parse(readFileSync(`${folder}${file.replace(/\.pdf$/, '.json')}`, 'utf8')) as Truth;
        const bytes = mode === 'pdf' ? pdf : await asPicture(pdf, mode === 'image-200dpi' ? 200 : 150);
        const start = performance.now();
        const { pages } = await pool.read(bytes, { parameters: [] });
        const seconds = (performance.now() - start) / 1000 / pages.length;
        const [page] = pages;
        if (page) scores.push({ file, mode, ...scoreOf(page, truth), seconds: Math.round(seconds * 1000) / 1000 });
      }
    }
  } finally {
    await pool.close();
  }
  const sum = (mode: Mode, field: 'expected' | 'read' | 'found' | 'exact' | 'silent' | 'head' | 'seconds'): number =>
    scores.filter((score) => score.mode === mode).reduce((total, score) => total + score[field], 0);
  const totals = modes.map((mode) => ({
    mode,
    expected: sum(mode, 'expected'),
    read: sum(mode, 'read'),
    found: sum(mode, 'found'),
    exact: sum(mode, 'exact'),
    silent: sum(mode, 'silent'),
    head: sum(mode, 'head'),
    seconds_per_page: Math.round((1000 * sum(mode, 'seconds')) / files.length) / 1000,
  }));
  const missed = totals.filter(({ mode, expected, found, exact, silent }) => {
    const least = wanted[mode];
    return found < least.found * expected || exact < least.exact * expected || silent > least.silent;
  });
  if (args.includes('--check') && missed.length > 0) {
    process.stderr.write(`Less is read than is wanted: ${missed.map(({ mode }) => mode).join(', ')}\n`);
    process.exitCode = 1;
  }
  if (json) {
    process.stdout.write(
      `${JSON.stringify({ name: 'ocr', folder: given ? '../shared/data/ocr' : 'services/ocr/fixtures', files: scores, totals }, null, 2)}\n`,
    );
    return;
  }
  for (const { mode, file, expected, found, exact, silent, head, seconds } of scores) {
    process.stdout.write(
      `${mode.padEnd(13)} ${file.padEnd(18)} ${found}/${expected} found, ${exact} exact, ${silent} wrong without doubt, head ${head}/4, ${seconds} s\n`,
    );
  }
  for (const { mode, expected, found, exact, silent, seconds_per_page } of totals) {
    process.stdout.write(
      `${mode.padEnd(13)} all: ${share(found, expected)} found, ${share(exact, expected)} exact, ${silent} wrong without doubt, ${seconds_per_page} s a page\n`,
    );
  }
};
