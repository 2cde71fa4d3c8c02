import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import { ensureBuilt } from '#tests/support/running';

const bench = resolve(import.meta.dirname, '..');
const root = resolve(bench, '../..');
const built = join(root, 'dist/tests/bench');

const compile = async (file: string): Promise<void> => {
  const { code } = await transform(await readFile(file, 'utf8'), {
    filename: file,
    swcrc: false,
    module: { type: 'es6' },
    jsc: { target: 'es2023', parser: { syntax: 'typescript', decorators: true } },
  });
  const target = join(root, 'dist', relative(root, file)).replace(/\.ts$/, '.js');
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code.replace(/(from\s*|import\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
};

/** Compiles product and benchmarks, as the product is run: no loader takes part in what its processes need. */
export const compileAll = async (): Promise<void> => {
  ensureBuilt();
  for (const folder of [bench, join(bench, 'lib')]) {
    for (const name of readdirSync(folder)) if (name.endsWith('.ts')) await compile(join(folder, name));
  }
  await compile(join(root, 'tests/support/hashes.ts'));
};

/** Path of a compiled program beside the benchmarks, such as 'growth.child'. */
export const compiled = (name: string): string => join(built, `${name}.js`);

/** Runs a compiled program in a process of its own; answers the JSON that it printed. */
export const inProcess = async <T>(name: string, ...args: string[]): Promise<T> => {
  const { stdout } = await promisify(execFile)(process.execPath, [compiled(name), ...args], { cwd: root, maxBuffer: 1e7 });
  return JSON.parse(stdout) as T;
};
