import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { clinic } from '#services/cli/demo/clinic';
import type { Manifest } from '#services/cli/backup-manifest';
import { explainedOperations } from '#services/cli/operations';
import { OwnFollowing } from '#services/cli/own-following';
import { restore } from '#services/cli/restore';
import type { Verification } from '#services/cli/verify';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { until } from '../e2e/until.ts';
import { addPatient, addResult, bringClinicAndCatalogues, type Running, run, settingsFor, temporaryFolder } from './kernel.ts';

const { organization_id } = clinic;
const quiet = () => undefined;

// The starter catalogues are hundreds of commands, one after the other through a server that syncs each of them to the disk.
jest.setTimeout(180_000);

describe('the product with its log on a server', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let gateway: RunningGateway;
  let running: Running | undefined;
  beforeAll(async () => {
    folder = await temporaryFolder();
    gateway = await startGatewayProcess();
  });
  afterEach(async () => {
    await running?.close();
    running = undefined;
  });
  afterAll(async () => {
    await folder.remove();
    await gateway.dispose();
  });

  const start = async (data = 'data'): Promise<Running> => {
    running = await run(join(folder.path, data), { event_store: gateway.address });
    return running;
  };
  const verify = async ({ kernel }: Running) => (await explainedOperations(kernel)['projections verify']({}, quiet)) as Verification;

  it('writes, follows, is killed with its server and goes on', async () => {
    const started = await start();
    const { kernel } = started;
    await bringClinicAndCatalogues(kernel);
    const patient_id = await addPatient(kernel, { organization_id, social_security_number: '900112233' });
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    await started.settled();
    await gateway.kill();
    const waiting = addResult(kernel, { patient_id, organization_id }, '1.2');
    const following = new OwnFollowing(kernel);
    await until('the health says so', async () => (await following.health()).status === 'waiting');
    expect(await following.health()).toMatchObject({ waiting: ['the event store does not answer'] });
    await gateway.again();
    await waiting;
    await started.settled();
    expect(await following.health()).toMatchObject({ status: 'healthy' });
    const { ok, log } = await verify(started);
    expect(ok).toBe(true);
    expect(log.remarks).toEqual(['the files of the log lie on a server: only its own tools check those']);
  });

  it('is as it was after a restart, and is backed up and restored into a folder', async () => {
    const started = await start();
    const { kernel } = started;
    await started.settled();
    expect(kernel.events.health()).toEqual({ writable: true });
    expect((await verify(started)).ok).toBe(true);
    const backup = join(folder.path, 'backup');
    const { wrong, log } = (await explainedOperations(kernel).backup({ folder: backup }, quiet)) as Manifest;
    expect({ wrong, log_id: log.log_id }).toEqual({ wrong: [], log_id: kernel.events.log_id });
    const restored = settingsFor(join(folder.path, 'restored'));
    await expect(restore({ ...restored, event_store: gateway.address }, backup, undefined, quiet)).rejects.toThrow(
      /the event store holds events. A backup is restored onto an empty one/,
    );
    await restore(restored, backup, undefined, quiet);
    const again = await run(restored.data);
    await again.settled();
    expect(await verify(again)).toMatchObject({ ok: true, log: { chain_hash: log.chain_hash } });
    await again.close();
  });

  it('gets a new id where the queue of jobs was taken away, and makes everything anew', async () => {
    const said = jest.spyOn(console, 'error').mockImplementation(quiet);
    const before = (await start()).kernel.events.log_id;
    await running!.close();
    await rm(join(folder.path, 'data', 'messages.sqlite'));
    const started = await start();
    const { kernel } = started;
    await started.settled();
    expect(said).toHaveBeenCalledWith(expect.stringMatching(/^The queue of jobs is missing/));
    expect(kernel.events.log_id).not.toBe(before);
    expect((await verify(started)).ok).toBe(true);
    said.mockRestore();
  });

  it('says of a backup with a damaged event that it can only be restored into a folder', async () => {
    const [data, backup, restored] = ['damaged', 'damaged-backup', 'damaged-restored'].map((name) => join(folder.path, name)) as [
      ...[string, string, string],
    ];
    const started = await run(data);
    await bringClinicAndCatalogues(started.kernel);
    const db = new DatabaseSync(join(data, 'events/events.sqlite'), { timeout: 5000 });
    db.exec("UPDATE events SET data = CAST(X'00' || substr(data, 2) AS BLOB) WHERE position = 5");
    db.close();
    const { wrong } = (await explainedOperations(started.kernel).backup({ folder: backup }, quiet)) as Manifest;
    expect(wrong).toEqual([expect.stringMatching(/^damaged: revision \d+ of /)]);
    await started.close();
    const empty = await startGatewayProcess();
    const settings = settingsFor(restored);
    await expect(restore({ ...settings, event_store: empty.address }, backup, undefined, quiet)).rejects.toThrow(
      /is not what was recorded[^]*This backup can only be restored into a data folder: without ANAMNESIS_EVENT_STORE$/,
    );
    expect(await readdir(restored)).toEqual([]);
    expect(await restore(settings, backup, undefined, quiet)).toMatchObject({ unreadable: [] });
    await empty.dispose();
  });

  it('does not begin a new data folder beside a log that it cannot open', async () => {
    const data = join(folder.path, 'new');
    await expect(run(data, { event_store: gateway.address })).rejects.toThrow(/holds events, and the data folder is new/);
    expect((await readdir(data)).filter((name) => name.startsWith('key'))).toEqual([]);
  });

  it('does not begin a new log on an empty server where there are keys of one', async () => {
    const empty = await startGatewayProcess();
    await expect(run(join(folder.path, 'data'), { event_store: empty.address })).rejects.toThrow(
      /has no log, though there are keys of one/,
    );
    await empty.dispose();
  });
});
