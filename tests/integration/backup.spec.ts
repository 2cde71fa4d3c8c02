import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import type { UserActor } from '#infra/event-store/actor';
import { positionToken } from '#infra/event-store/position-token';
import { patients } from '#projections/records/patients.projection';
import type { Manifest } from '#services/cli/backup-manifest';
import { clinic } from '#services/cli/demo/clinic';
import { explainedOperations } from '#services/cli/operations';
import { restore } from '#services/cli/restore';
import { seedFirstStart } from '#services/cli/seed';
import { type Verification, verifyAll } from '#services/cli/verify';
import {
  addPatient,
  addReport,
  addResult,
  bringClinicAndCatalogues,
  documentsOf,
  openWith,
  type Running,
  run,
  settingsFor,
  temporaryFolder,
} from './kernel.ts';
import { searchFolder } from './search.ts';

const { organization_id } = clinic;
const quiet = () => undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string) => join(folder.path, name);
const ask = (running: Running) => explainedOperations(running.kernel);
const backUp = (running: Running, name: string) => ask(running).backup({ folder: at(name) }, quiet) as Promise<Manifest>;
const verify = async (running: Running) => (await ask(running)['projections verify']({}, quiet)) as Verification;
const wrongIn = ({ log, projections: checks }: Verification) => [
  ...log.wrong,
  ...checks.flatMap(({ projection, wrong }) => wrong.map((line) => `${projection}: ${line}`)),
];
/** Runs on a copy of a closed data folder after something was done to it. */
const tampered = async (data: string, tamper: (copy: string) => void | Promise<void>, work: (running: Running) => Promise<void>) => {
  const copy = at(`tampered-${randomUUID()}`);
  await cp(data, copy, { recursive: true });
  await tamper(copy);
  const running = await run(copy);
  try {
    await work(running);
  } finally {
    await running.close();
  }
};
const sql = (file: string, text: string) => {
  const db = new DatabaseSync(file);
  db.exec(text);
  db.close();
};

let source: Running;
let original: Record<string, unknown>;
let manifest: Manifest;
let patient_id: string;
/** Somebody who reads the patient's record. */
const reader = (): UserActor => ({
  ...{ kind: 'user', user_id: randomUUID(), session_id: randomUUID(), roles: ['Doctor'], organization_id, patient_ids: [], name: 'Ada' },
  reach: { patient_id, organization_id, relation: 'own-organization' },
});

beforeAll(async () => {
  folder = await temporaryFolder();
  source = await run(at('data'));
  await bringClinicAndCatalogues(source.kernel);
  patient_id = await addPatient(source.kernel, {
    organization_id,
    first_name: 'Euphemia',
    last_name: 'Postlethwaite',
    social_security_number: '900-10-1010',
  });
  await addResult(source.kernel, { patient_id, organization_id }, '1.1');
  await addReport(source.kernel, { organization_id, name: 'postlethwaite-scan.pdf' }, [{ match: { patient_id, candidates: 1 } }]);
  await mkdir(at('data/consent'));
  await writeFile(at('data/consent/hipaa-1.png'), 'the form of the clinic');
  await source.settled();
  original = await documentsOf(source.kernel);
}, 60_000);
afterAll(async () => {
  await source.close();
  await folder.remove();
});

