// What the browser tests and the tests of whole servers share, made once for a run: the build, a data folder as it is after a first start,
// and one headless browser. A process of its own makes it, since jest does not compile what it calls before the tests.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { join } from 'node:path';

const child = join(import.meta.dirname, 'prepare.child.ts');

/** Runs once per project that names it; the second finds everything there. */
export default async () => {
  if (globalThis.prepared) return;
  const prepared = spawn(process.execPath, ['--conditions=source', `--import=${import.meta.resolve('../../bin/typescript.js')}`, child], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  globalThis.prepared = prepared;
  const ended = new Promise((_, fail) =>
    prepared.once('exit', (code) => fail(new Error(`The tests could not be prepared (exit ${code})`))),
  );
  const lines = createInterface({ input: prepared.stdout })[Symbol.asyncIterator]();
  const { value } = await Promise.race([lines.next(), ended]);
  ended.catch(() => {});
  Object.assign(process.env, JSON.parse(value));
};
