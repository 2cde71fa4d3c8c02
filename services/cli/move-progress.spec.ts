import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COLLECTION, findLetters } from '#infra/following/dead-letters';
import { Lease } from '#infra/following/lease';
import type { ReadStore } from '#infra/read-store/read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { carryProgress } from './move-progress.ts';

let folder: string;
let from: ReadStore;
let to: ReadStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
  [from, to] = [
    await SqliteReadStore.open({ file: join(folder, 'from.sqlite') }),
    await SqliteReadStore.open({ file: join(folder, 'to.sqlite') }),
  ];
});
afterEach(async () => {
  await Promise.all([from.close(), to.close()]);
  await rm(folder, { recursive: true, force: true });
});

it('carries over how far reactions and outgoing events are, and the dead letters of reactions; nothing that is rebuilt', async () => {
  const names = ['reaction:mails', 'reaction:readings/3', 'outgoing', 'projection:patients@1+1', 'outgoing-else'];
  for (const name of names) await from.write([], { name, log_id: 'log', position: '0000000000000007', epoch: 5 });
  await from.write([], { name: 'reaction:old', log_id: 'another log', position: '0000000000000009', epoch: 5 });
  await from.swap('outgoing', undefined, { feed: '2026-11-28T08:00:00.000Z' });
  await findLetters(from, { prefix: 'reaction:' });
  const letter = (source: string) => ({
    collection: COLLECTION,
    id: source,
    expected: null,
    position: '0000000000000003',
    data: { source, key: 'a' },
  });
  await from.write([letter('reaction:mails'), letter('projection:patients@1+1')]);

  expect(await carryProgress(from, to, 'log')).toBe(1);
  expect((await to.checkpoints('log')).map(({ name, position }) => `${name} ${position}`)).toEqual(
    ['outgoing', 'reaction:mails', 'reaction:readings/3'].map((name) => `${name} 0000000000000007`),
  );
  expect(await to.checkpoints('another log')).toEqual([]);
  expect(await to.setting('outgoing')).toEqual({ feed: '2026-11-28T08:00:00.000Z' });
  expect((await findLetters(to, { prefix: '' })).map(({ data }) => data.source)).toEqual(['reaction:mails']);

  const { epoch } = await Lease.take(to, 'reactions', 'owner');
  await to.write([], { name: 'reaction:mails', log_id: 'log', position: '0000000000000008', epoch });
});
