import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Options, transform } from '@swc/core';

const source = resolve(import.meta.dirname, '../..');
const rooms = ['contracts', 'infra', 'catalogues', 'services', 'projections', 'tests/faults', 'tests/support', 'tests/engines/servers'];

const swc: Options = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
  },
  swcrc: false,
  configFile: false,
};

/** An alteration of the product that the suite has to notice: each text must stand in its file exactly once. */
export interface Mutant {
  /** What it does wrong, as a sentence. */
  name: string;
  changes: readonly { file: string; from: string; to: string }[];
  /** The scenarios of which at least one has to notice it. */
  noticed_by: readonly string[];
  /** Only a sync that the kernel fails shows it. */
  needsFailingSyncs?: true;
}

/**
 * Compiles the product and this suite into a folder: what is tried there is not touched by a build underway elsewhere, starts as fast as the
 * product itself, and can be altered without a trace in the product.
 */
export const makeStage = async (root: string): Promise<void> => {
  await mkdir(join(root, 'dist'), { recursive: true });
  await cp(join(source, 'package.json'), join(root, 'package.json'));
  await symlink(join(source, 'node_modules'), join(root, 'node_modules'));
  for (const room of rooms) {
    const entries = await readdir(join(source, room), { withFileTypes: true, recursive: true });
    for (const entry of entries) if (entry.isFile()) await stageFile(root, join(entry.parentPath, entry.name).slice(source.length + 1));
  }
};

/** The files of the product that a mutant changes, as it has them. @throws Error where a text does not stand in its file exactly once */
export const changedFiles = async ({ name, changes }: Mutant): Promise<ReadonlyMap<string, string>> => {
  const texts = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const text = texts.get(file) ?? (await readFile(join(source, file), 'utf8'));
    if (text.split(from).length !== 2) throw new Error(`'${name}' cannot be planted: its text does not stand in ${file} exactly once`);
    texts.set(
      file,
      text.replace(from, () => to),
    );
  }
  return texts;
};

/** A copy of a stage with the mutant's changes. @throws as `changedFiles` */
export const makeMutant = async (stage: string, root: string, mutant: Mutant): Promise<void> => {
  await cp(stage, root, { recursive: true, verbatimSymlinks: true });
  for (const [file, text] of await changedFiles(mutant)) await compile(root, file, text);
};

const stageFile = async (root: string, file: string): Promise<void> => {
  if (/\/(fixtures|models)\//.test(file) || /\.(spec|d)\.ts$/.test(file)) return;
  if (file.endsWith('.ts')) return compile(root, file, await readFile(join(source, file), 'utf8'));
  await mkdir(dirname(join(root, 'dist', file)), { recursive: true });
  await cp(join(source, file), join(root, 'dist', file)); // catalogues and the like stand beside the code that reads them
};

const compile = async (root: string, file: string, text: string): Promise<void> => {
  const { code } = await transform(text, { ...swc, filename: file });
  const target = join(root, 'dist', file.replace(/\.ts$/, '.js'));
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, code.replace(/(from\s*|import\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
};
