import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Result {
  file: string;
  passed: boolean;
  message: string;
  tests: { name: string; status: string; message: string }[];
}
interface Strict {
  suites: string[];
  tests: { rulings: number[]; file: string; test: string }[];
}
interface TestResults {
  readResults: (path: string) => Result[] | undefined;
  countTests: (results: Result[]) => { passed: number; failed: number; skipped: number };
  failuresIn: (results: Result[]) => { file: string; test?: string; message: string }[];
  failureLines: (failure: { file: string; test?: string; message: string }) => string[];
  unstableLine: (failure: { file: string; test?: string; message: string }) => string;
  skippedLines: (results: Result[]) => string[];
  neverForgiven: (text: string) => Strict;
  judge: (run: { results: Result[] | undefined; listed: string[]; code: number | undefined; strict: Strict }) => {
    problems: string[];
    rerun: string[];
  };
  passedAgain: (files: string[], again: Result[] | undefined) => boolean;
}
const root = join(import.meta.dirname, '../..');
const { readResults, countTests, failuresIn, failureLines, unstableLine, skippedLines, neverForgiven, judge, passedAgain } = (await import(
  join(root, 'bin/test-results.js')
)) as TestResults;

const strict: Strict = {
  suites: ['tests/safety.spec.ts'],
  tests: [{ rulings: [24], file: 'drafts.spec.ts', test: 'ruling 24: a draft' }],
};
const test = (name: string, status = 'passed', message = '') => ({ name, status, message });
const file = (name: string, ...tests: Result['tests']): Result => ({
  file: name,
  passed: tests.every(({ status }) => status !== 'failed'),
  message: '',
  tests,
});
const failing = (name: string, of = 'fails') => file(name, test('works'), test(of, 'failed', 'Expected 1\nReceived 2'));
const unloadable = (name: string): Result => ({ file: name, passed: false, message: 'Cannot find module', tests: [] });
const judgeRun = (results: Result[] | undefined, { listed = results?.map((one) => one.file) ?? [], code = 1 } = {}) =>
  judge({ results, listed, code, strict });

describe('what jest wrote', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-results-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is read with paths within the project', async () => {
    const assertionResults = [{ fullName: 'a b', status: 'failed', failureMessages: ['one', 'two'] }];
    const testResults = [{ name: join(root, 'a.spec.ts'), status: 'failed', message: 'all', assertionResults }];
    await writeFile(join(folder, 'results.json'), JSON.stringify({ testResults }));
    expect(readResults(join(folder, 'results.json'))).toEqual([
      { file: 'a.spec.ts', passed: false, message: 'all', tests: [{ name: 'a b', status: 'failed', message: 'one\ntwo' }] },
    ]);
  });

  it('is nothing where it is missing or cut off', async () => {
    await writeFile(join(folder, 'results.json'), '{"testResults": [{"na');
    expect(readResults(join(folder, 'results.json'))).toBeUndefined();
    expect(readResults(join(folder, 'missing.json'))).toBeUndefined();
  });

  it('counts a file that could not be loaded as one failed test', () => {
    const results = [failing('a'), unloadable('b'), file('c', test('x', 'pending'), test('y', 'todo'))];
    expect(countTests(results)).toEqual({ passed: 1, failed: 2, skipped: 2 });
    expect(skippedLines(results)).toEqual(['SKIPPED: c: 2 tests']);
    expect(failuresIn(results)).toEqual([
      { file: 'a', test: 'fails', message: 'Expected 1\nReceived 2' },
      { file: 'b', message: 'Cannot find module' },
    ]);
  });

  it('is shown with ten lines of each message, without colours', () => {
    const message = Array.from({ length: 12 }, (_, n) => `\u001B[31mline ${n}\u001B[39m`).join('\n');
    const lines = failureLines({ file: 'a', test: 'fails', message });
    expect(lines).toHaveLength(11);
    expect(lines.slice(0, 2)).toEqual(['a: fails', '    line 0']);
    expect(unstableLine({ file: 'a', test: 'fails', message })).toBe('UNSTABLE: a: fails: line 0');
  });
});

