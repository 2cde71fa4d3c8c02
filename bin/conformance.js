#!/usr/bin/env node
// npm run conformance [-- --engine NAME] [--port NAME] [--json]: what each port promises, tried on its engines (tests/conformance). A file there is named
// PORT.ENGINE.spec.ts, or PORT.ENGINE.MORE.spec.ts for what is tried of that engine besides. The event store on EventStoreDB is tried on the server that
// ESDB_ENDPOINT names (a connection string, or host:port without TLS), otherwise on the gateway, as a process of its own on a folder that is removed.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { EventStoreDBClient } from '@eventstore/db-client';

const SERVER = 'eventstoredb';
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

/** The gateway on a folder of its own; `end` leaves nothing behind. */
const startGateway = async () => {
  const data = mkdtempSync(join(tmpdir(), 'conformance-gateway-'));
  const child = spawn(process.execPath, [join(root, 'bin/anamnesis.js'), 'gateway', '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const end = () => {
    child.kill('SIGKILL');
    rmSync(data, { recursive: true, force: true, maxRetries: 3 });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Gateway is ready: (esdb:\S+)/.exec(line)?.[1];
    if (address) return { address, end };
  }
  end();
  throw new Error('The gateway did not start');
};

/** @returns the version that the server says, and which one it is */
const versionOf = async (address, isOurs) => {
  const client = EventStoreDBClient.connectionString(address);
  const { serverVersion } = await client.capabilities.catch((error) => {
    console.error(`The event store does not answer: ${error.message}`);
    process.exit(1);
  });
  await client.dispose();
  return isOurs ? `${serverVersion} (gateway)` : serverVersion;
};

const counted = (results, name) => results.filter(({ status }) => status === name).length;

/** Runs the files in one process after the other, since those of one engine may share a server. @returns jest's results by file */
const run = (files, environment) => {
  const out = mkdtempSync(join(tmpdir(), 'conformance-'));
  const output = join(out, 'results.json');
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
  } finally {
    rmSync(out, { recursive: true });
  }
};

const report = {};
const given = process.env.ESDB_ENDPOINT;
const needsServer = chosen.some((spec) => spec.engine === SERVER);
const gateway = needsServer && !given ? await startGateway() : undefined;
try {
  const address = gateway?.address ?? (given.includes('://') ? given : `esdb://${given}?tls=false`);
  const server = needsServer ? await versionOf(address, gateway !== undefined) : undefined;
  const results = run(chosen, needsServer ? { ESDB_ENDPOINT: address } : {});
  for (const spec of chosen) {
    const result = results.get(spec.file);
    const assertions = result?.assertionResults ?? [];
    const of = (report[spec.engine] ??= { passed: 0, failed: 0, skipped: 0, ...(spec.engine === SERVER && { server }) });
    of.passed += counted(assertions, 'passed');
    // a file that could not be run at all has no assertions
    of.failed += counted(assertions, 'failed') + (assertions.length === 0 ? 1 : 0);
    of.skipped += assertions.length - counted(assertions, 'passed') - counted(assertions, 'failed');
  }
} finally {
  gateway?.end();
}
if (json) console.log(JSON.stringify({ engines: report }));
else {
  for (const [name, { passed, failed, skipped, server }] of Object.entries(report)) {
    console.log(`${name}${server ? ` ${server}` : ''}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
  }
}
process.exit(Object.values(report).some(({ failed }) => failed > 0) ? 1 : 0);
