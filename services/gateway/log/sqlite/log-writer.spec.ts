import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { idBytes } from '#infra/event-store/event-id';
import { type Change, type Changed, type Expectation, type ProposedEvent, TOMBSTONE } from '../gateway-log.ts';
import { metastreamOf } from '../stream-metadata.ts';
import { LogReader } from './log-reader.ts';
import { LogWriter } from './log-writer.ts';
import { openForWriting, prepareGatewayLog } from './schema.ts';

/** An event known by a number. */
const event = (n: number, data: string | object = `event ${n}`): ProposedEvent => ({
  type: 'Sample',
  id: idBytes(`00000000-0000-4000-8000-${String(n).padStart(12, '0')}`),
  isJson: typeof data === 'object',
  metadata: new Uint8Array(),
  data: Buffer.from(typeof data === 'object' ? JSON.stringify(data) : data),
});
const events = (...numbers: number[]): ProposedEvent[] => numbers.map((n) => event(n));

const append = (stream: string, expected: Expectation, ...numbers: number[]): Change => ({
  kind: 'append',
  stream,
  expected,
  events: events(...numbers),
});
const metadata = (stream: string, fields: object): Change => ({
  kind: 'append',
  stream: metastreamOf(stream),
  expected: 'any',
  events: [{ ...event(0, fields), id: idBytes(crypto.randomUUID()), type: '$metadata' }],
});
const remove = (stream: string, expected: Expectation = 'any', how: 'soft' | 'hard' = 'soft'): Change => ({
  kind: 'delete',
  stream,
  expected,
  how,
});

let folder: string;
let file: string;
let db: DatabaseSyncInstance;
let writer: LogWriter;
let reader: LogReader;
let now = 1_000_000;

const open = (): void => {
  db = openForWriting(file);
  writer = new LogWriter(db, () => now);
  reader = new LogReader(file, () => now);
};
const close = (): void => {
  reader.close();
  db.close();
};
const after = (...changes: Change[]): Changed => writer.commit(changes).at(-1)!;
const seen = (stream: string): number[] => {
  const page = reader.readStream(stream, { from: 0, direction: 'forwards', limit: 100 });
  return page.events.map(({ revision }) => revision);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gateway-log-'));
  file = prepareGatewayLog(folder);
  open();
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true });
});

describe('what an append expects', () => {
  const wrong = (actual: number): Changed => ({ kind: 'wrong', actual });

  it.each<[string, Change[], Change, Partial<Changed>]>([
    ['no stream where there is none', [], append('a', 'no-stream', 1), { revision: 0 }],
    ['no stream where there is one', [append('a', 'any', 1)], append('a', 'no-stream', 2), wrong(0)],
    ['any where there is none', [], append('a', 'any', 1, 2), { revision: 1 }],
    ['a stream where there is none', [], append('a', 'stream-exists', 1), wrong(-1)],
    ['a stream where there is one', [append('a', 'any', 1)], append('a', 'stream-exists', 2), { revision: 1 }],
    ['the last revision', [append('a', 'any', 1, 2)], append('a', 1, 3), { revision: 2 }],
    ['an older revision', [append('a', 'any', 1, 2)], append('a', 0, 3), wrong(1)],
    ['a revision not reached yet', [append('a', 'any', 1)], append('a', 5, 2), wrong(0)],
    ['nothing to write', [append('a', 'any', 1)], append('a', 0), { revision: 0, position: 0 }],
    ['a soft deleted stream to be none', [append('a', 'any', 1), remove('a')], append('a', 'no-stream', 2), { revision: 1 }],
    ['a soft deleted stream to be there', [append('a', 'any', 1), remove('a')], append('a', 'stream-exists', 2), wrong(0)],
    ['a closed stream', [append('a', 'any', 1), remove('a', 'any', 'hard')], append('a', 'any', 2), { kind: 'deleted' }],
    ['metadata of a closed stream', [remove('a', 'any', 'hard')], metadata('a', {}), { kind: 'deleted' }],
  ])('%s', (_, given, when, then) => {
    expect(after(...given, when)).toMatchObject(then);
  });

  it('keeps nothing of an append that is refused', () => {
    after(append('a', 'no-stream', 1), append('a', 'no-stream', 2, 3));
    expect(seen('a')).toEqual([0]);
  });
});

