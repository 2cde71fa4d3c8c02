import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { BSON, type Db } from 'mongodb';
import type { Settings } from '#infra/config/configuration';
import type { UserActor } from '#infra/event-store/actor';
import { patients } from '#projections/records/patients.projection';
import type { Manifest } from '#services/cli/backup-manifest';
import { clinic } from '#services/cli/demo/clinic';
import type { ErasedAgain } from '#services/cli/erase-again';
import { move } from '#services/cli/move';
import { explainedOperations } from '#services/cli/operations';
import { restore } from '#services/cli/restore';
import { type Verification } from '#services/cli/verify';
import { jobKinds } from '#services/job-kinds';
import { type OwnServers, ownServers } from '#tests/support/own-servers';
import { describeWith } from '#tests/support/servers';
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
} from '../integration/kernel.ts';
import { searchFolder, writings } from '../integration/search.ts';

const { organization_id } = clinic;
const { reading } = jobKinds;
const quiet = () => undefined;

// bounds for a machine that others use too, not expectations
jest.setTimeout(180_000);

/** All documents of a database, as they are dumped by the tools of its server. */
const dumped = async (database: Db): Promise<string> => {
  const collections = await database.collections();
  const all = collections.map(async (one) => ({ name: one.collectionName, documents: await one.find().toArray() }));
  return BSON.EJSON.stringify(await Promise.all(all));
};
const putBack = async (database: Db, dump: string): Promise<void> => {
  await database.dropDatabase();
  for (const { name, documents } of BSON.EJSON.parse(dump) as { name: string; documents: object[] }[])
    if (documents.length > 0) await database.collection(name).insertMany(documents);
};

