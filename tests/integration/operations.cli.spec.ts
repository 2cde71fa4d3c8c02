import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Certificate } from '#services/cli/certificate';
import type { AuditEntry } from '#contracts/items/history';
import { DEMO_PASSWORD, demoId } from '#services/cli/demo/clinic';
import type { Verification } from '#services/cli/verify';
import { localHeader } from '#tests/support/local-secret';
import { startServer } from '#tests/support/running';
import { temporaryFolder } from './kernel.ts';
import { searchFolder } from './search.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** The command line as a person uses it; answers what it printed and how it ended. */
const anamnesis = async (data: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> => {
  const env = { ...process.env, ANAMNESIS_DATA: data, NODE_ENV: 'production', NODE_OPTIONS: '' };
  try {
    const { stdout, stderr } = await run(process.execPath, [join(root, 'bin/anamnesis.js'), ...args], { cwd: root, env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
};

/** Calls as the demonstration's doctor. */
const signIn = async (url: string) => {
  const body = JSON.stringify({ username: 'doctor', password: DEMO_PASSWORD });
  const answer = await fetch(`${url}/api/token`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(await localHeader(url)) },
  });
  const { token } = (await answer.json()) as { token: string };
  return (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
};

it('erases, backs up, restores and verifies from the command line, with a running server and without one', async () => {
  const folder = await temporaryFolder();
  const server = await startServer();
  const [novak, brandt] = [demoId('patient/novak'), demoId('patient/brandt')];
  const said = (answer: { code: number; out: string; err: string }) => {
    if (answer.code !== 0) throw new Error(`${answer.out}\n${answer.err}`);
    return answer.out;
  };
  const [backup, restored] = [join(folder.path, 'backup'), join(folder.path, 'restored')];

  const json = said(await anamnesis(server.data, 'erase', 'patient', novak, '--reason', 'Asked for in writing', '--json'));
  expect(JSON.parse(json) as Certificate).toMatchObject({ patient_id: novak, whole: true, ordered_by: { system: 'cli' } });
  expect(await searchFolder(server.data, ['Novák'])).toEqual([]);
  const call = await signIn(server.url);
  expect((await call(`/api/patients/${brandt}`)).status).toBe(200);
  expect((await call(`/api/patients/${novak}`)).status).toBe(404);
  expect((await call(`/api/lab-results?patient_id=${novak}`)).status).toBe(404);
  const { items } = (await (await call(`/api/audit/patient/${novak}`)).json()) as { items: AuditEntry[] };
  expect(items.map(({ erased, changes, comment }) => ({ erased, changes, comment }))).toEqual(
    items.map(() => ({ erased: true, changes: [] })),
  );
  expect(items.every(({ created_by, created_at }) => created_by !== '' && created_at !== '')).toBe(true);
  expect(said(await anamnesis(server.data, 'backup', backup))).toMatch(/\d+ events .*all of it read back\nThe key that opens everything/);
  expect(said(await anamnesis(server.data, 'projections', 'verify'))).toMatch(/\d+ erased.*: whole\n[^]*Nothing is wrong/);
  expect(await anamnesis(server.data, 'restore', backup)).toMatchObject({ code: 1, err: expect.stringMatching(/not empty/) });
  expect(said(await anamnesis(server.data, 'files', 'sweep'))).toMatch(/^\d+ files stored; 0 files that no event has named for seven days/);
  await server.stop();

  await mkdir(restored);
  expect(said(await anamnesis(restored, 'restore', backup))).toMatch(/^Restored \d+ events and \d+ files/);
  expect(await readdir(restored)).not.toContain('restoring');
  expect(said(await anamnesis(restored, 'projections', 'rebuild'))).toMatch(/^Rebuilt/);
  expect(said(await anamnesis(restored, 'erase', 'patient', brandt, '--reason', 'Asked for'))).toMatch(
    /Certificate of erasure[^]*patient:[^]*patients: 1[^]*Nothing else was touched[^]*chain hash [0-9a-f]{64}/,
  );
  expect(await anamnesis(restored, 'erase', 'patient', brandt.replace(/^./, '0'), '--reason', 'x')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(/^This does not exist$/m),
  });

  expect(said(await anamnesis(restored, 'erase', 'again'))).toBe('No key and no file of an erased record is there\n');
  expect((await anamnesis(restored, 'projections', 'verify')).code).toBe(0);
  expect(said(await anamnesis(restored, 'files', 'sweep', '--remove'))).toMatch(/ 0 files that [^]*Removed 0 files/);
  const db = new DatabaseSync(join(restored, 'events/events.sqlite'));
  db.exec('UPDATE events SET revision = revision + 1 WHERE position = (SELECT max(position) FROM events)');
  db.close();
  const wrong = await anamnesis(restored, 'projections', 'verify', '--json');
  expect(wrong.code).toBe(1);
  const { ok, log } = JSON.parse(wrong.out) as Verification;
  expect({ ok, wrong: log.wrong }).toEqual({
    ok: false,
    wrong: expect.arrayContaining([expect.stringMatching(/should be revision \d+: an event of the stream is missing/)]),
  });

  await server.dispose();
  await folder.remove();
}, 180_000);