describe('what was written before', () => {
  it.each<[string, Expectation, number[], object]>([
    ['at the expected place', 'no-stream', [1, 2], { kind: 'done', revision: 1, position: 3 }],
    ['from a revision on', 1, [3], { kind: 'done', revision: 2, position: 4 }],
    ['anywhere', 'any', [2, 3], { kind: 'done', revision: 2, position: 4 }],
    ['anywhere, with other events after it', 'any', [2, 1], { kind: 'wrong' }],
    ['in part', 'no-stream', [1, 2, 3, 4], { kind: 'wrong' }],
    ['at another place', 0, [1], { kind: 'wrong' }],
  ])('%s', (_, expected, numbers, then) => {
    after(append('a', 'no-stream', 1, 2), append('a', 1, 3));
    close();
    open();
    expect(after(append('a', expected, ...numbers))).toMatchObject(then);
    expect(seen('a')).toEqual([0, 1, 2]);
  });

  it('may stand in the stream again where the revision says that it is meant so', () => {
    expect(after(append('a', 'any', 1), append('a', 0, 1))).toMatchObject({ revision: 1 });
  });

  it('is found without reading the stream', () => {
    const numbers = (from: number, count: number): number[] => Array.from({ length: count }, (_, n) => from + n);
    after(append('long', 'no-stream', ...numbers(0, 30_000)), append('short', 'no-stream', 0));
    const took = (stream: string): number => {
      const start = performance.now();
      writer.commit(numbers(30_000, 300).map((n) => append(stream, 'any', n)));
      return performance.now() - start;
    };
    const short = took('short');
    expect(took('long')).toBeLessThan(10 * short + 100);
  });

  it('is not looked for in other streams', () => {
    expect(after(append('a', 'any', 1), append('b', 'any', 1))).toMatchObject({ revision: 0, position: 3 });
  });
});

describe('deleting', () => {
  it.each<[string, Change[], Change, object]>([
    ['a stream that is not there', [], remove('a'), { kind: 'wrong', actual: -1 }],
    ['one that has metadata alone', [metadata('a', { $maxCount: 1 })], remove('a', 'no-stream'), { kind: 'done' }],
    ['at another revision', [append('a', 'any', 1)], remove('a', 3), { kind: 'wrong', actual: 0 }],
    ['for ever what was never there', [], remove('a', 'no-stream', 'hard'), { kind: 'done' }],
    ['what is closed', [remove('a', 'any', 'hard')], remove('a'), { kind: 'deleted' }],
  ])('%s', (_, given, when, then) => {
    expect(after(...given, when)).toMatchObject(then);
  });

  it('hides what was there and shows what comes again, over a restart', () => {
    after(append('a', 'any', 1, 2), metadata('a', { $maxCount: 10, kept: 'as it was' }), remove('a'));
    expect(reader.state('a')).toEqual({ kind: 'missing' });
    close();
    open();
    after(append('a', 'no-stream', 3, 4));
    expect(seen('a')).toEqual([2, 3]);
    const [last] = reader.readStream(metastreamOf('a'), { from: 0, direction: 'forwards', limit: 9 }).events;
    expect(JSON.parse(Buffer.from(last!.data).toString())).toEqual({ $maxCount: 10, kept: 'as it was', $tb: 2 });
  });

  it('writes the largest number of the protocol as it is, not as a number of this language', () => {
    after(append('a', 'any', 1), remove('a'));
    const { events: found } = reader.readStream(metastreamOf('a'), { from: 0, direction: 'forwards', limit: 9 });
    expect(Buffer.from(found[0]!.data).toString()).toBe('{"$tb":9223372036854775807}');
  });

  it('closes a stream with an event of its own', () => {
    after(append('a', 'any', 1), remove('a', 'any', 'hard'));
    expect(reader.state('a')).toEqual({ kind: 'tombstoned' });
    const { events: all } = reader.readAll({ from: 3, direction: 'forwards', limit: 9 });
    expect(all).toMatchObject([{ stream: 'a', type: '$streamDeleted', revision: TOMBSTONE, position: 3 }]);
  });
});

describe('what metadata hide', () => {
  it.each<[string, object, number[]]>([
    ['all but the last so many', { $maxCount: 2 }, [3, 4]],
    ['what is before a revision', { $tb: 3 }, [3, 4]],
    ['everything, with the stream still there', { $tb: 100 }, []],
    ['what is older', { $maxAge: 10 }, [4]],
    ['what both hide', { $tb: 2, $maxCount: 4 }, [2, 3, 4]],
    ['nothing, where they cannot be read', { $maxCount: 'two' }, [0, 1, 2, 3, 4]],
  ])('%s', (_, fields, left) => {
    now = 1_000_000;
    after(append('a', 'any', 1, 2, 3, 4));
    now += 20_000;
    after(append('a', 'any', 5), metadata('a', fields));
    expect(seen('a')).toEqual(left);
    const backwards = reader.readStream('a', { from: 1000, direction: 'backwards', limit: 100 });
    expect(backwards.events.map(({ revision }) => revision)).toEqual(left.toReversed());
    // the log itself keeps everything
    expect(reader.readAll({ from: 1, direction: 'forwards', limit: 100 }).events).toHaveLength(7);
  });
});

it('takes back a whole group where one of its changes cannot be written', () => {
  after(append('a', 'any', 1));
  db.exec("CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.revision = 3 BEGIN SELECT RAISE(ABORT, 'no'); END");
  expect(() => writer.commit([append('a', 'any', 2), append('b', 'any', 3), append('a', 'any', 4, 5)])).toThrow('no');
  db.exec('DROP TRIGGER full');
  expect(seen('a')).toEqual([0]);
  expect(reader.state('b')).toEqual({ kind: 'missing' });
  expect(after(append('b', 'no-stream', 3))).toEqual({ kind: 'done', revision: 0, position: 3 });
});
