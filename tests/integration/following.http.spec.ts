import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { patients } from '#projections/patients/patients.projection';
import { createApplication } from '#services/cli/application';
import { type Kernel, openKernel } from '#services/cli/kernel';
import { explainedOperations } from '#services/cli/operations';
import type { FollowingStatus } from '#services/cli/own-following';
import { Workers } from '#services/cli/workers';
import { addPatient, settingsFor, temporaryFolder } from './kernel.ts';

/** The product on a data folder of its own. */
const serve = async (data: string) => {
  const kernel = await openKernel(settingsFor(data), (error) => {
    throw error;
  });
  const workers = await Workers.start(kernel);
  const app = await createApplication(kernel, workers.notices, workers.ocrInstances, '1.2.3', '');
  await app.getHttpAdapter().getInstance().ready();
  return {
    kernel,
    health: () => healthOf(app),
    status: () => explainedOperations(kernel)['projections status']({}, () => undefined) as Promise<FollowingStatus>,
    settled: async () => {
      await kernel.reactionRunner.settled();
      await kernel.runner.settled();
    },
    stop: async () => {
      await workers.notices.stop();
      await app.close();
      await workers.stop();
      await kernel.close();
    },
  };
};
const healthOf = async (app: NestFastifyApplication) => (await request(app.getHttpServer()).get('/api/health').expect(200)).body as object;

/** An event as a newer release would write it. */
const appendNewer = async ({ events }: Kernel, stream: string): Promise<void> => {
  for await (const { data, metadata } of events.readStream(stream, { limit: 1 })) {
    await events.append(stream, [{ id: randomUUID(), type: 'PatientPortrayed', data, metadata }], 'any');
  }
};

describe('an operator sees', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let said: string[];
  const { error } = console;
  beforeEach(async () => {
    folder = await temporaryFolder();
    said = [];
    console.error = (line: string) => void said.push(line);
  });
  afterEach(async () => {
    console.error = error;
    await folder.remove();
  });

  it('an event of a newer release: in the health, in the status, and as one line', async () => {
    const product = await serve(folder.path);
    const patient_id = await addPatient(product.kernel, { organization_id: randomUUID(), social_security_number: '900200001' });
    await product.settled();
    expect(await product.health()).toMatchObject({ status: 'healthy' });
    await appendNewer(product.kernel, `patient-${patient_id}`);
    await product.settled();
    const reason = expect.stringMatching(/newer release at position \d+ \(PatientPortrayed, schema 1\)/) as string;
    const { projections, reactions } = await product.status();
    expect([...projections, ...reactions].filter(({ waiting }) => waiting === undefined)).toEqual([]);
    expect(projections.filter(({ parked }) => parked > 0)).toEqual([]);
    expect(await product.health()).toMatchObject({ status: 'waiting', waiting: [reason], writable: true });
    expect(said).toEqual([reason]);
    expect(await product.kernel.reader.get(patients, patient_id)).toBeDefined();
    await product.stop();
  });
});
