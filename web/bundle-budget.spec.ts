import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const BUDGET = 300 * 1024;
const vite = join('node_modules', 'vite', 'bin', 'vite.js');

interface Chunk {
  file: string;
  imports?: string[];
}

let folder: string;
let manifest: Record<string, Chunk>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-web-'));
  // as the product is built: as a test it would hold React's development half
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [vite, 'build', '--outDir', folder, '--manifest', '--logLevel', 'error'], { env });
  manifest = JSON.parse(await readFile(join(folder, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;
}, 180_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Every file that a browser must have before these modules run. */
const needed = (names: readonly string[], found = new Set<string>()): Set<string> => {
  for (const name of names) {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    needed(chunk.imports ?? [], found);
  }
  return found;
};

const zipped = async (files: Iterable<string>): Promise<number> => {
  const sizes = await Promise.all([...files].map(async (file) => gzipSync(await readFile(join(folder, file))).length));
  return sizes.reduce((sum, size) => sum + size, 0);
};

it.each(['app/sign-in.screen.tsx', 'features/patients/patients.screen.tsx'])(
  'needs at most 300 kB of zipped JavaScript before %s is on the screen',
  async (screen) => {
    expect(manifest[screen]).toBeDefined();
    expect(await zipped(needed(['index.html', screen]))).toBeLessThanOrEqual(BUDGET);
  },
);

it('loads charts, calendar and all icons by name only when they are needed', () => {
  const first = [...needed(['index.html', 'features/patients/patients.screen.tsx'])].join(' ');
  expect(first).not.toMatch(/calendar-(?!days)|lab-results\.section-|paths-/);
});
