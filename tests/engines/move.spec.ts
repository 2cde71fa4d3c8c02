import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { Db } from 'mongodb';
import type { Settings } from '#infra/config/configuration';
import { Refusal } from '#infra/event-store/decider';
import { SqliteEventStore } from '#infra/event-store/sqlite/sqlite-event-store';
import { GiveUp } from '#infra/messaging/messaging';
import { KafkaMessaging } from '#infra/messaging/kafka/kafka-messaging';
import { SqliteMessaging } from '#infra/messaging/sqlite/sqlite-messaging';
import { MongoReadStore } from '#infra/read-store/mongodb/mongo-read-store';
import { SqliteReadStore } from '#infra/read-store/sqlite/sqlite-read-store';
import { clinic } from '#services/cli/demo/clinic';
import { move } from '#services/cli/move';
import type { Place } from '#services/cli/move-mark';
import { explainedOperations } from '#services/cli/operations';
import type { Verification } from '#services/cli/verify';
import { jobKinds } from '#services/job-kinds';
import { orderErasure } from '#services/records/erasures/erasures.handlers';
import { addressOf } from '#tests/support/databases';
import { ownServers } from '#tests/support/own-servers';
import { describeWith } from '#tests/support/servers';
import { until } from '../e2e/until.ts';
import {
  addPatient,
  addReport,
  addResult,
  bringClinicAndCatalogues,
  CLI,
  openWith,
  settingsFor,
  temporaryFolder,
} from '../integration/kernel.ts';
import { eventsOf } from '../integration/move.ts';
import { type Effects, runCounting } from '../integration/run-counting.ts';

const { organization_id } = clinic;
const { reading } = jobKinds;
const quiet = () => undefined;
type Running = Awaited<ReturnType<typeof runCounting>>;

// bounds for a machine that others use too, not expectations
jest.setTimeout(300_000);

