import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../e2e/until.ts';

interface Outcome {
  code: number | undefined;
  stopped: boolean;
  output: string;
}
type RunStep = (
  command: string[],
  options: { env?: Record<string, string>; limit: number; to: { write: (text: string) => boolean } },
) => Promise<Outcome>;
const { runStep } = (await import(join(import.meta.dirname, '../../bin/steps.js'))) as { runStep: RunStep };

let folder: string;
let passedOn: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-steps-'));
  passedOn = '';
});
afterEach(() => rm(folder, { recursive: true }));

const run = (script: string, limit = 60) =>
  runStep([process.execPath, '-e', script], { limit, env: { FOLDER: folder }, to: { write: (text) => (passedOn += text) !== '' } });
/** True once a Linux process has ended, although its parent has not asked for its exit code. */
const hasEnded = async (pid: number) => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat === '' || / Z /.test(stat);
};
/** A process that left the group of its parent, which goes on or ends. */
const leavesBehind = (after: string) => `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'inherit' });
  require('node:fs').writeFileSync(process.env.FOLDER + '/pid', String(child.pid));
  child.unref();
  ${after}`;
const left = async () => Number(await readFile(join(folder, 'pid'), 'utf8'));

it('tells how a command ended, and what it wrote', async () => {
  const outcome = await run('console.log("said"); console.error("complained"); process.exitCode = 3;');
  expect(outcome).toMatchObject({ code: 3, stopped: false });
  for (const text of [outcome.output, passedOn]) expect(text).toMatch(/said[^]*complained|complained[^]*said/);
});

it('tells that there is no such command', async () => {
  const outcome = await runStep([join(folder, 'missing')], { limit: 60, to: { write: () => true } });
  expect(outcome).toMatchObject({ code: undefined, output: expect.stringContaining('ENOENT') });
});

it('ends what takes too long with all of its processes, and shows what it wrote last', async () => {
  const outcome = await run(leavesBehind('console.log("working"); setInterval(() => {}, 1000);'), 5);
  expect(outcome).toMatchObject({ stopped: true, code: undefined });
  expect(passedOn).toMatch(/^working\nSTOPPED after \d+ s\nworking\n$/);
  if (process.platform === 'linux') await until('it has ended', async () => hasEnded(await left()));
});

(process.platform === 'linux' ? it : it.skip)('leaves no process behind where the command ended by itself', async () => {
  expect(await run(leavesBehind(''))).toMatchObject({ code: 0, stopped: false });
  await until('it has ended', async () => hasEnded(await left()));
});
