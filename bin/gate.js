#!/usr/bin/env node
// The gate (.ci/run): whether a change may land. The same answer every time: input of tests is generated from one seed, limits of time only
// end what hangs, and a file that failed is run once more by itself. It needs Node, git and the npm registry, nothing else.
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, freemem, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from './built.js';
import { fetchNode, lastLines, runStep, TEST_TIMEOUT_MS } from './steps.js';
import {
  countTests,
  failureLines,
  failuresIn,
  judge,
  neverForgiven,
  passedAgain,
  readResults,
  skippedLines,
  unstableLine,
} from './test-results.js';

/** Seconds for everything. */
const TOTAL = 5000;
const REPORT_LINES = 200;
const INSTALL_TRIES = 3;
/** Releases of Node on which the product is started besides the installed one. */
const RELEASES = ['20.19', '26'];

const out = mkdtempSync(join(tmpdir(), 'anamnesis-gate-'));
process.once('exit', () => rmSync(out, { recursive: true, force: true }));

const begun = performance.now();
const secondsLeft = () => Math.max(1, TOTAL - (performance.now() - begun) / 1000);
const counts = { passed: 0, failed: 0, skipped: 0 };
const report = [];
const notes = [];
const seconds = [];

/** Runs a step; its limit is at least four times what it takes on two idle cores. */
const step = async (name, command, limit, env = {}) => {
  console.log(`== ${name}`);
  const result = await runStep(command, { env, limit: Math.min(limit, secondsLeft()) });
  seconds.push(`${name} ${result.seconds}`);
  console.log(`-- ${name} took ${result.seconds} s`);
  return { name, ...result };
};
const fail = ({ name, stopped, seconds: after, output }) => {
  counts.failed++;
  report.push(`${name}: ${stopped ? `STOPPED after ${after} s` : 'failed'}`, ...lastLines(output, 10).map((line) => `    ${line}`));
};
/** Runs a step that counts as one test. */
const check = async (...args) => {
  const result = await step(...args);
  if (result.code === 0) counts.passed++;
  else fail(result);
  return result.code === 0;
};

const end = () => {
  console.log(`\nSeconds: ${seconds.join(', ')}; together ${Math.round((performance.now() - begun) / 1000)}`);
  for (const line of report.slice(0, REPORT_LINES)) console.log(line);
  if (report.length > REPORT_LINES) console.log(`... and ${report.length - REPORT_LINES} lines more`);
  for (const line of notes) console.log(line);
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  process.exit(counts.failed === 0 ? 0 : 1);
};

const npm = (...args) => ['npm', 'run', '--silent', ...args];
const jest = (...args) => ['npm', 'test', '--silent', '--', '--silent', `--testTimeout=${TEST_TIMEOUT_MS}`, ...args];

const install = async () => {
  for (let tries = INSTALL_TRIES; ; tries--) {
    const result = await step('npm ci', ['npm', 'ci', '--no-audit', '--no-fund'], 240);
    if (result.code === 0) return;
    if (tries > 1) continue;
    fail(result);
    end();
  }
};

const test = async () => {
  const listing = await step('list of tests', ['npm', 'test', '--silent', '--', '--listTests', '--json'], 60);
  const [first, again] = ['tests.json', 'again.json'].map((name) => join(out, name));
  const run = await step('npm test', jest('--json', `--outputFile=${first}`), 2640);
  const results = readResults(first);
  if (results) {
    const { passed, failed, skipped } = countTests(results);
    console.log(`-- ${results.length} files: ${passed} passed, ${failed} failed, ${skipped} skipped`);
    counts.passed += passed;
    counts.skipped += skipped;
    notes.push(...skippedLines(results));
  }
  if (listing.code !== 0) fail(listing);
  if (run.stopped) return fail(run);

  const listed =
    listing.code === 0 ? JSON.parse(listing.output.slice(listing.output.indexOf('['))).map((file) => file.slice(root.length + 1)) : [];
  const { problems, rerun } = judge({ results, listed, code: run.code, strict: neverForgiven() });
  const failures = failuresIn(results ?? []);
  let failed = failures;
  if (problems.length === 0 && rerun.length > 0) {
    const rerunStep = await step(
      'failed files once more',
      jest('--runInBand', '--json', `--outputFile=${again}`, '--runTestsByPath', ...rerun),
      1200,
    );
    const repeated = readResults(again);
    if (!rerunStep.stopped && rerunStep.code === 0 && passedAgain(rerun, repeated)) {
      counts.passed += failures.length;
      notes.push(...failures.map(unstableLine));
      return;
    }
    failed = failuresIn(repeated ?? []).length > 0 ? failuresIn(repeated) : failures;
    report.push('Failed once more:');
  }
  counts.failed += Math.max(failed.length, problems.length);
  report.push(...problems, ...failed.flatMap(failureLines));
};

const start = async () => {
  for (const release of RELEASES) {
    const bin = await fetchNode(release, out, (command) => step(`fetching Node ${release}`, command, 120));
    if (bin) await check(`Node ${release}: start`, npm('smoke'), 120, { PATH: `${bin}:${process.env.PATH}` });
    else {
      counts.skipped++;
      notes.push(`SKIPPED: Node ${release}: the npm registry does not have it for ${process.platform}-${process.arch}`);
    }
  }
};

const gigabytes = (bytes) => `${(bytes / 2 ** 30).toFixed(1)} GiB`;
const disk = statfsSync(root);
const npmVersion = (await runStep(['npm', '--version'], { limit: 60, to: { write: () => true } })).output.trim();
console.log(
  `${availableParallelism()} cores, ${gigabytes(freemem())} of ${gigabytes(totalmem())} free, load ${loadavg()[0].toFixed(1)}, ` +
    `disk ${gigabytes(disk.bavail * disk.bsize)} free, Node ${process.version}, npm ${npmVersion}`,
);

await install();
await check('types', npm('check:types'), 240);
await check('lint', npm('check:lint'), 120);
await check('format', npm('check:format'), 60);
await check('fences', npm('check:fences'), 120);
await check('unused code', npm('check:unused'), 120);
await check('build', npm('build'), 120);
await test();
await start();
end();
