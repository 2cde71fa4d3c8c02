#!/usr/bin/env node
// npm run bench -- <name> [--json]: runs tests/bench/<name>.bench.ts from its source.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../tests/bench');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []));
const [name, ...rest] = process.argv.slice(2);
if (!name || !existsSync(join(folder, `${name}.bench.ts`))) {
  console.error(`Which benchmark? One of: ${names.join(', ')}`);
  process.exit(2);
}
const main = `const { run } = await import(${JSON.stringify(join(folder, `${name}.bench.ts`))}); await run({ json: process.argv.includes('--json'), args: process.argv.slice(1) });`;
const { status } = spawnSync(
  process.execPath,
  [
    '--conditions=source',
    '--import=@swc-node/register/esm-register',
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    main,
    '--',
    ...rest,
  ],
  { stdio: 'inherit', env: { ...process.env, TS_NODE_PROJECT: resolve(folder, '../../tsconfig.json') } },
);
process.exit(status ?? 1);
