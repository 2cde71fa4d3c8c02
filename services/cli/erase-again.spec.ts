import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Subject } from '#contracts/people/erasures';
import { EventLog } from '#infra/event-store/event-log';
import { logFile } from '#infra/event-store/sqlite/schema';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { DirectoryFiles } from '#infra/files/directory/directory-files';
import type { Keys } from '#infra/keys/keys';
import { openSqliteKeys } from '#infra/keys/sqlite/sqlite-keys';
import { eraseAgain, erasedAgainSaid } from './erase-again.ts';
import { hashes } from '#tests/support/hashes';

describe('erasing again', () => {
  const kek = randomBytes(32);
  const [patient_id, page_id, other_page] = [randomUUID(), randomUUID(), randomUUID()];
  const subjects: Subject[] = [`page:${page_id}`, `patient:${patient_id}`];
  const stream = `patient-${patient_id}`;
  let folder: string;
  let store: SqliteEventStore;
  let files: DirectoryFiles;
  /** As they were before the erasure was ordered: without the key of its reason. */
  let older: Keys;

  const append = (log: EventLog, type: string, data: object) =>
    log.append(stream, [{ type, data }], 'any', { command_id: randomUUID(), actor: { system: 'cli' } });
  const again = () => eraseAgain({ log: new EventLog(store, older), keys: older, files });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'erase-again-'));
    store = await SqliteEventStore.open({
      folder: join(folder, 'events'),
      hashes,
      onFatal: (error) => {
        throw error;
      },
    });
    files = await DirectoryFiles.open({ folder: join(folder, 'files') });
    const keys = await openSqliteKeys({ folder: join(folder, 'keys'), kek });
    for (const subject of [...subjects, 'patient:somebody-else']) await keys.ensure(subject);
    await keys.copyTo(join(folder, 'older'));
    const log = new EventLog(store, keys);
    const erasure = { erasure_id: randomUUID(), subject: subjects[1]! };
    await append(log, 'ErasureOrdered', { ...erasure, keys: subjects, files: [`page/${page_id}`], kept_pages: [], reason: 'Asked for' });
    const destroyed = [];
    for (const subject of subjects) destroyed.push({ subject, key_ids: await keys.destroy(subject) });
    const chain = { events: 1, chain_hash: '0'.repeat(64) };
    await append(log, 'KeyDestroyed', { ...erasure, keys: destroyed, documents: [], log: chain, erased: { ...chain, streams: 1 } });
    await keys.close();
    older = await openSqliteKeys({ folder: join(folder, 'older'), kek });
  });
  afterEach(async () => {
    await older.close();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const standing = async () => {
    const subjectsFound = [];
    for await (const { subject, destroyed_at } of older.list()) if (destroyed_at === undefined) subjectsFound.push(subject);
    return subjectsFound.toSorted();
  };

  it('destroys keys and removes files that are there again, and nothing else', async () => {
    await files.put(`page/${page_id}`, Buffer.from('sealed'));
    await files.put(`page/${other_page}`, Buffer.from('sealed'));
    expect(await standing()).toEqual([...subjects, 'patient:somebody-else'].toSorted());
    const done = await again();
    expect(done).toEqual({ destroyed_again: 2, removed_again: 1, unfinished_erasures: 0, unreadable: [] });
    expect(erasedAgainSaid(done)).toEqual(['Erasures applied again: 2 keys destroyed, 1 file removed']);
    expect(await standing()).toEqual(['patient:somebody-else']);
    expect([await files.get(`page/${page_id}`), await files.get(`page/${other_page}`)]).toEqual([undefined, expect.any(Uint8Array)]);
    const nothing = await again();
    expect(nothing).toEqual({ destroyed_again: 0, removed_again: 0, unfinished_erasures: 0, unreadable: [] });
    expect(erasedAgainSaid(nothing)).toEqual([]);
  });

  it('makes no key for a record that was erased before this key store knew it', async () => {
    const newer = randomUUID();
    const log = new EventLog(store, older);
    const chain = { events: 0, chain_hash: '0'.repeat(64) };
    const keys = [{ subject: `patient:${newer}`, key_ids: [randomUUID()] }];
    const erasure = { erasure_id: randomUUID(), subject: `patient:${newer}` };
    await append(log, 'KeyDestroyed', { ...erasure, keys, documents: [], log: chain, erased: { ...chain, streams: 0 } });
    expect(await again()).toMatchObject({ destroyed_again: 2 });
    await expect(older.ensure(`patient:${newer}`)).rejects.toThrow('were destroyed');
  });

  it('leaves an erasure that is not done to those who carry it out', async () => {
    const subject = `patient:${randomUUID()}`;
    const ordered = { erasure_id: randomUUID(), subject, keys: [subject], files: [], kept_pages: [], reason: 'Asked for' };
    await append(new EventLog(store, older), 'ErasureOrdered', ordered);
    const done = await again();
    expect(done).toMatchObject({ destroyed_again: 2, unfinished_erasures: 1 });
    expect(erasedAgainSaid(done)[1]).toBe('1 erasure ordered and not done yet: left to a running server');
  });

  it('says which erasures cannot be read', async () => {
    const db = new DatabaseSync(logFile(join(folder, 'events')), { timeout: 5000 });
    db.exec("UPDATE events SET data = CAST(X'00' || substr(data, 2) AS BLOB) WHERE position = 2");
    db.close();
    const done = await again();
    expect(done).toEqual({ destroyed_again: 0, removed_again: 0, unfinished_erasures: 1, unreadable: ['0000000000000002'] });
    expect(erasedAgainSaid(done).at(-1)).toMatch(/^UNREADABLE: the event of an erasure at 0000000000000002\./);
  });
});