describe('a backup', () => {
  it('is taken while everything goes on, read back, and holds log, keys and files apart from each other', async () => {
    let isOver = false;
    const writing = (async () => {
      while (!isOver) {
        await addResult(source.kernel, { patient_id, organization_id }, '1.2');
        await pause(5);
      }
    })();
    const during = await backUp(source, 'busy');
    isOver = true;
    await writing;
    expect(during.wrong).toEqual([]);
    await source.settled();
    original = await documentsOf(source.kernel);

    source.kernel.reads.note(reader(), 'Diagnoses', '10.0.0.7');
    manifest = await backUp(source, 'backup');
    expect((await readdir(at('backup'))).sort()).toEqual(['consent', 'files', 'installation', 'keys', 'ledger', 'log', 'manifest.json']);
    expect(manifest.log).toMatchObject({ log_id: source.kernel.events.log_id, position: await source.kernel.events.head() });
    expect(manifest).toMatchObject({ wrong: [], has_key_file: true, format: 1 });
    expect(during.log.events).toBeLessThan(manifest.log.events);
    expect(manifest.contents.some(({ path }) => /documents|messages/.test(path))).toBe(false);
  });

  it('is refused into a folder that is not empty, and into the data itself', async () => {
    await expect(backUp(source, 'backup')).rejects.toThrow(/not empty/);
    await expect(backUp(source, 'data/backup')).rejects.toThrow(/within the data folder/);
    await mkdir(at('occupied'));
    await writeFile(at('occupied/letter'), 'x');
    await expect(backUp(source, 'occupied')).rejects.toThrow(/not empty/);
    expect(await readdir(at('occupied'))).toEqual(['letter']);
  });
});

