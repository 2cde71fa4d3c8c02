import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const MAX_DAYS_NOT_YET = 60;
const DAY_MS = 86_400_000;

interface Strict {
  suites: string[];
  tests: { rulings: number[]; file: string; test: string }[];
}
const { neverForgiven } = (await import(join(root, 'bin/test-results.js'))) as { neverForgiven: () => Strict };
const notYet = JSON.parse(read('tests/not-yet.json')) as { file: string; reason: string; since: string }[];

/** Files that jest finds, by path within the project. */
const listed = async (config: string, ...args: string[]): Promise<string[]> => {
  const jest = ['--experimental-vm-modules', join(root, 'node_modules/jest/bin/jest.js'), '--config', join(root, config)];
  const env = { ...process.env, TEST_NOT_YET: '1' };
  const { stdout } = await run(process.execPath, [...jest, ...args, '--listTests', '--json'], { cwd: root, env, maxBuffer: 1e7 });
  return (JSON.parse(stdout) as string[]).map((path) => relative(root, path));
};

const specsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^(node_modules|dist|data|data-dev|\..*)$/.test(entry.name) ? [] : specsIn(path);
    return /\.spec\.tsx?$/.test(entry.name) ? [path] : [];
  });

let byProject: string[][];
let chosen: string[];
beforeAll(async () => {
  const projects = ['unit', 'integration', 'dom', 'browser'];
  [chosen = [], ...byProject] = await Promise.all([
    listed('jest.config.js'),
    ...projects.map((project) => listed('jest.all.config.js', '--selectProjects', project)),
  ]);
});

it('runs every file of tests in exactly one project', () => {
  expect(byProject.flat().sort()).toEqual(specsIn('.').sort());
});

it('runs in `npm test` nothing that `npm run test:all` does not', () => {
  const all = new Set(byProject.flat());
  expect(chosen.filter((file) => !all.has(file))).toEqual([]);
  expect(new Set(chosen).size).toBe(chosen.length);
});

describe('tests that are never forgiven (docs/rulings.md)', () => {
  const { suites, tests } = neverForgiven();

  it('are run by `npm test`', () => {
    const files = [...suites, ...tests.map(({ file }) => file)];
    expect(files.filter((file) => !chosen.includes(file))).toEqual([]);
    expect(suites.length).toBeGreaterThanOrEqual(7);
  });

  it('are there under the name that is given', () => {
    expect(tests.filter(({ file, test }) => !read(file).includes(test))).toEqual([]);
  });

  it('are there for each ruling that keeps patients safe or says who may read', () => {
    const documented = [...read('docs/rulings.md').matchAll(/^- \*\*(\d+)\*\*/gm)].map(([, number]) => Number(number));
    const strict = documented.filter((number) => (number >= 21 && number <= 47) || (number >= 61 && number <= 65));
    expect([...new Set(tests.flatMap(({ rulings }) => rulings))].sort()).toEqual(strict.sort());
  });
});

describe('suites of unfinished work (tests/not-yet.json)', () => {
  it('exist, with a reason, and are not those that are never forgiven', () => {
    const { suites, tests } = neverForgiven();
    const strict = new Set([...suites, ...tests.map(({ file }) => file)]);
    expect(notYet.filter(({ file, reason }) => !existsSync(join(root, file)) || reason.trim() === '' || strict.has(file))).toEqual([]);
  });

  it(`are listed for ${MAX_DAYS_NOT_YET} days at most`, async () => {
    if (notYet.length === 0 || !existsSync(join(root, '.git'))) return;
    const committed = async (commit: string) => {
      await run('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: root });
      return Number((await run('git', ['show', '-s', '--format=%ct', commit], { cwd: root })).stdout) * 1000;
    };
    const now = await committed('HEAD');
    for (const { file, since } of notYet) {
      const days = Math.floor((now - (await committed(since))) / DAY_MS);
      if (days > MAX_DAYS_NOT_YET) throw new Error(`${file} is listed since ${days} days`);
    }
  });
});
