import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Dispatcher } from './dispatcher.ts';
import { GroupCommit } from './group-commit.ts';
import { Queue } from './queue.ts';
import { openQueue } from './schema.ts';

describe('a queue whose disk fails for a while', () => {
  let folder: string;
  let db: DatabaseSyncInstance;
  let queue: Queue;
  let commit: GroupCommit;
  let dispatcher: Dispatcher;
  let failing = 0;
  const message = (id: string, key: string) => ({ topic: 'jobs', id, key, body: '{}' });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-dispatcher-'));
    db = openQueue(join(folder, 'queue.sqlite'));
    queue = new Queue(db);
    failing = 0;
    const unreliable = {
      exec: (text: string) => {
        if (text === 'COMMIT' && failing-- > 0) throw new Error('disk I/O error');
        db.exec(text);
      },
      get isOpen() {
        return db.isOpen;
      },
      get isTransaction() {
        return db.isTransaction;
      },
    } as DatabaseSyncInstance;
    commit = new GroupCommit(unreliable, () => dispatcher.take());
    dispatcher = new Dispatcher(queue, commit, Date.now);
  });
  afterEach(async () => {
    await dispatcher.close();
    db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const consume = async (handle: (id: string) => void) => {
    const group = await commit.run(() => queue.register('jobs', 'g'));
    return dispatcher.start(group, { topic: 'jobs', group: 'g', concurrency: 2, handle: async ({ id }) => handle(id) });
  };
  const drained = async () => {
    const depth = () => commit.run(() => queue.depth('jobs', 'g')).catch(() => Infinity); // asking meets the failing disk as well
    while ((await depth()) > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  it('keeps nothing of a publish that it could not write, nor of one in the same commit', async () => {
    failing = 1;
    const both = ['a', 'b'].map((id) => commit.run(() => queue.publish(message(id, id), 0)));
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
    expect(await commit.run(() => queue.depth('jobs', 'g'))).toBe(0);
    await commit.run(() => queue.publish(message('a', 'a'), 0));
    expect(await commit.run(() => queue.depth('jobs', 'g'))).toBe(1);
  });

  it('neither loses nor repeats a message whose end could not be written at first, and keeps its key in order', async () => {
    const seen: string[] = [];
    await commit.run(() => ['a', 'b'].forEach((id) => queue.publish(message(id, 'k'), 0)));
    await consume((id) => {
      seen.push(id);
      if (id === 'a') failing = 2;
    });
    await drained();
    expect(seen).toEqual(['a', 'b']);
  });

  it('takes again what it could not mark as taken', async () => {
    const seen: string[] = [];
    await consume((id) => seen.push(id));
    await commit.run(() => queue.publish(message('a', 'a'), 0));
    await drained();
    failing = 1;
    await expect(commit.run(() => queue.publish(message('b', 'b'), 0))).rejects.toThrow('disk I/O error');
    await commit.run(() => queue.publish(message('b', 'b'), 0));
    await drained();
    expect(seen).toEqual(['a', 'b']);
  });
});
