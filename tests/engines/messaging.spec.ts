import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import request from 'supertest';
import type { ReportView } from '#contracts/reports/reports';
import type { Settings } from '#infra/config/configuration';
import { explainedOperations } from '#services/cli/operations';
import type { InstallationHealth } from '#services/cli/own-following';
import { clinic } from '#services/cli/demo/clinic';
import { textPdf } from '#services/ocr/fixtures/make-files';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { describeWith, restartServer } from '#tests/support/servers';
import { brokenLine } from '../conformance/broken-line.ts';
import { until } from '../e2e/until.ts';
import { type Application, bringClinicAndCatalogues, openWith, run, serve, settingsFor, temporaryFolder } from '../integration/kernel.ts';

// a broker that is killed is noticed after some seconds; bounds, not expectations
jest.setTimeout(240_000);

describeWith(['KAFKA_BROKERS', 'ENGINES_HOME'], 'the product with its jobs on Kafka', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let data: string;
  let messaging: NonNullable<Settings['messaging']>;
  let running: Application | undefined;
  beforeEach(async () => {
    folder = await temporaryFolder();
    data = join(folder.path, 'data');
    const { brokers, prefix } = kafkaWith(`test-${randomUUID().slice(0, 8)}`);
    messaging = { brokers: [...brokers], prefix };
    running = undefined;
  });
  afterEach(async () => {
    await running?.stop();
    await folder.remove();
    await deleteTopics(messaging.prefix);
  });

  const start = async (settings: Partial<Settings> = { messaging }) => {
    running = await serve(await openWith({ ...settingsFor(data), ...settings }));
    return running;
  };
  const stop = async () => {
    await running!.stop();
    running = undefined;
  };
  const http = () => request(running!.app.getHttpServer());
  const signIn = async () => {
    const { body } = await http()
      .post('/api/token')
      .set('x-local-secret', running!.kernel.trial.secret!)
      .send({ username: 'doctor', password: 'anamnesis' });
    return `Bearer ${(body as { token: string }).token}`;
  };
  const upload = async (authorization: string): Promise<string> => {
    const { body } = await http()
      .post('/api/ocr')
      .set({ authorization, 'idempotency-key': randomUUID() })
      .attach('files', Buffer.from(textPdf(['Creatinine 1.08 mg/dL'])), { filename: 'report.pdf', contentType: 'application/pdf' })
      .expect(201);
    return (body as { items: { id: string }[] }).items[0]!.id;
  };
  const statusOf = async (authorization: string, id: string) => {
    const { body } = await http().get('/api/ocr?skip=0&take=50').set({ authorization });
    return (body as { items: ReportView[] }).items.find((report) => report.id === id)?.status;
  };
  const health = () => explainedOperations(running!.kernel).health({}, () => undefined) as Promise<InstallationHealth>;

  it('reads reports also where the broker is killed in between', async () => {
    const { kernel } = await start();
    await bringClinicAndCatalogues(kernel);
    const { log_id } = kernel.events;
    await stop();
    await start();
    expect(running!.kernel.events.log_id).toBe(log_id);
    const authorization = await signIn();
    const ids: string[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(await upload(authorization));
      if (n === 2) await restartServer('kafka');
    }
    for (const id of ids) await until('it is read', async () => (await statusOf(authorization, id)) === 'Finished');
    await until('nothing waits', async () => (await running!.kernel.messaging.depth('ocr', 'reading')) === 0);
    // a member of a group that lost its connection comes back when its former self is given up, after 30 s at the latest
    await until('it is healthy', async () => (await health()).status === 'healthy');
    expect(await health()).toMatchObject({ status: 'healthy', parked: 0 });
    const { log } = running!.kernel;
    for (const id of ids) {
      const types: string[] = [];
      for await (const event of log.store.readStream(`report-${id}`)) types.push(event.type);
      expect(types.filter((type) => type === 'ReadingFinished')).toHaveLength(1);
    }
  });

  it('takes reports while the brokers are unavailable, says so, and reads them afterwards', async () => {
    const [host = '', port] = messaging.brokers[0]!.split(':');
    const line = await brokenLine(Number(port));
    await line.close(); // nobody listens there
    const { kernel } = await start({ messaging: { ...messaging, brokers: [`${host}:${line.port}`] } });
    await bringClinicAndCatalogues(kernel);
    const authorization = await signIn();
    const id = await upload(authorization);
    await until('the health says it', async () =>
      (await health()).waiting?.some((reason) => /^Kafka does not answer \(\w+\)$/.test(reason)),
    );
    expect(JSON.stringify(await health())).not.toContain(host);
    const back = await brokenLine(Number(port), line.port);
    await until('it is read', async () => (await statusOf(authorization, id)) === 'Finished');
    await until('it is healthy', async () => (await health()).status === 'healthy');
    await stop();
    await back.close();
  });

  it('is not switched while jobs wait in the data folder or on the brokers', async () => {
    const job = (id: string) => ({ topic: 'ocr', id, key: id, body: { report_id: randomUUID(), organization_id: clinic.organization_id } });
    const embedded = await run(data);
    await embedded.kernel.messaging.publish([job('a')]);
    await embedded.close();
    await expect(openWith({ ...settingsFor(data), messaging })).rejects.toThrow(
      /^ANAMNESIS_MESSAGING: jobs or dead letters wait in the data folder/,
    );
    const finished = async () => {
      const { kernel } = running!;
      await until('nothing waits', async () => (await kernel.messaging.depth('ocr', 'reading')) === 0);
      for (const { topic, group, id } of await kernel.messaging.deadLetters()) await kernel.messaging.drop(topic, group, id);
      await stop();
    };
    await start({});
    await finished();

    const onKafka = await run(data, { messaging });
    await onKafka.kernel.messaging.publish([job('b')]);
    await onKafka.close();
    const left = /1 jobs and 0 dead letters wait on Kafka at/;
    await expect(openWith(settingsFor(data))).rejects.toThrow(left);
    await expect(openWith({ ...settingsFor(data), messaging: { ...messaging, prefix: `${messaging.prefix}-2` } })).rejects.toThrow(left);
    await start();
    await finished();
    await start({});
    await stop();
  });
});
