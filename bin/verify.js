#!/usr/bin/env node
// npm run verify [-- --only NAME...] [--json]: everything there is to try, part by part, also what chance decides. Finds rare faults; decides no landing.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { nginxPath } from '../tests/engines/servers/nginx.js';
import { Unavailable } from '../tests/engines/servers/processes.js';
import { down, names, status, temporaryHome, up } from '../tests/engines/servers/servers.js';
import { root } from './built.js';
import { fetchNode, lastLines, runStep, TEST_TIMEOUT_MS } from './steps.js';
import { countTests, failureLines, failuresIn, readResults } from './test-results.js';

/** The largest seed that every user of it takes. */
const MAX_SEED = 2 ** 31 - 1;
const RELEASES = ['22', '24'];

/** Those about who gets at what: with events on a server they are tried as well, with read models on one too they would only take longer. */
const ACCESS = ['routes', 'invitations', 'consent'];

/** Integration tests that say nothing more with events or read models on a server in a process of its own. */
const NOT_ON_SERVER = [
  ...['move', 'move-to-server', 'backup', 'partitions'], // about the files of the embedded log
  ...['gateway', 'log-on-server', 'persistent'], // about the gateway and the adapter themselves, wherever else events lie
  ...['openapi', 'operations.cli', 'stopping', 'orphans', 'building'], // whole programs on prepared data: tests/e2e/event-server.spec.ts does this
  ...['reading', 'fhir-files', 'fhir-again', 'fhir-versions', 'older-page-read'], // about what files say, the same wherever it is recorded
  ...['lab-curation', 'consent-races', 'list-import', 'first-start', 'many-patients'], // tens of thousands of calls, minutes each
];

const out = mkdtempSync(join(tmpdir(), 'anamnesis-verify-'));
process.once('exit', () => rmSync(out, { recursive: true, force: true }));
const seed = 1 + Math.floor(Math.random() * MAX_SEED);

const run = (command, limit, env = {}) => runStep(command, { limit, env: { TEST_SEED: String(seed), ...env }, to: process.stderr });
const npm = (...args) => ['npm', 'run', '--silent', ...args];
const none = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Adds the outcomes of several commands. */
const sum = (outcomes) =>
  outcomes.reduce(
    (total, { passed, failed, skipped, failures }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
    }),
    none,
  );

/** Outcome of a command that counts as one test. */
const single = (name, { code, stopped, seconds, output }) => {
  if (code === 0) return { ...none, passed: 1 };
  const lines = lastLines(output, 10).map((line) => `    ${line}`);
  return {
    ...none,
    failed: 1,
    failures: [`${name}: ${stopped ? `STOPPED after ${seconds} s` : `ended with ${code ?? 'a signal'}`}`, ...lines],
  };
};

/** Runs jest on all files of a script, or those that the arguments leave. */
const tests = async (limit, args, env, script = 'test:all') => {
  const results = join(mkdtempSync(join(out, 'tests-')), 'results.json');
  const result = await run(
    npm(script, '--', '--silent', `--testTimeout=${TEST_TIMEOUT_MS}`, '--json', `--outputFile=${results}`, ...args),
    limit,
    env,
  );
  const files = readResults(results);
  const counts = files && countTests(files);
  if (!counts || (result.code !== 0 && counts.failed === 0)) return sum([{ ...none, ...counts }, single('tests', result)]);
  return { ...counts, failures: failuresIn(files).flatMap(failureLines) };
};

/** The faults print a line for each scenario and mutant. @param args which of them */
const faults = async (args) => {
  const result = await run(npm('faults', '--', '--rounds', '1', '--seed', String(seed), ...args), 1800);
  const lines = result.output.split('\n');
  const begins = (word) => lines.filter((line) => line.trimStart().startsWith(`${word} `)).length;
  const skipped = lines.filter((line) => line.trimStart().startsWith('SKIPPED')).length;
  // a line, and below it what speaks against the product, indented
  const wrong = result.output.match(/^WRONG.*(?:\n {6}.*)*/gm)?.flatMap((found) => found.split('\n')) ?? [];
  const failed = begins('WRONG');
  const counted = { passed: begins('ok'), failed, skipped, failures: wrong };
  const isTold = counted.passed + failed > 0 && (result.code === 0 || (failed > 0 && !result.stopped));
  return isTold ? counted : sum([counted, single('faults', { ...result, code: result.code || 'nothing tried' })]);
};

/** Whether an output has an object of JSON in lines of its own. */
const printsJson = (output) => {
  try {
    return Object.keys(JSON.parse(/^\{$[^]*^\}$/m.exec(output)[0])).length > 0;
  } catch {
    return false;
  }
};

const benchmarks = async () => {
  const names = readdirSync(join(root, 'tests/bench')).flatMap((file) =>
    file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : [],
  );
  const outcomes = [];
  for (const name of names) {
    const result = await run(npm('bench', '--', name, '--quick', '--json'), 240);
    outcomes.push(single(`benchmark ${name}`, printsJson(result.output) ? result : { ...result, code: result.code || 'no JSON' }));
  }
  return sum(outcomes);
};

const nodes = async () => {
  const outcomes = [];
  for (const release of RELEASES) {
    const bin = await fetchNode(release, out, (command) => run(command, 240));
    if (bin) outcomes.push(await tests(900, ['--selectProjects', 'unit'], { PATH: `${bin}:${process.env.PATH}` }));
    else outcomes.push({ ...none, skipped: 1, failures: [`SKIPPED: Node ${release}: the npm registry does not have it for this machine`] });
  }
  return sum(outcomes);
};

