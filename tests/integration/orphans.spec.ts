import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../e2e/until.ts';

const root = resolve(import.meta.dirname, '../..');
const typescript = `--import=${import.meta.resolve('../../bin/typescript.js')}`;

it('a server that a test started ends with the test, however that one is ended', async () => {
  const test = spawn(process.execPath, ['--conditions=source', typescript, 'tests/support/running.child.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const { value } = await createInterface({ input: test.stdout })[Symbol.asyncIterator]().next();
  const { url, data } = JSON.parse(String(value)) as { url: string; data: string };
  expect((await fetch(url)).status).toBe(200);
  const ended = once(test, 'exit');
  test.kill('SIGKILL');
  await ended;
  await until('nobody answers there', () =>
    fetch(url).then(
      () => false,
      () => true,
    ),
  );
  await rm(data, { recursive: true, force: true });
}, 120_000);
