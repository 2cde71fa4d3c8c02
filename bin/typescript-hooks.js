// Compiles a source when it is loaded, once for each content: processes of tests start often, and the compiler is most of what they load.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { swc } from './swc.js';

const require = createRequire(import.meta.url);
const kept = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
const settings = JSON.stringify(swc);
let compiler;

const compiled = (path) => {
  const source = readFileSync(path, 'utf8');
  const file = join(kept, `${createHash('sha1').update(settings).update(path).update(source).digest('hex')}.js`);
  try {
    return readFileSync(file, 'utf8');
  } catch {
    compiler ??= require('@swc/core');
    const { code } = compiler.transformSync(source, { ...swc, filename: path, sourceMaps: 'inline' });
    mkdirSync(kept, { recursive: true });
    // whole or not at all, as others may read it at the same time
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
    return code;
  }
};

export const load = (url, context, next) =>
  url.startsWith('file:') && url.endsWith('.ts')
    ? { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true }
    : next(url, context);
