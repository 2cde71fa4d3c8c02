import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const bin = join(import.meta.dirname, '../../bin');

/** The command line as it is, with a builder and a program that only say which process they run in. */
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'anamnesis-building-'));
  const { rooms } = (await import(join(bin, 'built.js'))) as { rooms: string[] };
  for (const room of [...rooms, 'web', 'dist/program', 'bin']) {
    await mkdir(join(root, room), { recursive: true });
  }
  for (const file of ['anamnesis.js', 'built.js']) await cp(join(bin, file), join(root, 'bin', file));
  await writeFile(join(root, 'package.json'), '{"type": "module"}');
  for (const file of ['package-lock.json', 'vite.config.ts', 'bin/bundle.js', 'bin/swc.js']) await writeFile(join(root, file), '');
  await builder("writeFileSync('built-by', `${process.pid} ${process.argv.slice(2).join(' ')}`);");
  await writeFile(join(root, 'dist/program/main.js'), 'console.log(process.pid);');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const builder = (code: string) => writeFile(join(root, 'bin/build.js'), `import { writeFileSync } from 'node:fs';\n${code}`);
const anamnesis = (...words: string[]) => run(process.execPath, [join(root, 'bin/anamnesis.js'), ...words], { cwd: root });

it('builds in a process of its own, which has ended when the program runs', async () => {
  const { stdout } = await anamnesis('start');
  const [pid, ...options] = (await readFile(join(root, 'built-by'), 'utf8')).trim().split(' ');
  expect(options).toEqual(['--quiet']);
  expect(Number(stdout)).toBeGreaterThan(0);
  expect(pid).not.toBe(stdout.trim());
  expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

it('builds the server alone for commands that serve nobody', async () => {
  await anamnesis('help');
  expect(await readFile(join(root, 'built-by'), 'utf8')).toMatch(/^\d+ --quiet --server$/);
});

it('runs nothing where it could not be built, and ends as the build did', async () => {
  await builder('process.exit(3);');
  await expect(anamnesis('start')).rejects.toMatchObject({ code: 3, stdout: '' });
});

it('builds nothing where nothing has changed', async () => {
  const { serverParts, webPrint } = (await import(join(root, 'bin/built.js'))) as Record<string, () => Promise<string | { print: string }>>;
  const server = await serverParts!();
  await writeFile(join(root, 'dist/.server'), typeof server === 'string' ? server : server.print);
  await writeFile(join(root, 'dist/.web'), (await webPrint!()) as string);
  await anamnesis('start');
  await expect(readFile(join(root, 'built-by'))).rejects.toThrow('ENOENT');
  await writeFile(join(root, 'services/changed.ts'), '');
  await anamnesis('start');
  expect(await readFile(join(root, 'built-by'), 'utf8')).toContain('--quiet');
});