describe('a restore', () => {
  const into = (name: string, keys?: string, from = 'backup') => restore(settingsFor(at(name)), at(from), keys && at(keys), quiet);

  it('brings back the same documents, files and history under a new log id', async () => {
    const restored = await into('restored');
    expect(restored).toMatchObject({ events: manifest.log.events, destroyed_again: 0, unfinished_erasures: 0 });
    expect(await readFile(at('restored/consent/hipaa-1.png'), 'utf8')).toBe('the form of the clinic');
    const running = await run(at('restored'));
    await running.settled();
    expect((await running.kernel.ledger.find({ skip: 0, take: 10 })).items).toMatchObject([{ patient_id, kind: 'Diagnoses' }]);
    expect(running.kernel.events.log_id).not.toBe(source.kernel.events.log_id);
    expect(await documentsOf(running.kernel)).toEqual(original);
    expect(wrongIn(await verify(running))).toEqual([]);
    const old = positionToken(source.kernel.events.log_id, manifest.log.position);
    expect(await running.kernel.reader.caughtUp(['patients'], old)).toBe(false);
    await seedFirstStart(running.kernel, quiet);
    expect(await seedFirstStart(running.kernel, quiet)).toBe(false);
    // What was read before is not read again, though the queue that knew of it is gone.
    expect(await running.kernel.messaging.depth('ocr', 'reading')).toBe(2);
    await running.close();
  }, 60_000);

  it('takes newer keys from a data folder whose program was killed, with what their file has not taken over yet', async () => {
    const killed = at('killed/keys');
    await cp(at('data/keys'), killed, { recursive: true });
    expect((await stat(join(killed, 'keys.sqlite-wal'))).size).toBeGreaterThan(0);
    await cp(at('data/key-encryption-key'), at('killed/key-encryption-key'));
    await cp(at('backup'), at('without-keys'), { recursive: true });
    await rm(at('without-keys/keys'), { recursive: true });
    expect(await into('newer-keys', 'killed/keys', 'without-keys')).toMatchObject({ events: manifest.log.events });
    const running = await run(at('newer-keys'));
    await running.settled();
    expect(wrongIn(await verify(running))).toEqual([]);
    await running.close();
  }, 60_000);

  it('starts a restored installation as the one that it was, not as a new one', async () => {
    const first = await run(at('seeded'));
    await seedFirstStart(first.kernel, quiet);
    await backUp(first, 'seeded-backup');
    await first.close();
    await into('seeded-again', undefined, 'seeded-backup');
    const second = await run(at('seeded-again'));
    expect(await seedFirstStart(second.kernel, quiet)).toBe(false);
    await second.close();
  }, 60_000);

  it('refuses a data folder that holds something, a folder that is no backup, and a backup that was changed', async () => {
    await expect(into('data')).rejects.toThrow(/not empty/);
    await expect(into('new', undefined, 'occupied')).rejects.toThrow(/no backup/);
    await cp(at('backup'), at('changed'), { recursive: true });
    const { path } = manifest.contents.find((one) => one.path.startsWith('files/'))!;
    const bytes = await readFile(join(at('changed'), path));
    bytes[bytes.length - 1]! ^= 1;
    await writeFile(join(at('changed'), path), bytes);
    await rm(join(at('changed'), 'keys', 'keys.sqlite'));
    await expect(into('new', undefined, 'changed')).rejects.toThrow(
      new RegExp(`${path} was changed[^]*keys.sqlite is missing|keys.sqlite is missing[^]*${path} was changed`),
    );
    expect(existsSync(at('new'))).toBe(false);
  });

  it.each(['files/../../planted', '/planted', 'files\\..\\planted', 'files/C:planted'])(
    'copies no %s, which leads out of the data folder',
    async (path) => {
      await rm(at('leading-out'), { recursive: true, force: true });
      await cp(at('backup'), at('leading-out'), { recursive: true });
      const contents = [...manifest.contents, { path, bytes: 0, sha256: '' }];
      await writeFile(join(at('leading-out'), 'manifest.json'), JSON.stringify({ ...manifest, contents }));
      await expect(into('new', undefined, 'leading-out')).rejects.toThrow(/manifest.json .* cannot be understood/);
      expect([existsSync(at('new')), existsSync(at('planted'))]).toEqual([false, false]);
    },
  );

  it('refuses to start on a restore that was broken off', async () => {
    await mkdir(at('half'));
    await writeFile(at('half/restoring'), '');
    await expect(run(at('half'))).rejects.toThrow(/broken off/);
  });

  it('names a key store that is older than the log, and leaves the data folder empty', async () => {
    await addPatient(source.kernel, { organization_id, social_security_number: '900-10-1011' });
    await backUp(source, 'later');
    await mkdir(at('empty'));
    await expect(into('empty', 'backup/keys', 'later')).rejects.toThrow(/older than the log: 1 keys are missing.* 1 events/);
    expect(await readdir(at('empty'))).toEqual([]);
  });

  it('applies erasures again, where the keys and files that are restored are older than they', async () => {
    await ask(source)['erase patient']({ patient_id, reason: 'Asked for' }, quiet);
    await source.settled();
    const after = await backUp(source, 'after-erasure');
    await expect(searchFolder(at('after-erasure'), ['Postlethwaite', 'postlethwaite-scan'])).resolves.toEqual([]);

    // The keys of before the erasure, which has the record's key, and the files of before.
    const restored = await into('with-old-keys', 'later/keys', 'after-erasure').catch((error: Error) => error);
    expect(restored).toMatchObject({ message: expect.stringMatching(/older than the log/) }); // the reason's own key is newer
    await cp(at('after-erasure/keys'), at('mixed-keys'), { recursive: true });
    const old = new DatabaseSync(at('later/keys/keys.sqlite'), { readOnly: true });
    const row = old.prepare('SELECT id, wrapped FROM keys WHERE subject = ?').get(`patient:${patient_id}`) as {
      id: string;
      wrapped: Uint8Array;
    };
    old.close();
    const db = new DatabaseSync(at('mixed-keys/keys.sqlite'));
    db.prepare('DELETE FROM destroyed_subjects WHERE subject = ?').run(`patient:${patient_id}`);
    db.prepare('UPDATE keys SET wrapped = ?, destroyed_at = NULL WHERE id = ?').run(row.wrapped, row.id);
    db.close();
    expect(await into('erased-again', 'mixed-keys', 'after-erasure')).toMatchObject({ events: after.log.events, destroyed_again: 1 });
    const running = await run(at('erased-again'));
    await running.settled();
    expect(await running.kernel.keys.open(row.id)).toBe('destroyed');
    expect(await running.kernel.reader.get(patients, patient_id)).toBeUndefined();
    expect(wrongIn(await verify(running))).toEqual([]);
    expect(await searchFolder(at('erased-again'), ['Postlethwaite', 'postlethwaite-scan'])).toEqual([]);
    await running.close();
  }, 60_000);
});

