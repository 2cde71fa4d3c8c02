import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import request from 'supertest';
import { clinic } from '#services/cli/demo/clinic';
import type { Kernel } from '#services/cli/kernel';
import { explainedOperations } from '#services/cli/operations';
import type { Verification } from '#services/cli/verify';
import { addressOf, databasesFor } from '#tests/support/databases';
import { describeWith, restartServer } from '#tests/support/servers';
import { brokenLine } from '../conformance/broken-line.ts';
import { until } from '../e2e/until.ts';
import {
  addPatient,
  addResult,
  bringClinicAndCatalogues,
  documentsOf,
  openWith,
  run,
  serve,
  settingsFor,
  temporaryFolder,
} from '../integration/kernel.ts';

const { organization_id } = clinic;
const RESULTS = 60;

// a server that is away is noticed after 5 s; bounds, not expectations
jest.setTimeout(240_000);

describeWith(['MONGODB_URL', 'ENGINES_HOME'], 'the product with its read models in MongoDB', () => {
  const databases = databasesFor('product');
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let address: string;
  let data: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    address = addressOf(databases.make().databaseName);
  });
  afterEach(() => folder.remove());

  const verify = async (kernel: Kernel) => (await explainedOperations(kernel)['projections verify']({}, () => undefined)) as Verification;

  it('loses and doubles nothing where the server is killed again and again under load', async () => {
    const started = await run(data, { read_store: address });
    const { kernel } = started;
    await bringClinicAndCatalogues(kernel);
    const patient_id = await addPatient(kernel, { organization_id, social_security_number: '900112233' });
    for (let kill = 0; kill < 3; kill++) {
      const killed = restartServer('mongodb');
      for (let n = 0; n < RESULTS; n++) await addResult(kernel, { patient_id, organization_id }, `1.${n}`);
      await killed;
    }
    await started.settled();
    const { ok, projections } = await verify(kernel);
    expect({ ok, wrong: projections.flatMap(({ wrong }) => wrong) }).toEqual({ ok: true, wrong: [] });
    const isOf = ([name, data]: [string, unknown]) =>
      name.startsWith('lab-results/') && (data as { patient_id: string }).patient_id === patient_id;
    const results = Object.entries(await documentsOf(kernel)).filter(isOf);
    expect(results).toHaveLength(3 * RESULTS);
    await started.close();

    const again = await run(data, { read_store: address });
    await again.settled();
    expect((await verify(again.kernel)).ok).toBe(true);
    await again.close();
  });

  it('takes everything down while the server is away, says so, and shows it once it is back', async () => {
    const { hostname, port } = new URL(address);
    const line = await brokenLine(Number(port));
    const read_store = addressOf(new URL(address).pathname.slice(1), `${hostname}:${line.port}`);
    const kernel = await openWith({ ...settingsFor(data), read_store });
    const { app, settled, stop } = await serve(kernel);
    const get = async (path: string, authorization = '') => request(app.getHttpServer()).get(`/api/${path}`).set({ authorization });
    await bringClinicAndCatalogues(kernel);
    const patient_id = await addPatient(kernel, { organization_id, social_security_number: '900112233' });
    const token = await app.inject({
      method: 'POST',
      url: '/api/token',
      headers: { 'x-local-secret': kernel.trial.secret },
      payload: { username: 'doctor', password: 'anamnesis' },
    });
    const authorization = `Bearer ${token.json<{ token: string }>().token}`;
    await settled();
    const path = `lab-results?patient_id=${patient_id}&skip=0&take=10`;
    expect(await get(path, authorization)).toMatchObject({ status: 200, body: { overall_count: 0 } });

    await line.close();
    await addResult(kernel, { patient_id, organization_id }, '1.1');
    expect(await get(path, authorization)).toMatchObject({
      status: 503,
      body: { code: 'lists-unavailable', message: 'The lists cannot be read just now, please try again' },
    });
    const away = 'MongoDB does not answer (MongoServerSelectionError)';
    await until('the health says it', async () =>
      JSON.stringify(await explainedOperations(kernel).health({}, () => undefined)).includes(away),
    );

    const back = await brokenLine(Number(port), line.port);
    await settled();
    await until('it is healthy', async () => ((await get('health')).body as { status: string }).status === 'healthy');
    expect(await get(path, authorization)).toMatchObject({ status: 200, body: { overall_count: 1 } });
    expect((await verify(kernel)).ok).toBe(true);
    await stop();
    await back.close();
  });

  it('does not start while the server is away, and says which', async () => {
    const settings = { ...settingsFor(data), read_store: 'mongodb://who:secret@127.0.0.1:9/anamnesis' };
    await expect(openWith(settings)).rejects.toThrow(/^MongoDB at 127\.0\.0\.1:9\/anamnesis does not answer/);
    const started = await run(data, { read_store: address });
    await started.close();
  });

  it('is built anew in a database that is empty, and again in the folder, and nothing that follows from events is recorded twice', async () => {
    const embedded = await run(data);
    await bringClinicAndCatalogues(embedded.kernel);
    const patient_id = await addPatient(embedded.kernel, { organization_id, social_security_number: '900112233' });
    await addResult(embedded.kernel, { patient_id, organization_id }, '1.1');
    await embedded.settled();
    const before = await documentsOf(embedded.kernel);
    const head = await embedded.kernel.events.head();
    await embedded.close();

    const moved = await run(data, { read_store: address });
    await moved.settled();
    expect(await documentsOf(moved.kernel)).toEqual(before);
    expect(await moved.kernel.events.head()).toBe(head);
    await addResult(moved.kernel, { patient_id, organization_id }, '1.2', randomUUID());
    await moved.settled();
    const after = await documentsOf(moved.kernel);
    await moved.close();

    const back = await run(data);
    await back.settled();
    expect(await documentsOf(back.kernel)).toEqual(after);
    await back.close();
  });
});