/** The integration tests that say more with data on a server. @param form which data, and where the server is @param without more that are left out */
const integrationOn = (form, without = []) => {
  const chosen = ['--selectProjects', 'integration', '--testPathPatterns', 'tests/integration/'];
  const ignored = `tests/integration/(${[...NOT_ON_SERVER, ...without].join('|')})[.-]`;
  return tests(2700, [...chosen, '--testPathIgnorePatterns', ignored], form);
};

/** docker-compose.yml as Docker's own tools read it; they need no engine for that. */
const deployment = async () => {
  for (const command of [['docker', 'compose'], ['docker-compose']]) {
    if ((await run([...command, 'version'], 60)).code !== 0) continue;
    return single('docker-compose.yml', await run([...command, 'config', '-q'], 60));
  }
  return { ...none, skipped: 1, failures: ['SKIPPED: docker-compose.yml: there is neither docker compose nor docker-compose here'] };
};

/** Something on servers that are started for it, or that the environment names. @param work is given their variables, and what starts them again */
const onEngines = async (work) => {
  const home = temporaryHome();
  const missing = [];
  for (const name of names) {
    await up([name], home).catch((error) => {
      if (!(error instanceof Unavailable)) throw error;
      missing.push({ ...none, name, skipped: 1, failures: [`SKIPPED: ${name}: ${error.message}`] });
    });
  }
  const variables = Object.assign({}, ...Object.values(await status(names, home)).map((server) => server.variables));
  const outcome = await work(variables);
  await down(names, home);
  return sum([...missing, outcome]);
};

/** What makes tests keep read models, files, keys and jobs on the servers; undefined where there are none. */
const formOf = ({ MONGODB_URL, KAFKA_BROKERS }) =>
  (MONGODB_URL ?? KAFKA_BROKERS) && {
    ...(MONGODB_URL && { ANAMNESIS_TEST_READ_STORE: 'mongodb', MONGODB_URL }),
    ...(KAFKA_BROKERS && { ANAMNESIS_TEST_MESSAGING: 'kafka', KAFKA_BROKERS }),
  };

/** The suites of the servers themselves, and the faults on servers, which start theirs, unless the part `faults` tries them too. */
const engines = async () => {
  // one after the other, as those of one engine share a server
  const suites = '(tests/engines/|conformance/[a-z-]+\\.(eventstoredb|kafka|mongodb|gridfs)\\.)';
  const args = ['--selectProjects', 'integration', '--runInBand', '--testPathPatterns', suites];
  const onThem = await onEngines((variables) => tests(3600, args, variables));
  return sum([onThem, isChosen('faults') ? none : await faults(['--only', 'server'])]);
};

const enginesIntegration = () =>
  onEngines((variables) => {
    const form = formOf(variables);
    return form ? integrationOn(form, ACCESS) : none;
  });

/** The browser journeys with events on a server as well. */
const enginesJourneys = () =>
  onEngines((variables) =>
    tests(1800, ['--selectProjects', 'browser'], { ANAMNESIS_TEST_EVENT_STORE: 'gateway', ...formOf(variables) }, 'test'),
  );

/** The built product behind nginx. */
const proxy = async () => {
  try {
    const chosen = ['--selectProjects', 'integration', '--testPathPatterns', 'tests/engines/proxy'];
    return await tests(900, chosen, { NGINX_PATH: nginxPath() });
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    return { ...none, skipped: 1, failures: [`SKIPPED: proxy: ${error.message}`] };
  }
};

/** Suites of unfinished work: their failures are shown and fail nothing. */
const notYet = async () => {
  const files = JSON.parse(readFileSync(join(root, 'tests/not-yet.json'), 'utf8')).map(({ file }) => file);
  if (files.length === 0) return none;
  return { ...(await tests(1800, ['--runTestsByPath', ...files], { TEST_NOT_YET: '1' })), isForgiven: true };
};

const parts = {
  all: () => tests(7200, []),
  server: () => integrationOn({ ANAMNESIS_TEST_EVENT_STORE: 'gateway' }),
  faults: () => faults([]),
  engines,
  'engines-integration': enginesIntegration,
  'engines-journeys': enginesJourneys,
  ocr: async () => single('reading benchmark', await run(npm('bench', '--', 'ocr', '--check'), 300)),
  benchmarks,
  nodes,
  deployment,
  proxy,
  'not-yet': notYet,
};

const { only, json } = (() => {
  try {
    const options = { only: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const unknown = positionals.filter((name) => !(name in parts));
    if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`);
    if (values.only !== positionals.length > 0) throw new Error('--only is followed by the names of parts');
    return { only: positionals, json: values.json };
  } catch ({ message }) {
    console.error(`${message}\nnpm run verify [-- --only ${Object.keys(parts).join('|')}] [--json]`);
    return process.exit(64);
  }
})();

const isChosen = (name) => only.length === 0 || only.includes(name);

const rows = [];
for (const [name, part] of Object.entries(parts)) {
  if (!isChosen(name)) continue;
  console.error(`== ${name}`);
  const from = performance.now();
  const outcome = await part().catch((error) => ({ ...none, failed: 1, failures: [error.stack] }));
  rows.push({ part: name, seconds: Math.round((performance.now() - from) / 1000), ...outcome, seed });
}
if (json) console.log(JSON.stringify({ seed, parts: rows }));
else {
  const columns = ['part', 'seconds', 'passed', 'failed', 'skipped', 'seed'];
  console.log(`\n| ${columns.join(' | ')} |\n| ${columns.map(() => '---').join(' | ')} |`);
  for (const row of rows) console.log(`| ${columns.map((column) => row[column]).join(' | ')} |`);
  for (const { part, failures } of rows) for (const line of failures) console.log(`${part}: ${line}`);
}
process.exit(rows.some(({ failed, isForgiven }) => failed > 0 && !isForgiven) ? 1 : 0);