describeWith(['MONGODB_URL', 'KAFKA_BROKERS'], 'a move of everything', () => {
  const own = ownServers('product-move');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let filled: { before: Awaited<ReturnType<typeof stateOf>>; refused: string; waiting: string };

  const failing = async (patient_id: string, { mails }: Effects) => {
    if (patient_id === filled.refused) throw new Refusal('mail-address', 'This is no address');
    if (patient_id === filled.waiting) throw new Error('not today');
    mails.push(patient_id);
  };
  const verified = async ({ kernel }: Running) => {
    const { ok, log } = (await explainedOperations(kernel)['projections verify']({}, quiet)) as Verification;
    return { ok, wrong: log.wrong };
  };
  /** What must be the same wherever it is. */
  const stateOf = async ({ kernel, letters }: Running) => {
    const [keys, files] = [[] as string[], [] as string[]];
    for await (const { id, subject, destroyed_at } of kernel.keys.list()) keys.push(`${subject} ${id} ${destroyed_at !== undefined}`);
    for await (const { name } of kernel.files.list('')) files.push(name);
    return {
      events: await eventsOf(kernel.events),
      keys: keys.toSorted(),
      files: files.toSorted(),
      letters: (await letters()).map(({ key, state }) => `${key} ${state}`).toSorted(),
      jobs: await kernel.messaging.depth(reading.topic, reading.group),
      dead: await kernel.messaging.deadLetters(),
    };
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    const data = join(folder.path, 'filled');
    const first = await openWith(settingsFor(data));
    await bringClinicAndCatalogues(first);
    const person = async (social_security_number: string) => addPatient(first, { organization_id, social_security_number });
    filled = { refused: await person('900-10-1010'), waiting: await person('900-10-1011'), before: undefined! };
    await first.close();
    const running = await runCounting(settingsFor(data), failing);
    const { kernel } = running;
    const [patient_id, erased] = [await person2(running, '900-10-1012'), await person2(running, '900-10-1013')];
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    for (const name of ['one.pdf', 'two.pdf', 'three.pdf'])
      await addReport(kernel, { organization_id, name }, [{ match: { patient_id, candidates: 1 } }], false);
    await running.settled();
    await orderErasure(kernel, { patient_id: erased, reason: 'asked for' }, CLI, randomUUID());
    await running.settled();
    const listening = await kernel.messaging.consume({
      topic: 'greetings',
      group: 'nobody',
      concurrency: 1,
      handle: () => Promise.resolve(),
    });
    await until('greetings are heard', async () => (await kernel.messaging.depth('greetings', 'nobody')) === 0);
    await listening();
    let taken = 0;
    const stop = await kernel.messaging.consume({
      ...reading,
      concurrency: 1,
      backoff: () => 3_600_000,
      handle: () => Promise.reject(taken++ === 0 ? new GiveUp('no report') : new Error('not now')),
    });
    await until('one job is given up', async () => (await kernel.messaging.deadLetters()).length === 1);
    await stop();
    filled.before = await stateOf(running);
    await running.close();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await folder.remove();
  });

  const person2 = ({ kernel }: Running, social_security_number: string) => addPatient(kernel, { organization_id, social_security_number });
  /** A copy of the clinic, and servers that nobody else uses. */
  const copyOf = async (name: string) => {
    const data = join(folder.path, name);
    await cp(join(folder.path, 'filled'), data, { recursive: true });
    const { settings, databases } = await own.for(data);
    return { data, embedded: settingsFor(data), servers: settings, made: databases };
  };
  const contentsOf = async (database: Db) => (await database.listCollections().toArray()).map(({ name }) => name);

  /** Everything is as before, and nothing is done again. */
  const assertGoesOn = async (settings: Settings, before: object = filled.before) => {
    const running = await runCounting(settings, failing);
    await running.settled();
    expect(running.effects).toEqual({ mails: [], messages: [] });
    expect(await stateOf(running)).toMatchObject(before);
    expect(await verified(running)).toEqual({ ok: true, wrong: [] });
    return running;
  };

  it('has a clinic of which every kind of thing is there', () => {
    const { keys, files, letters, jobs, dead } = filled.before;
    expect(keys.filter((key) => key.endsWith(' true')).length).toBeGreaterThan(0);
    expect([files.length > 3, letters.length, jobs > 1, dead.length]).toEqual([true, 2, true, 1]);
  });

  it('leaves nothing behind, does nothing again, and brings back what came meanwhile', async () => {
    const { data, embedded, servers, made } = await copyOf('plain');
    const { before } = filled;
    expect(await move(servers, 'servers', undefined, quiet)).toMatchObject({
      keys: { count: before.keys.length, damaged: [] },
      files: { count: before.files.length, damaged: [] },
      events: { appended: before.events.length, log: { events: before.events.length } },
      read_models: { letters: 2 },
      jobs: { waiting: filled.before.jobs, dead: 1 },
    });
    for (const name of ['keys/keys.sqlite', 'documents.sqlite', 'move.json'])
      expect([name, existsSync(join(data, name))]).toEqual([name, false]);
    expect(await readdir(join(data, 'files'))).toEqual([]);
    await expect(openWith(embedded)).rejects.toThrow(/were moved to esdb:/);

    const there = await assertGoesOn(servers);
    await person2(there, '900-10-1014');
    await addReport(there.kernel, { organization_id, name: 'four.pdf' }, [], false);
    await there.settled();
    const [dead] = await there.kernel.messaging.deadLetters();
    await there.kernel.messaging.retry(dead!.topic, dead!.group, dead!.id);
    await until(
      'the job is at the brokers',
      async () => (await there.kernel.messaging.depth(reading.topic, reading.group)) === before.jobs + 2,
    );
    const after = await stateOf(there);
    await there.close();
    expect(await move(servers, 'servers', undefined, quiet)).toMatchObject({ jobs: { waiting: 0, dead: 0 } });

    expect(await move(servers, 'folder', undefined, quiet)).toMatchObject({
      files: { count: after.files.length },
      events: { appended: after.events.length - before.events.length },
      read_models: { letters: 2 },
      jobs: { waiting: before.jobs + 2, dead: 0 },
    });
    for (const database of Object.values(made)) expect(await contentsOf(database)).toEqual([]);
    const back = await assertGoesOn(embedded, after);
    await back.close();
    await expect(move(servers, 'folder', undefined, quiet)).resolves.toMatchObject({ jobs: { waiting: 0, dead: 0 } });

    // and there again, in databases that were left
    await rm(join(data, 'move.json'), { force: true });
    await move(servers, 'servers', undefined, quiet);
    await (await assertGoesOn(servers, after)).close();
  });

  /** Moves, and ends after so many steps, before or after the last one. @returns false if all was moved before that */
  const dyingOn =
    (settings: Settings) =>
    async (to: Place, nth: number, isDone: boolean): Promise<boolean> => {
      const steps: [object, string][] = [
        [KafkaMessaging.prototype, 'accept'],
        [SqliteMessaging.prototype, 'accept'],
        [KafkaMessaging.prototype, 'handOver'],
        [SqliteMessaging.prototype, 'handOver'],
        [MongoReadStore.prototype, 'write'],
        [SqliteReadStore.prototype, 'write'],
        [MongoReadStore.prototype, 'swap'],
        [SqliteReadStore.prototype, 'swap'],
        [MongoReadStore.prototype, 'drop'],
        [MongoReadStore.prototype, 'dropAll'],
      ];
      let left = nth;
      for (const [prototype, name] of steps) {
        const { value: original } = Object.getOwnPropertyDescriptor(prototype, name) as { value: (...args: unknown[]) => Promise<unknown> };
        jest.spyOn(prototype as Record<string, () => unknown>, name).mockImplementation(async function (this: unknown, ...args: unknown[]) {
          left -= 1;
          const isLast = left === 0; // steps are within steps
          if (isLast && !isDone) throw new Error('the process died');
          const answer = await original.apply(this, args);
          if (isLast) throw new Error('the process died');
          return answer;
        });
      }
      try {
        await move(settings, to, undefined, quiet);
        return false;
      } catch (error) {
        expect((error as Error).message).toBe('the process died');
        return true;
      } finally {
        jest.restoreAllMocks();
      }
    };

  it('finishes what was broken off anywhere, in either direction, and nobody starts in between', async () => {
    const { data, embedded, servers, made } = await copyOf('broken');
    const dying = dyingOn(servers);
    const brokenOff = async (to: Place) => {
      let times = 0;
      for (let nth = 1, isDone = false; await dying(to, nth, isDone); isDone = !isDone, nth += isDone ? 0 : 1) {
        times += 1;
        if (existsSync(join(data, 'move.json')))
          for (const settings of [embedded, servers]) await expect(openWith(settings)).rejects.toThrow(/broken off/);
      }
      return times;
    };
    expect(await brokenOff('servers')).toBeGreaterThan(10);
    await (await assertGoesOn(servers)).close();
    expect(await brokenOff('folder')).toBeGreaterThan(10);
    for (const database of Object.values(made)) expect(await contentsOf(database)).toEqual([]);
    await (await assertGoesOn(embedded)).close();
  });

  it('is taken back wherever it was broken off', async () => {
    const { data, embedded, servers, made } = await copyOf('reversed');
    const dying = dyingOn(servers);
    const reversed = async (to: Place) => {
      const back = to === 'servers' ? 'folder' : 'servers';
      const seen = { taken: 0, finished: 0 };
      for (let nth = 1; await dying(to, nth, nth % 2 === 0); nth += 3) {
        const isMoving = await move(servers, back, undefined, quiet).then(
          () => false,
          (error: Error) => error.message.endsWith('finish that one first'),
        );
        seen[isMoving ? 'finished' : 'taken'] += 1;
        if (!isMoving) continue;
        await move(servers, to, undefined, quiet);
        await move(servers, back, undefined, quiet);
      }
      expect([seen.taken > 3, seen.finished > 0]).toEqual([true, true]);
    };
    await reversed('servers'); // the last time it is finished
    await (await assertGoesOn(servers)).close();
    await reversed('folder');
    for (const database of Object.values(made)) expect(await contentsOf(database)).toEqual([]);
    expect(existsSync(join(data, 'move.json'))).toBe(false);
    await (await assertGoesOn(embedded)).close();
  });

  it('brings a clinic that was begun on servers into the folder', async () => {
    const { data, embedded, servers, made } = await copyOf('born');
    await rm(data, { recursive: true });
    const first = await openWith(servers);
    await bringClinicAndCatalogues(first);
    await first.close();
    const running = await runCounting(servers, failing);
    await person2(running, '900-10-1015');
    await addReport(running.kernel, { organization_id, name: 'one.pdf' }, [], false);
    await running.settled();
    const { jobs, ...before } = await stateOf(running);
    expect(jobs).toBeGreaterThan(0);
    await running.close();

    let left = 100;
    const { value: append } = Object.getOwnPropertyDescriptor(SqliteEventStore.prototype, 'append') as {
      value: SqliteEventStore['append'];
    };
    jest.spyOn(SqliteEventStore.prototype, 'append').mockImplementation(async function (this: SqliteEventStore, ...args) {
      left -= 1;
      if (left === 0) throw new Error('the process died');
      return append.apply(this, args);
    });
    await expect(move(servers, 'folder', undefined, quiet)).rejects.toThrow('the process died');
    jest.restoreAllMocks();
    expect(await move(servers, 'folder', undefined, quiet)).toMatchObject({ events: { log: { events: before.events.length } } });
    await (await assertGoesOn(embedded, { ...before, jobs })).close();
    for (const database of Object.values(made)) expect(await contentsOf(database)).toEqual([]);
  });

  it('is not misled by a command with other settings, nor by the log of somebody else', async () => {
    const { data, embedded, servers } = await copyOf('misled');
    await (await openWith({ ...embedded, read_store: servers.read_store })).close(); // as a backup with the server stopped
    const { event_store: theirs } = (await copyOf('theirs')).servers;
    await move({ ...embedded, event_store: servers.event_store }, 'servers', undefined, quiet);
    await (await assertGoesOn({ ...embedded, event_store: servers.event_store })).close();
    await expect(move({ ...servers, event_store: theirs }, 'servers', 'jobs', quiet)).rejects.toThrow(
      /no log|does not follow from the source/,
    );
    await move({ ...servers }, 'servers', undefined, quiet);
    expect(existsSync(join(data, 'documents.sqlite'))).toBe(false);
    await (await assertGoesOn(servers)).close();
  });

  it('finds the read models where they are, and leaves those of others alone', async () => {
    const { data, servers } = await copyOf('named');
    const others = await copyOf('others');
    await move(others.servers, 'servers', undefined, quiet);
    const theirs = others.servers.read_store!;
    await (await assertGoesOn(others.servers)).close();
    await expect(move({ ...servers, read_store: theirs }, 'servers', undefined, quiet)).rejects.toThrow(
      /^ANAMNESIS_READ_STORE: MongoDB at .* holds something else/,
    );
    expect(existsSync(join(data, 'move.json'))).toBe(false);
    await move(servers, 'servers', undefined, quiet);
    const elsewhere = addressOf('product-move-elsewhere');
    for (const read_store of [undefined, theirs, elsewhere])
      await expect(move({ ...servers, read_store }, 'folder', 'events', quiet)).rejects.toThrow(
        /the read models are in MongoDB at .*Name that database/,
      );
    await (await assertGoesOn(others.servers)).close();

    jest.spyOn(MongoReadStore.prototype, 'dropAll').mockRejectedValueOnce(new Error('the process died'));
    await expect(move(servers, 'folder', undefined, quiet)).rejects.toThrow('the process died');
    await expect(move(servers, 'folder', 'jobs', quiet)).rejects.toThrow('anamnesis move --to folder --only events,read-models,jobs');
    await expect(move({ ...servers, read_store: elsewhere }, 'folder', undefined, quiet)).rejects.toThrow(
      /was broken off. Name that database/,
    );
    await move(servers, 'folder', undefined, quiet);

    await rm(join(data, 'read-store.json'));
    await expect(move(servers, 'servers', undefined, quiet)).rejects.toThrow('Where the read models are is not recorded');
  });

  it('is taken back where a server cannot be reached', async () => {
    const { data, embedded, servers } = await copyOf('taken-back');
    await expect(
      move({ ...servers, messaging: { brokers: ['127.0.0.1:9'], prefix: 'none' } }, 'servers', undefined, quiet),
    ).rejects.toThrow(/^Kafka does not answer/);
    expect(existsSync(join(data, 'move.json'))).toBe(true);
    await expect(openWith(servers)).rejects.toThrow(
      'A move to the servers was broken off. Finish it: anamnesis move --to servers --only events,read-models,jobs; ' +
        'or take it back: anamnesis move --to folder --only events,read-models,jobs',
    );
    await move(servers, 'folder', undefined, quiet);
    await (await assertGoesOn(embedded)).close();
  });

  it('moves parts, wherever the others are', async () => {
    const { embedded, servers } = await copyOf('parts');
    const only = (to: Place, parts: string, settings: Settings) => move(settings, to, parts, quiet);
    const { read_store, messaging, event_store } = servers;
    const withJobs = { ...embedded, messaging };
    expect(await only('servers', 'jobs', withJobs)).toMatchObject({ jobs: { waiting: filled.before.jobs, dead: 1 } });
    await (await assertGoesOn(withJobs)).close();
    const withDocuments = { ...withJobs, read_store };
    expect(await only('servers', 'read-models', withDocuments)).toMatchObject({ read_models: { letters: 2 } });
    await (await assertGoesOn(withDocuments)).close();
    const withEvents = { ...withDocuments, event_store };
    expect(await only('servers', 'events', withEvents)).toMatchObject({ events: { appended: filled.before.events.length } });
    // until somebody consumes, what was published for another log counts too
    const { jobs: _jobs, ...before } = filled.before;
    await (await assertGoesOn(withEvents, before)).close();
    await only('folder', 'read-models', withEvents);
    const withoutDocuments = { ...withEvents, read_store: undefined };
    await (await assertGoesOn(withoutDocuments, before)).close();
    await only('folder', 'events,jobs', withoutDocuments);
    await (await assertGoesOn(embedded)).close();
  });
});
