#!/usr/bin/env node
// npm run conformance [-- --engine NAME] [--port NAME] [--json]: what each port promises, tried on its engines (tests/conformance). A file there is named
// PORT.ENGINE.spec.ts, or PORT.ENGINE.MORE.spec.ts for what is tried of that engine besides. What needs a server is tried on the one that the environment
// names (ESDB_ENDPOINT: a connection string, or host:port without TLS; MONGODB_URL; KAFKA_BROKERS), otherwise on one that is started for it, as `npm run engines` does.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { status, temporaryHome, up } from '../tests/engines/servers/servers.js';

/** The server that an engine is tried on, where it needs one. */
const servers = { eventstoredb: 'eventstoredb', mongodb: 'mongodb', gridfs: 'mongodb', kafka: 'kafka' };
const root = resolve(import.meta.dirname, '..');
const folder = join(root, 'tests/conformance');
const SPEC = /^(?<port>[a-z-]+)\.(?<engine>[a-z]+)(?:\..+)?\.spec\.ts$/;

const usage = (message) => {
  console.error(`${message}\nnpm run conformance -- [--engine ${engines.join('|')}] [--port ${ports.join('|')}] [--json]`);
  process.exit(64);
};
const specs = readdirSync(folder).flatMap((file) => (SPEC.test(file) ? [{ file, ...SPEC.exec(file).groups }] : []));
const engines = [...new Set(specs.map(({ engine }) => engine))];
const ports = [...new Set(specs.map(({ port }) => port))];

const { engine, port, json } = (() => {
  try {
    const options = { engine: { type: 'string' }, port: { type: 'string' }, json: { type: 'boolean', default: false } };
    return parseArgs({ options }).values;
  } catch (error) {
    return usage(error.message);
  }
})();
const chosen = specs.filter((spec) => (!engine || spec.engine === engine) && (!port || spec.port === port));
if (chosen.length === 0) usage('There is no such engine or port');

const counted = (results, name) => results.filter(({ status }) => status === name).length;

/** Runs the files in one process after the other, since those of one engine may share a server. @returns jest's results by file */
const run = (files, environment) => {
  const output = join(home, 'results.json');
  const jest = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', join(root, 'node_modules/jest/bin/jest.js')];
  const paths = files.map(({ file }) => join(folder, file));
  const args = [
    '--config',
    'jest.all.config.js',
    '--selectProjects',
    'integration',
    '--runInBand',
    '--silent',
    '--json',
    `--outputFile=${output}`,
    '--runTestsByPath',
    ...paths,
  ];
  spawnSync(process.execPath, [...jest, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', json ? 'ignore' : 'inherit'],
    env: { ...process.env, ...environment },
  });
  try {
    return new Map(JSON.parse(readFileSync(output, 'utf8')).testResults.map((result) => [basename(result.name), result]));
  } catch {
    return new Map();
  }
};

const report = {};
const home = temporaryHome();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
const needed = [...new Set(chosen.flatMap((spec) => servers[spec.engine] ?? []))];
await up(needed, home).catch(({ message }) => {
  console.error(message);
  process.exit(1);
});
const running = await status(needed, home);
const results = run(chosen, Object.assign({}, ...Object.values(running).map(({ variables }) => variables)));
for (const spec of chosen) {
  const assertions = results.get(spec.file)?.assertionResults ?? [];
  const { server, given, version } = running[servers[spec.engine]] ?? {};
  const of = (report[spec.engine] ??= { passed: 0, failed: 0, skipped: 0, server: server ?? given, version });
  of.passed += counted(assertions, 'passed');
  // a file that could not be run at all has no assertions
  of.failed += counted(assertions, 'failed') + (assertions.length === 0 ? 1 : 0);
  of.skipped += assertions.length - counted(assertions, 'passed') - counted(assertions, 'failed');
}
if (json) console.log(JSON.stringify({ engines: report }));
else {
  for (const [name, { passed, failed, skipped, server, version }] of Object.entries(report)) {
    console.log(`${[name, server, version].filter(Boolean).join(', ')}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
process.exit(Object.values(report).some(({ failed }) => failed > 0) ? 1 : 0);
