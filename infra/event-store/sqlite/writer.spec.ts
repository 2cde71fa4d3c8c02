import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { logFile, openForWriting, prepareLog } from './schema.ts';
import { Writer } from './writer.ts';
import { NO_STREAM, type Incoming } from './writer-messages.ts';

let sequence = 0;
const incoming = (stream: string, expected: number, bytes = 10): Incoming => ({
  sequence: ++sequence,
  stream,
  expected,
  events: [{ id: randomBytes(16), type: 'SampleTaken', envelope: '{}', data: new Uint8Array(bytes), hash: randomBytes(32) }],
});

describe('writer', () => {
  let folder: string;
  let db: DatabaseSyncInstance;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'writer-'));
    prepareLog(folder);
    db = openForWriting(logFile(folder));
  });
  afterEach(() => {
    db.close();
    rmSync(folder, { recursive: true });
  });

  const pragma = (name: string): unknown => Object.values(db.prepare(`PRAGMA ${name}`).get() as object)[0];

  it('writes with full sync into a write-ahead log', () => {
    expect([pragma('journal_mode'), pragma('synchronous'), pragma('wal_autocheckpoint')]).toEqual(['wal', 2, 10_000]);
  });

  it('keeps nothing of a group that the disk has no room for, and goes on once there is room', () => {
    const writer = new Writer(db);
    writer.commit([incoming('a', NO_STREAM)]);
    db.exec(`PRAGMA max_page_count = ${Number(pragma('page_count')) + 20}`);
    const group = [incoming('a', 0), incoming('b', NO_STREAM), incoming('c', NO_STREAM, 200_000), incoming('d', NO_STREAM)];
    expect(() => writer.commit(group)).toThrow(expect.objectContaining({ errcode: 13 }));
    expect(db.isTransaction).toBe(false);
    expect(writer.commit([incoming('b', NO_STREAM)])).toEqual({ outcomes: [{ revision: 0, position: 2 }], wrote: 2 });

    db.exec('PRAGMA max_page_count = 1000000');
    expect(writer.commit(group).outcomes).toEqual([
      { revision: 1, position: 3 },
      { wrong: 0 },
      { revision: 0, position: 4 },
      { revision: 0, position: 5 },
    ]);
  });

  it('decides each append of a group by what those before it wrote', () => {
    const writer = new Writer(db);
    const first = incoming('a', NO_STREAM);
    const { outcomes, wrote } = writer.commit([first, incoming('a', NO_STREAM), incoming('a', 0), first, incoming('a', 1)]);
    expect(outcomes).toEqual([
      { revision: 0, position: 1 },
      { wrong: 0 },
      { revision: 1, position: 2 },
      { revision: 0, position: 1 },
      { revision: 2, position: 3 },
    ]);
    expect(wrote).toBe(3);
    expect(writer.commit([first])).toEqual({ outcomes: [{ revision: 0, position: 1 }], wrote: 0 });
  });

  it('takes back a batch of which a later id is known, and writes the next append in its place', () => {
    const writer = new Writer(db);
    const [known, fresh] = [incoming('a', NO_STREAM), incoming('a', 0)];
    writer.commit([known]);
    const mixed = { ...fresh, events: [...incoming('a', 0).events, ...incoming('a', 0).events, ...known.events] };
    expect(writer.commit([mixed, fresh])).toEqual({ outcomes: [{ wrong: 0 }, { revision: 1, position: 2 }], wrote: 2 });
  });

  it('goes on where an earlier writer ended', () => {
    new Writer(db).commit([incoming('a', NO_STREAM), incoming('b', NO_STREAM)]);
    expect(new Writer(db).commit([incoming('a', 0), incoming('c', NO_STREAM)]).outcomes).toEqual([
      { revision: 1, position: 3 },
      { revision: 0, position: 4 },
    ]);
  });
});