describeWith(['MONGODB_URL', 'KAFKA_BROKERS'], 'a backup of an installation on servers', () => {
  const own = ownServers('product-backup');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let servers: OwnServers;
  let running: Running | undefined;
  let manifest: Manifest;
  let untouched: string;
  let erased: string;
  let before: Awaited<ReturnType<typeof stateOf>>;

  const at = (name: string) => join(folder.path, name);
  const starting = async (settings = servers.settings): Promise<Running> => {
    running = await run(settings.data, settings);
    await running.settled();
    return running;
  };
  const stop = async () => {
    await running?.close();
    running = undefined;
  };
  const ask = ({ kernel }: Running) => explainedOperations(kernel);
  const backUp = async (of: Running, name: string) => (await ask(of).backup({ folder: at(name) }, quiet)) as Manifest;
  const wrongIn = async (of: Running) => {
    const { log, projections } = (await ask(of)['projections verify']({}, quiet)) as Verification;
    return [...log.wrong, ...projections.flatMap(({ projection, wrong }) => wrong.map((line) => `${projection}: ${line}`))];
  };
  /** The older copy lacks the key of the erasure's reason, and no projection can be rebuilt beyond that event. */
  const beyondMissingKeys = async (of: Running) =>
    (await wrongIn(of)).filter((line) => !/^key \S+ does not open: |: it cannot be rebuilt: the event at \d+ does not open/.test(line));
  const erase = (of: Running, patient_id: string) => ask(of)['erase patient']({ patient_id, reason: 'Asked for' }, quiet);
  const reader = (patient_id: string): UserActor => ({
    ...{ kind: 'user', user_id: randomUUID(), session_id: randomUUID(), roles: ['Doctor'], organization_id, patient_ids: [], name: 'Ada' },
    reach: { patient_id, organization_id, relation: 'own-organization' },
  });
  /** Everything that must be the same wherever the backup is restored. */
  const stateOf = async ({ kernel }: Running) => {
    const [keys, files] = [[] as string[], [] as string[]];
    for await (const { id, subject, destroyed_at } of kernel.keys.list()) keys.push(`${subject} ${id} ${destroyed_at !== undefined}`);
    for await (const { name } of kernel.files.list('')) files.push(name);
    const { items } = await kernel.ledger.find({ skip: 0, take: 10 });
    return {
      // positions are others in another log
      documents: JSON.stringify(await documentsOf(kernel)).replaceAll(/"\d{16,20}"/g, '"position"'),
      keys: keys.toSorted(),
      files: files.toSorted(),
      reads: items.map(({ kind, patient_id }) => `${kind} ${patient_id ?? ''}`),
    };
  };
  const assertSame = async (of: Running) => {
    expect(await stateOf(of)).toEqual(before);
    expect(await of.kernel.messaging.depth(reading.topic, reading.group)).toBeGreaterThan(0); // a report was not read
    expect(await wrongIn(of)).toEqual([]);
  };
  const wordsIn = async (databases: OwnServers['databases'], words: readonly string[]) => {
    const text = Buffer.from((await Promise.all(Object.values(databases).map(dumped))).join('\n'));
    return words.filter((word) => writings(word).some((needle) => text.includes(needle)));
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    servers = await own.for(at('data'));
    const started = await starting();
    const { kernel } = started;
    await bringClinicAndCatalogues(kernel);
    const person = (last_name: string, social_security_number: string) =>
      addPatient(kernel, { organization_id, last_name, social_security_number });
    [untouched, erased] = [await person('Abernathy', '900-10-1010'), await person('Postlethwaite', '900-10-1011')];
    await addReport(kernel, { organization_id, name: 'one.pdf' }, [{ match: { patient_id: untouched, candidates: 1 } }]);
    await addReport(kernel, { organization_id, name: 'two.pdf' }, [{ match: { patient_id: erased, candidates: 1 } }]);
    await addReport(kernel, { organization_id, name: 'three.pdf' }, [], false);
    kernel.reads.note(reader(untouched), 'Diagnoses', '10.0.0.7');
    await mkdir(at('data/consent'));
    await writeFile(at('data/consent/hipaa-1.png'), 'the form of the clinic');
    await started.settled();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await stop();
    await folder.remove();
  });

  it('is taken while people work, and holds what the servers held at one moment', async () => {
    const work = new AbortController();
    const writing = (async () => {
      while (!work.signal.aborted) {
        await addResult(running!.kernel, { patient_id: untouched, organization_id }, '1.2');
        await pause(5);
      }
    })();
    const during = await backUp(running!, 'busy');
    work.abort();
    await writing;
    expect(during.wrong).toEqual([]);
    await running!.settled();
    before = await stateOf(running!);
    manifest = await backUp(running!, 'backup');
    expect(manifest).toMatchObject({ wrong: [], has_key_file: true, log: { log_id: running!.kernel.events.log_id } });
    expect(during.log.events).toBeLessThan(manifest.log.events);
    expect(manifest.keys.keys).toBe(before.keys.length);
    expect(await readdir(at('backup/installation'))).toEqual(['files.json', 'keys.json', 'read-store.json']);
    expect(await searchFolder(at('backup'), ['Abernathy', 'Postlethwaite', '127.0.0.1'])).toEqual([
      ...['files', 'keys', 'read-store'].map((name) => `127.0.0.1 in installation/${name}.json`),
    ]);
    await stop();
  });

  it('is not finished where the server of the log goes away', async () => {
    const started = await starting();
    const { events } = started.kernel;
    const reads = events.readAll.bind(events);
    jest.spyOn(events, 'readAll').mockImplementation(async function* (...args) {
      let left = 50;
      for await (const event of reads(...args)) {
        if (left-- === 0) throw new Error('The event store does not answer');
        yield event;
      }
    });
    await expect(backUp(started, 'unfinished')).rejects.toThrow('The event store does not answer');
    expect(await readdir(at('unfinished'))).toEqual([]);
    await stop();
  });

  it('is restored onto other servers, where everything is as it was', async () => {
    const other = await own.for(at('elsewhere'));
    const restored = await restore(other.settings, at('backup'), undefined, quiet);
    expect(restored).toMatchObject({
      ...{ events: manifest.log.events, destroyed_again: 0, removed_again: 0, unfinished_erasures: 0, unreadable: [] },
      moved: { parts: ['keys', 'files', 'events'], keys: { damaged: [] }, events: { log: { chain_hash: manifest.log.chain_hash } } },
    });
    expect([await readdir(at('elsewhere/files')), await readdir(at('elsewhere/keys'))]).toEqual([[], []]);
    expect(await readFile(at('elsewhere/consent/hipaa-1.png'), 'utf8')).toBe('the form of the clinic');
    const started = await starting(other.settings);
    await assertSame(started);
    await addPatient(started.kernel, { organization_id, social_security_number: '900-10-1012' });
    await stop();
    await expect(openWith(settingsFor(at('elsewhere')))).rejects.toThrow(/ANAMNESIS_EVENT_STORE/);
  });

  it('is restored into the folder alone', async () => {
    const { moved } = await restore(settingsFor(at('embedded')), at('backup'), undefined, quiet);
    expect(moved).toBeUndefined();
    await assertSame(await starting(settingsFor(at('embedded'))));
    await stop();
  });

  it('says how to go on where a server is not to be had, and loses nothing', async () => {
    const other = await own.for(at('half'));
    const { keys, event_store } = servers.settings;
    const into = (part: Partial<Settings>) => restore({ ...other.settings, ...part }, at('backup'), undefined, quiet);
    await expect(into({ event_store })).rejects.toThrow(
      /^ANAMNESIS_EVENT_STORE: the event store holds events. A backup is restored onto an empty one$/,
    );
    expect(existsSync(at('half'))).toBe(false);
    await expect(into({ keys })).rejects.toThrow(
      /^The backup was restored, and moving it on to the servers failed: ANAMNESIS_KEYS: the database holds the keys of another installation\nThen finish it: anamnesis move --to servers --only keys,files,events$/,
    );
    await expect(openWith(other.settings)).rejects.toThrow(/anamnesis move --to servers --only keys$/);
    await move(other.settings, 'servers', 'keys,files,events', quiet);
    await assertSame(await starting(other.settings));
    await stop();
  });

  it('finds an erased record gone again, where its key and its files were put back from an older copy', async () => {
    const old = { keys: await dumped(servers.databases.keys), files: await dumped(servers.databases.files) };
    const started = await starting();
    await erase(started, erased);
    await started.settled();
    await stop();
    for (const what of ['keys', 'files'] as const) await putBack(servers.databases[what], old[what]);

    const again = await starting();
    const cameBack = /^key \S+ of \S+ stands, though erasure \S+ destroyed it$|^file \S+ is there, though erasure \S+ removed it$/;
    expect((await beyondMissingKeys(again)).filter((line) => cameBack.test(line)).length).toBe(5);
    expect(await again.kernel.keys.ensure(`patient:${erased}`)).toMatchObject({ subject: `patient:${erased}` });
    const answer = (await ask(again)['erase again']({}, quiet)) as ErasedAgain;
    // the record, a page and an upload; the key of the reason was made after the copy
    expect(answer).toMatchObject({ destroyed_again: 3, removed_again: 2, unfinished_erasures: 0, unreadable: [] });
    expect(await ask(again)['erase again']({}, quiet)).toMatchObject({ destroyed_again: 0, removed_again: 0 });
    await expect(again.kernel.keys.ensure(`patient:${erased}`)).rejects.toThrow('were destroyed');
    expect(await beyondMissingKeys(again)).toEqual([]);
    expect(await again.kernel.reader.get(patients, erased)).toBeUndefined();
    await stop();
    expect(await wordsIn(servers.databases, ['Postlethwaite'])).toEqual([]);
  });

  it('goes on with the files of a backup where their database was lost', async () => {
    await servers.databases.files.dropDatabase();
    await expect(openWith(servers.settings)).rejects.toThrow(/^ANAMNESIS_FILES: the database holds no files/);
    await cp(at('backup/files'), at('data/files'), { recursive: true });
    await rm(at('data/files.json'));
    const started = await starting({ ...servers.settings, files: undefined });
    expect(await ask(started)['erase again']({}, quiet)).toMatchObject({ destroyed_again: 0, removed_again: 2, unreadable: [] });
    expect(await beyondMissingKeys(started)).toEqual([]);
    await stop();
    await move(servers.settings, 'servers', 'files', quiet);
    await starting();
    await stop();
  });

  it('lets an installation go on whose data folder alone was lost', async () => {
    const started = await starting();
    await addResult(started.kernel, { patient_id: untouched, organization_id }, '1.3');
    await backUp(started, 'newest'); // its records are of after the last move
    await addResult(started.kernel, { patient_id: untouched, organization_id }, '1.4');
    await started.settled();
    const state = await stateOf(started);
    await stop();
    await rename(at('data'), at('lost'));
    await expect(openWith(servers.settings)).rejects.toThrow(/holds events, and the data folder is new/);
    await rm(at('data'), { recursive: true });

    await cp(at('newest/installation'), at('data'), { recursive: true });
    await cp(at('newest/keys/key-encryption-key'), at('data/key-encryption-key'));
    for (const name of ['ledger', 'consent']) await cp(at(`newest/${name}`), at(`data/${name}`), { recursive: true });
    expect(await stateOf(await starting())).toEqual(state);
    await stop();
  });

  it('brings a lost log back beside newer keys, and nothing that was erased since', async () => {
    const started = await starting();
    await erase(started, untouched);
    await started.settled();
    await stop();
    await move(servers.settings, 'folder', 'keys', quiet);
    await rename(at('data'), at('without-log'));
    const other = await own.for(at('data'));
    const { read_store, messaging } = servers.settings;
    const settings = { ...other.settings, read_store, messaging };
    expect(await restore(settings, at('backup'), at('without-log/keys'), quiet)).toMatchObject({ events: manifest.log.events });
    const again = await starting(settings);
    for (const patient_id of [untouched, erased]) expect(await again.kernel.reader.get(patients, patient_id)).toBeUndefined();
    expect(await wrongIn(again)).toEqual([]);
    await stop();
    expect(await wordsIn({ ...other.databases, read_store: servers.databases.read_store }, ['Abernathy', 'Postlethwaite'])).toEqual([]);
  });
});
