import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FaultPoint } from '#infra/event-store/sqlite/faults';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { nodeArguments } from '#infra/processes/processes';
import { collect, newEvents, newStream } from './event-store.samples.ts';
import { hashes } from '#tests/support/hashes';

const RUN = [...nodeArguments, '--input-type=module', '--eval'];

/** Eight writers append without end and print each id once it was acknowledged; with a point given, the process kills itself there. */
const APPENDER = `
  import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
  import { Faults } from '#infra/event-store/sqlite/faults';
  import { newEvents, newStream } from '#tests/conformance/event-store.samples';
  import { hashes } from '#tests/support/hashes';
  const faults = new Faults();
  const store = await SqliteEventStore.open({ folder: process.env.FOLDER, hashes, faults, onFatal: (error) => { throw error; } });
  let acknowledged = 0;
  const write = async () => {
    const stream = newStream();
    for (let revision = -1; ; ) {
      const events = newEvents(1 + (acknowledged % 3));
      const answer = await store.append(stream, events, revision < 0 ? 'no-stream' : { exact: revision });
      revision = answer.revision;
      for (const { id } of events) process.stdout.write(id + '\\n');
      acknowledged += 1;
      if (acknowledged === 300 && process.env.POINT) faults.order(process.env.POINT, 'kill');
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
`;

/** Runs the appender until it has printed that many ids, kills it (unless it does that itself) and answers all that it printed. */
const appendAndDie = async (folder: string, count: number, point?: FaultPoint): Promise<string[]> => {
  const child = spawn(process.execPath, [...RUN, APPENDER], {
    env: { ...process.env, NODE_OPTIONS: '', FOLDER: folder, POINT: point ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
  const printed: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.length === 36) printed.push(line); // the last line may have been cut
    if (!point && printed.length === count) child.kill('SIGKILL');
  }
  expect(await ended).toBe('SIGKILL');
  return printed;
};

describe('event store on SQLite, killed', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'event-store-kill-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it.each<[string, FaultPoint | undefined]>([
    ['from outside', undefined],
    ['before the commit', 'before-commit'],
    ['after the commit, before the acknowledgement', 'after-commit'],
  ])('holds each acknowledged event exactly once, in gapless streams (%s)', async (_, point) => {
    const acknowledged = await appendAndDie(folder, 500, point);
    expect(acknowledged.length).toBeGreaterThanOrEqual(300);

    const store = await SqliteEventStore.open({
      folder,
      hashes,
      onFatal: (error) => {
        throw error;
      },
    });
    const log = await collect(store.readAll());
    const times = new Map<string, number>();
    for (const { id } of log) times.set(id, (times.get(id) ?? 0) + 1);
    expect(acknowledged.filter((id) => times.get(id) !== 1)).toEqual([]);
    expect(log.every(({ intact }) => intact)).toBe(true);

    const revisions = new Map<string, number>();
    for (const { stream, revision } of log) {
      expect(revision).toBe((revisions.get(stream) ?? -1) + 1);
      revisions.set(stream, revision);
    }
    expect(await store.append(newStream(), newEvents(1), 'no-stream')).toMatchObject({ revision: 0 });
    await store.close();
  });
});