describe('verifying', () => {
  const data = 'erased-again';
  const log = (copy: string) => join(copy, 'events', 'events.sqlite');
  const readModels = (copy: string) => join(copy, 'documents.sqlite');

  it('finds nothing wrong beside a running program', async () => {
    const before = await verify(source);
    expect(wrongIn(before)).toEqual([]);
    expect(before.ok).toBe(true);
    expect(before.log.erased).toBeGreaterThan(3);
    expect(before.projections.find(({ projection }) => projection === 'patients')!.same).toBeGreaterThan(13);
  });

  it('names a log that was put back to an older state under newer documents; a start builds these anew', async () => {
    const copy = at('put-back');
    await cp(at(data), copy, { recursive: true });
    sql(log(copy), 'DELETE FROM events WHERE position > 60');
    const kernel = await openWith(settingsFor(copy));
    const { ok, projections: checks } = await verifyAll(kernel, quiet);
    await kernel.close();
    expect(ok).toBe(false);
    for (const { wrong } of checks) expect(wrong).toEqual([expect.stringMatching(/another log/)]);
    const running = await run(copy);
    await running.settled();
    expect(wrongIn(await verify(running))).toEqual([]);
    await running.close();
  }, 60_000);

  it.each<[string, (copy: string) => void | Promise<void>, RegExp[]]>([
    [
      'an event with a flipped bit',
      (copy) => {
        const db = new DatabaseSync(log(copy));
        const { position, data } = db
          .prepare('SELECT position, data FROM events WHERE length(data) > 400 ORDER BY position LIMIT 1')
          .get() as {
          position: number;
          data: Uint8Array;
        };
        data[300]! ^= 1;
        db.prepare('UPDATE events SET data = ? WHERE position = ?').run(data, position);
        db.close();
      },
      [/revision \d+ of \S+-\S+ at \d{16} is not what was recorded: the content hash does not match/],
    ],
    [
      'a lost event',
      (copy) => sql(log(copy), 'DELETE FROM events WHERE position = 30'),
      [/events are missing between 0000000000000029 and 0000000000000031/],
    ],
    [
      'a key that is gone without an erasure',
      (copy) =>
        sql(
          join(copy, 'keys', 'keys.sqlite'),
          "DELETE FROM keys WHERE subject = (SELECT subject FROM keys WHERE destroyed_at IS NULL AND subject LIKE 'patient:%' LIMIT 1)",
        ),
      [
        /key \S+ does not open: the key store does not know this key id.*: \d+ events, the first is revision 0 of patient-/,
        /patients: it cannot be rebuilt: the event at \d+ does not open/,
      ],
    ],
    [
      'a document that was changed, one that was taken away and one that nobody wrote',
      (copy) => {
        const db = new DatabaseSync(readModels(copy));
        const name = (db.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'documents:patients@%'").get() as { name: string }).name;
        const ids = (db.prepare(`SELECT id FROM "${name}" WHERE data IS NOT NULL ORDER BY id LIMIT 2`).all() as { id: string }[]).map(
          ({ id }) => id,
        );
        db.exec(`UPDATE "${name}" SET data = json_set(data, '$.last_name', 'Somebody') WHERE id = '${ids[0]}'`);
        db.exec(`DELETE FROM "${name}" WHERE id = '${ids[1]}'`);
        db.exec(`INSERT INTO "${name}" VALUES ('made-up', '0000000000000001', '{"id":"made-up"}')`);
        db.close();
      },
      [/patients: \S+ differs from its rebuild/, /patients: \S+ is missing/, /patients: made-up is there and should not be/],
    ],
    [
      'the log of before an erasure that is another than the erasure recorded',
      (copy) => sql(log(copy), 'UPDATE events SET hash = zeroblob(32) WHERE position = 10'),
      [/at 0000000000000010 is not what was recorded/, /the log before erasure \S+ is not what it was/],
    ],
  ])(
    'names %s, and where',
    async (_, tamper, expected) => {
      await tampered(at(data), tamper, async (running) => {
        const verification = await verify(running);
        const wrong = wrongIn(verification);
        for (const line of expected) expect(wrong).toContainEqual(expect.stringMatching(line));
        expect(verification.ok).toBe(false);
      });
    },
    60_000,
  );
});
