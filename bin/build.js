#!/usr/bin/env node
// Compiles the server with swc and the web with vite into dist/. Each part is skipped when nothing it is made of changed.
import { transformFile } from '@swc/core';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isBuilt, rooms, root, serverParts, unchanged, webPrint } from './built.js';
import { bundle } from './bundle.js';
import { swc } from './swc.js';

const isCode = (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts') && !name.endsWith('.d.ts');

const remember = (part, print) => writeFile(join(root, 'dist', `.${part}`), print);

const compile = async (file) => {
  const target = join(root, 'dist', relative(root, file)).replace(/\.ts$/, '.js');
  const { code, map } = await transformFile(file, { ...swc, cwd: root, sourceMaps: true });
  await mkdir(dirname(target), { recursive: true });
  await writeFile(
    target,
    `${code.replace(/(from\s*|import\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2')}\n//# sourceMappingURL=${target.split('/').pop()}.map\n`,
  );
  await writeFile(`${target}.map`, map ?? '');
};

const buildServer = async () => {
  const { all, print } = await serverParts();
  if (await unchanged('server', print)) return false;
  for (const room of rooms) await rm(join(root, 'dist', room), { recursive: true, force: true });
  await mkdir(join(root, 'dist'), { recursive: true });
  for (const file of all) {
    if (isCode(file)) await compile(file);
    // What is not code (models, catalogues, demonstration data) stands beside the code that reads it.
    else if (!file.endsWith('.ts') && !/\/(fixtures|models)\//.test(file)) {
      const target = join(root, 'dist', relative(root, file));
      await mkdir(dirname(target), { recursive: true });
      await cp(file, target);
    }
  }
  await bundle(root);
  await remember('server', print);
  return true;
};

const buildWeb = async () => {
  const print = await webPrint();
  if (await unchanged('web', print)) return false;
  const { build: buildSite } = await import('vite');
  // Whatever started the build, a test for instance: what is built is the product, not React's development version.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await buildSite({ root: join(root, 'web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
  await remember('web', print);
  return true;
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Takes the lock; false where somebody else has it. Who may not write there can never have it, and is told so instead of waiting. */
const took = async (lock) => {
  try {
    await mkdir(dirname(lock), { recursive: true });
    await writeFile(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw new Error(
      `The program has to be built anew, and ${dirname(lock)} cannot be written (${error.code}): npm run build, as whoever owns it`,
    );
  }
};

/** One build at a time: tests and a start may ask for one together. A lock whose owner died is taken over. */
const alone = async (work) => {
  const lock = join(root, 'dist', '.building');
  while (!(await took(lock))) {
    const owner = Number(await readFile(lock, 'utf8').catch(() => '0'));
    if (owner && !isAlive(owner)) await rm(lock, { force: true });
    else await pause(100);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
};

/** `web: false` builds the server alone; what is said goes to stderr where stdout is somebody's answer. */
const build = async ({ quiet, web }) => {
  const say = (text) => (quiet ? process.stderr.write(`${text}\n`) : console.log(text));
  if (await isBuilt(web)) return;
  const from = Date.now();
  const built = await alone(async () => [(await buildServer()) && 'server', web && (await buildWeb()) && 'web'].filter(Boolean));
  if (built.length > 0) say(`Built ${built.join(' and ')} in ${((Date.now() - from) / 1000).toFixed(1)} s`);
};

const asked = process.argv.slice(2);
await build({ quiet: asked.includes('--quiet'), web: !asked.includes('--server') });
