#!/usr/bin/env node
// npm run faults [-- --rounds N] [--json] [--only WORDS] [--seed N]: breaks the product in every way it has to survive, from its source.
import { spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const main = `const { run } = await import(${JSON.stringify(join(root, 'tests/faults/run.ts'))}); process.exitCode = await run(process.argv.slice(1));`;
const { status } = spawnSync(
  process.execPath,
  [
    '--conditions=source',
    `--import=${import.meta.resolve('./typescript.js')}`,
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '-e',
    main,
    '--',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
