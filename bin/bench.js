#!/usr/bin/env node
// npm run bench -- <name> [--quick] [--json]: runs tests/bench/<name>.bench.ts from its source. Without a name it says which there are.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = resolve(dirname(fileURLToPath(import.meta.url)), '../tests/bench');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []));
/** The first sentence of what the benchmark says about itself. */
const purpose = (known) => {
  const source = readFileSync(join(folder, `${known}.bench.ts`), 'utf8');
  const said = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const run\b/.exec(source)?.[1] ?? '';
  const text = said.replace(/\s*\*\s*/g, ' ').trim();
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? '';
};
const [name, ...rest] = process.argv.slice(2);
if (!name) {
  const width = Math.max(...names.map((known) => known.length));
  console.log('npm run bench -- NAME [--quick] [--json], where NAME is one of');
  for (const known of names) console.log(`  ${known.padEnd(width)}  ${purpose(known)}`);
  console.log('What each compares and what it showed: docs/benchmarks.md');
  process.exit(0);
}
if (!existsSync(join(folder, `${name}.bench.ts`))) {
  console.error(`There is no benchmark ${name}; there are ${names.join(', ')}`);
  process.exit(2);
}
const main = `const { run } = await import(${JSON.stringify(join(folder, `${name}.bench.ts`))}); await run({ json: process.argv.includes('--json'), args: process.argv.slice(1) });`;
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
    ...rest,
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
