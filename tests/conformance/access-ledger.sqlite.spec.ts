import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { LedgerFull } from '#infra/access-ledger/access-ledger';
import { NewerLedger } from '#infra/access-ledger/sqlite/schema';
import { SqliteAccessLedger } from '#infra/access-ledger/sqlite/sqlite-access-ledger';
import { Faults } from '#infra/event-store/sqlite/faults';
import { aRead, describeLedger } from './access-ledger.conformance.ts';
import { killAfter } from './kill-after.ts';

const temporary = () => mkdtemp(join(tmpdir(), 'anamnesis-ledger-'));
const bytes = randomBytes(32);
const secret = async () => bytes;

describeLedger('SQLite', async () => {
  const folder = await temporary();
  const copy = join(folder, 'copy.sqlite');
  return {
    open: () => SqliteAccessLedger.open({ file: join(folder, 'ledger', 'access.sqlite'), secret }),
    copy: () => ({ file: copy, open: () => SqliteAccessLedger.open({ file: copy, secret }) }),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
});

describe('the access ledger in a file', () => {
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await temporary();
    file = join(folder, 'access.sqlite');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const withLedger = async <T>(work: (ledger: SqliteAccessLedger) => Promise<T>, faults?: Faults): Promise<T> => {
    const ledger = await SqliteAccessLedger.open({ file, secret, faults });
    try {
      return await work(ledger);
    } finally {
      await ledger.close();
    }
  };
  const change = (...statements: string[]) => {
    const db = new DatabaseSync(file);
    try {
      for (const statement of statements) db.exec(statement);
    } finally {
      db.close();
    }
  };
  const fill = () =>
    withLedger(async (ledger) => {
      await ledger.append({ reads: [aRead(), aRead()] });
      await ledger.append({ reads: [aRead()], ended: true });
    });
  const wrong = async () => (await withLedger((ledger) => ledger.check())).wrong;

  it('refuses that entries are changed or removed', async () => {
    await fill();
    for (const statement of ['UPDATE reads SET kind = 1', 'DELETE FROM reads', 'UPDATE batches SET missing = 0', 'DELETE FROM batches']) {
      expect(() => change(statement)).toThrow(/append-only/);
    }
    expect(await wrong()).toEqual([]);
  });

  it('tells what was changed by somebody who took the triggers away', async () => {
    await fill();
    change('DROP TRIGGER reads_stay', "UPDATE reads SET user_id = 'somebody' WHERE number = 2");
    expect(await wrong()).toEqual([expect.stringMatching(/^batch 1, written .* is not what was written$/)]);
    change(
      'INSERT INTO reads SELECT 4, at, user_id, NULL, patient_id, organization_id, relation, NULL, kind, address FROM reads WHERE number = 1',
    );
    expect(await wrong()).toHaveLength(2);
  });

  it('tells what was taken out of the middle', async () => {
    await fill();
    change(
      'DROP TRIGGER batches_are_kept',
      'DROP TRIGGER reads_are_kept',
      'DELETE FROM batches WHERE number = 1',
      'DELETE FROM reads WHERE number < 3',
    );
    expect(await wrong()).toEqual([expect.stringMatching(/missing before batch 2/)]);
  });

  it('cannot be made again without the secret', async () => {
    const other = await SqliteAccessLedger.open({ file, secret: async () => randomBytes(32) });
    await other.append({ reads: [aRead()] });
    await other.close();
    expect(await wrong()).toHaveLength(1);
  });

  it('leaves a file of a later release alone', async () => {
    await fill();
    change('PRAGMA user_version = 2');
    await expect(SqliteAccessLedger.open({ file, secret })).rejects.toThrow(NewerLedger);
  });

  it('says that the disk is full, writes nothing then, and goes on once there is room', async () => {
    const faults = new Faults();
    await withLedger(async (ledger) => {
      await ledger.append({ reads: [aRead()] });
      faults.order('before-commit', 'full');
      await expect(ledger.append({ reads: [aRead(), aRead()] })).rejects.toThrow(LedgerFull);
      await ledger.append({ reads: [aRead()] });
      expect(await ledger.check()).toEqual({ reads: 2, batches: 2, wrong: [] });
    }, faults);
  });

  it('begins a thread that crashed anew, and tells that something may be missing', async () => {
    const faults = new Faults();
    await withLedger(async (ledger) => {
      await ledger.append({ reads: [aRead()] });
      faults.order('before-commit', 'crash');
      await expect(ledger.append({ reads: [aRead()] })).rejects.toThrow(/thread of the access ledger ended/);
      await ledger.append({ reads: [aRead()] });
      expect(await ledger.check()).toEqual({ reads: 2, batches: 2, wrong: [] });
      expect(await ledger.gaps(10)).toMatchObject([{ missing: null }]);
    }, faults);
  });

  it('keeps everything that was answered when the process is killed', async () => {
    const said = await killAfter<{ written: number }>('./access-ledger.child.ts', [file, bytes.toString('hex')], 30);
    await withLedger(async (ledger) => {
      const { reads, wrong: found } = await ledger.check();
      expect(found).toEqual([]);
      expect(reads).toBeGreaterThanOrEqual(said.at(-1)!.written);
      await ledger.append({ reads: [aRead()] });
      expect(await ledger.gaps(10)).toMatchObject([{ missing: null }]);
    });
  });

  it('cannot be read by others on the machine once it is copied', async () => {
    await fill();
    await withLedger((ledger) => ledger.copyTo(join(folder, 'copy.sqlite')));
    const { mode } = await stat(join(folder, 'copy.sqlite'));
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0);
  });
});
