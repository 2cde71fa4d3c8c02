#!/usr/bin/env node
// npm run engines -- up | down | status | restart NAME [--only NAME] [--home FOLDER] [--json]: the servers that the engines are tried on, without Docker: a broker
// of Apache Kafka, a server of MongoDB's protocol, and the gateway for EventStoreDB's. KAFKA_BROKERS, MONGODB_URL and ESDB_ENDPOINT name others instead.
// `up` prints the variables for tests and the product, a line each; `status` ends with 1 unless all answer; `down` removes the data too; `restart` kills one
// and starts it on the same data and port. Servers are kept in .engines of the clone, or in the folder that --home names.
import { parseArgs } from 'node:util';
import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { Unavailable } from '../tests/engines/servers/processes.js';
import { down, HOME, names, restart, status, up } from '../tests/engines/servers/servers.js';

/** Exit codes as in sysexits.h. */
const USAGE = 64;
const UNAVAILABLE = 69;

const usage = (message) => {
  console.error(
    `${message}\nnpm run engines -- up | down | status | restart ${names.join('|')} [--only ${names.join('|')}] [--home FOLDER] [--json]`,
  );
  process.exit(USAGE);
};

const { values, positionals } = (() => {
  try {
    return parseArgs({
      options: { json: { type: 'boolean', default: false }, only: { type: 'string' }, home: { type: 'string', default: HOME } },
      allowPositionals: true,
    });
  } catch (error) {
    return usage(error.message);
  }
})();
const [command, name, ...more] = positionals;
for (const one of [values.only, name]) if (one !== undefined && !names.includes(one)) usage(`There is no server ${one}`);
if (more.length > 0 || (name !== undefined) !== (command === 'restart')) usage('The command is not understood');

// a process is found by the folder's one name
if (command === 'up') mkdirSync(values.home, { recursive: true });
const home = existsSync(values.home) ? realpathSync(values.home) : resolve(values.home);
const wanted = values.only ? [values.only] : names;

/** @param write takes a line */
const tell = (servers, write) => {
  for (const one of name ? [name] : wanted) {
    const { address, given, server, pid, log, answers, version } = servers[one] ?? {};
    const state = answers ? `answers${version ? ` as ${version}` : ''}` : 'does not answer';
    if (!address) write(`${one}: none`);
    else if (given) write(`${one}: ${state}, the one that ${given} names`);
    else write(`${one}: ${state} at ${address}, ${server}, ${pid ? `process ${pid}` : 'which has ended'}, ${log}`);
  }
};

const print = (servers) => {
  if (values.json) console.log(JSON.stringify(servers));
  else tell(servers, console.log);
};

const commands = {
  up: async () => {
    await up(wanted, home);
    const servers = await status(wanted, home);
    if (values.json) return print(servers);
    tell(servers, console.error);
    const variables = Object.assign({}, ...Object.values(servers).map((server) => server.variables));
    for (const [variable, value] of Object.entries(variables)) console.log(`${variable}=${value}`);
  },
  down: async () => {
    await down(wanted, home);
    print(await status(wanted, home));
  },
  status: async () => {
    const servers = await status(wanted, home);
    print(servers);
    if (!wanted.every((one) => servers[one]?.answers)) process.exitCode = 1;
  },
  restart: async () => {
    await restart(name, home);
    print(await status([name], home));
  },
};
if (!Object.hasOwn(commands, command ?? '')) usage('The command is not understood');

await commands[command]().catch(async ({ message, constructor }) => {
  console.error(message);
  if (command === 'up') tell(await status(wanted, home), console.error);
  process.exitCode = constructor === Unavailable ? UNAVAILABLE : 1;
});
process.exit();