describe('a run of the tests', () => {
  const [green, red] = [file('a', test('works')), failing('b')];

  it('is passed where nothing failed', () => expect(judgeRun([green], { code: 0 })).toEqual({ problems: [], rerun: [] }));

  it('has one or two failed files run once more, those that could not be loaded too', () => {
    expect(judgeRun([green, red])).toEqual({ problems: [], rerun: ['b'] });
    expect(judgeRun([green, red, unloadable('c')])).toEqual({ problems: [], rerun: ['b', 'c'] });
  });

  it('is failed with three failed files', () =>
    expect(judgeRun([red, failing('c'), unloadable('d')])).toEqual({ problems: ['3 files failed'], rerun: [] }));

  it('is failed where it left no results', () =>
    expect(judgeRun(undefined, { listed: ['a'] })).toEqual({ problems: ['The tests left no results'], rerun: [] }));

  it('is failed where a file is missing from the results', () =>
    expect(judgeRun([green], { listed: ['a', 'b'], code: 0 })).toEqual({ problems: ['b was not run'], rerun: [] }));

  it('is failed where the process failed and no test did', () => {
    expect(judgeRun([green]).problems).toEqual(['The tests ended with 1, although none failed']);
    expect(judge({ results: [green], listed: [], code: undefined, strict }).problems).toEqual([
      'The tests ended with a signal, although none failed',
    ]);
  });

  it('is failed by any test of a suite that is never forgiven', () => {
    expect(judgeRun([failing('tests/safety.spec.ts')]).problems).toEqual(['Never forgiven: tests/safety.spec.ts: fails']);
    expect(judgeRun([unloadable('tests/safety.spec.ts')]).problems).toEqual(['Never forgiven: tests/safety.spec.ts']);
  });

  it('is failed where a test that is never forgiven was skipped', () => {
    const skipped = (name: string, title: string) => judgeRun([file(name, test(title, 'pending'))], { code: 0 }).problems;
    expect(skipped('tests/safety.spec.ts', 'fits')).toEqual(['Never skipped: tests/safety.spec.ts: fits']);
    expect(skipped('drafts.spec.ts', 'ruling 24: a draft')).toEqual(['Never skipped: drafts.spec.ts: ruling 24: a draft']);
    expect(skipped('drafts.spec.ts', 'lists')).toEqual([]);
  });

  it('is failed by the test of a ruling, and not by another one of its file', () => {
    expect(judgeRun([failing('drafts.spec.ts', 'lists: ruling 24: a draft is marked')]).rerun).toEqual([]);
    expect(judgeRun([unloadable('drafts.spec.ts')]).rerun).toEqual([]);
    expect(judgeRun([failing('drafts.spec.ts', 'lists')]).rerun).toEqual(['drafts.spec.ts']);
  });
});

describe('files that were run once more', () => {
  it('pass where each is there and green', () => {
    expect(passedAgain(['a', 'b'], [file('a', test('x')), file('b', test('y'))])).toBe(true);
    expect(passedAgain(['a', 'b'], [file('a', test('x'))])).toBe(false);
    expect(passedAgain(['a'], [failing('a')])).toBe(false);
    expect(passedAgain(['a'], undefined)).toBe(false);
  });
});

it('reads what is never forgiven from the page of rulings', () => {
  const text =
    '## Tests that are never forgiven\n\n- `tests/a.spec.ts`\n\n| ruling | file | test |\n| --- | --- | --- |\n| 24, 30 | `b.spec.tsx` | says so |\n';
  expect(neverForgiven(text)).toEqual({ suites: ['tests/a.spec.ts'], tests: [{ rulings: [24, 30], file: 'b.spec.tsx', test: 'says so' }] });
});
