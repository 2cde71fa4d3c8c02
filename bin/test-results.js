// Reads what jest writes with --json, and decides whether the tests of the gate are passed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './built.js';

/** Files with a failed test that are run once more; more than these are no accident. */
const MAX_RERUN_FILES = 2;
const MESSAGE_LINES = 10;

/**
 * @param path of a file that jest wrote
 * @returns its files with their tests, by path within the project; undefined where the file is missing or cut off
 */
export const readResults = (path) => {
  try {
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
    return testResults.map(({ name, status, message, assertionResults }) => ({
      file: name.slice(root.length + 1),
      // a file of which all tests are skipped, or some, has not failed
      passed: status !== 'failed',
      message,
      tests: assertionResults.map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        status,
        message: failureMessages.join('\n'),
      })),
    }));
  } catch {
    return undefined;
  }
};

/** Tests passed, failed and skipped; a file that could not be run is one failed test. */
export const countTests = (results) => {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, tests } of results) {
    const failed = tests.filter(({ status }) => status === 'failed').length;
    const succeeded = tests.filter(({ status }) => status === 'passed').length;
    counts.passed += succeeded;
    counts.failed += failed === 0 && !passed ? 1 : failed;
    counts.skipped += tests.length - succeeded - failed;
  }
  return counts;
};

/** The first lines of a message, without colours. */
const firstLines = (message, count) => stripVTControlCharacters(message).trim().split('\n').slice(0, count);

/** Each failed test as `{ file, test, message }`; a file that could not be run has no test. */
export const failuresIn = (results) =>
  results
    .filter(({ passed }) => !passed)
    .flatMap(({ file, tests, message }) => {
      const failed = tests.filter(({ status }) => status === 'failed');
      return failed.length > 0 ? failed.map((test) => ({ file, test: test.name, message: test.message })) : [{ file, message }];
    });

const named = ({ file, test }) => (test === undefined ? file : `${file}: ${test}`);

export const failureLines = (failure) => [named(failure), ...firstLines(failure.message, MESSAGE_LINES).map((line) => `    ${line}`)];

export const unstableLine = (failure) => `UNSTABLE: ${named(failure)}: ${firstLines(failure.message, 1)[0]}`;

/** Lines that name the files with skipped tests. */
export const skippedLines = (results) =>
  results.flatMap(({ file, tests }) => {
    const skipped = skippedIn([{ file, tests }]).length;
    return skipped > 0 ? [`SKIPPED: ${file}: ${skipped} ${skipped === 1 ? 'test' : 'tests'}`] : [];
  });

const ROW = /^\| (?<rulings>[\d, ]+) \| `(?<file>[^`]+)` \| (?<test>.+?) \|$/gm;
const SUITE = /^- `(?<file>[^`]+\.spec\.tsx?)`/gm;

/**
 * What docs/rulings.md says is never forgiven.
 * @returns `suites`: files of which no test may fail; `tests`: `{ rulings, file, test }`, where `test` is part of a full name
 */
export const neverForgiven = (text = readFileSync(join(root, 'docs/rulings.md'), 'utf8')) => {
  const section = text.slice(text.indexOf('## Tests that are never forgiven'));
  return {
    suites: [...section.matchAll(SUITE)].map(({ groups }) => groups.file),
    tests: [...section.matchAll(ROW)].map(({ groups: { rulings, file, test } }) => ({
      rulings: rulings.split(', ').map(Number),
      file,
      test,
    })),
  };
};

const isForgiven = ({ file, test }, { suites, tests }) =>
  !suites.includes(file) && !tests.some((one) => one.file === file && (test === undefined || test.includes(one.test)));

/** Tests that were neither passed nor failed, as `{ file, test }`. */
const skippedIn = (results) =>
  results.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status !== 'passed' && status !== 'failed').map(({ name }) => ({ file, test: name })),
  );

/**
 * Decides what follows from a run of `npm test`.
 * @param results as of `readResults`
 * @param listed files that had to run
 * @param code of the run's process
 * @param strict as of `neverForgiven`
 * @returns `problems` that make the gate red whatever a second run shows, or `rerun`: files to run once more
 */
export const judge = ({ results, listed, code, strict }) => {
  if (!results) return { problems: ['The tests left no results'], rerun: [] };
  const missing = listed.filter((file) => !results.some((result) => result.file === file));
  const failures = failuresIn(results);
  const files = [...new Set(failures.map(({ file }) => file))];
  const problems = [
    ...missing.map((file) => `${file} was not run`),
    ...failures.filter((failure) => !isForgiven(failure, strict)).map((failure) => `Never forgiven: ${named(failure)}`),
    ...skippedIn(results)
      .filter((skipped) => !isForgiven(skipped, strict))
      .map((skipped) => `Never skipped: ${named(skipped)}`),
    ...(files.length > MAX_RERUN_FILES ? [`${files.length} files failed`] : []),
    ...(files.length === 0 && code !== 0 ? [`The tests ended with ${code ?? 'a signal'}, although none failed`] : []),
  ];
  return { problems, rerun: problems.length === 0 ? files : [] };
};

/** Whether every file that was run once more is there and passed. */
export const passedAgain = (files, again) =>
  again !== undefined && files.every((file) => again.some((result) => result.file === file && result.passed));
