import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import type { ReadingInstances, ReportView } from '#contracts/reports/reports';
import { textPdf } from '#services/ocr/fixtures/make-files';
import type { ImportReport } from '#services/fhir-import/tally';
import { addressOf, databasesFor } from '#tests/support/databases';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { READY } from '#tests/support/local-secret';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { type Program, startProgram } from '#tests/support/running';
import { describeWith } from '#tests/support/servers';
import { type Api, apiAs, patientId } from '../e2e/api.ts';
import { anamnesis } from '../e2e/command-line.ts';
import { until } from '../e2e/until.ts';
import { bundle, lab, person } from '../integration/fhir-clinic.ts';

// a process that is killed is noticed after 10 s; bounds, not expectations
jest.setTimeout(240_000);

const RESULTS = 600;

describeWith(['KAFKA_BROKERS', 'MONGODB_URL', 'ENGINES_HOME'], 'the product in several processes', () => {
  const databases = databasesFor('parts');
  let data: string;
  let gateway: RunningGateway;
  let env: Record<string, string>;
  let app: Program & { address: () => string };
  const programs: Program[] = [];
  let api: Api;

  const start = async (part: string) => {
    const ready = part === 'app' ? READY : /does its part: (\S+)/;
    const program = await startProgram(data, ready, (before) => ({
      args: ['start', '--only', part],
      env: { PORT: before.startsWith('http') ? new URL(before).port : '0', NODE_ENV: 'production', ...env },
    }));
    programs.push(program);
    return program;
  };
  const upload = async (): Promise<string> => {
    const body = new FormData();
    body.append('files', new File([textPdf(['Creatinine 1.08 mg/dL'])], 'report.pdf', { type: 'application/pdf' }));
    const headers = { authorization: `Bearer ${api.token}`, 'idempotency-key': randomUUID() };
    const answer = await fetch(`${app.address()}/api/ocr`, { method: 'POST', body, headers });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { items: { id: string }[] }).items[0]!.id;
  };
  const report = (id: string) => api.get<ReportView>(`/api/ocr/${id}`);
  const importing = (path: string) => anamnesis(['fhir', 'import', path, '--json'], env);

  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'anamnesis-test-'));
    gateway = await startGatewayProcess();
    const { brokers, prefix } = kafkaWith(`test-${randomUUID().slice(0, 8)}`);
    env = {
      ANAMNESIS_DATA: data,
      ANAMNESIS_EVENT_STORE: gateway.address,
      ANAMNESIS_READ_STORE: addressOf(databases.make().databaseName),
      ANAMNESIS_FILES: addressOf(databases.make().databaseName),
      ANAMNESIS_KEYS: addressOf(databases.make().databaseName),
      ANAMNESIS_MESSAGING: `kafka://${brokers.join(',')}/${prefix}`,
    };
  });
  afterAll(async () => {
    for (const program of programs) await program.kill();
    await gateway.dispose();
    await rm(data, { recursive: true, force: true });
    await deleteTopics(new URL(env['ANAMNESIS_MESSAGING']!.replace(/,[^/]*/, '')).pathname.slice(1));
  });

  it('begins with the process that owns the data folder', async () => {
    const { ANAMNESIS_MESSAGING: _, ...embedded } = env;
    expect((await anamnesis(['start', '--only', 'ocr'], embedded)).said).toContain('set ANAMNESIS_MESSAGING');
    expect((await anamnesis(['start', '--only', 'reading'], env)).said).toContain(
      "there is no part 'reading'; known: app, ocr, fhir-import",
    );
    const refused = await anamnesis(['start', '--only', 'ocr'], env);
    expect([refused.code, refused.said]).toEqual([1, expect.stringContaining('start the program itself first')]);
    app = await start('app');
    api = await apiAs(app.address(), 'doctor');
  });

  it('has reports read by the process that is started for it, and shows when that was last alive', async () => {
    const id = await upload();
    expect((await api.get<ReadingInstances>('/api/ocr/instances')).last_ping).toBeNull();
    const ocr = await start('ocr');
    await until('it is read', async () => (await report(id)).status === 'Finished');
    expect((await api.get<ReadingInstances>('/api/ocr/instances')).last_ping).not.toBeNull();
    const more = [await upload(), await upload(), await upload()]; // of several at once the third may be turned away
    await ocr.kill();
    const another = await start('ocr');
    for (const one of more) await until('it is read', async () => (await report(one)).status === 'Finished');
    await another.stop();
    expect(another.output()).not.toMatch(/Error|out of order/);
  });

  it('has files imported by the process that is started for it, also where that is killed in the middle', async () => {
    const path = join(data, '..', `${randomUUID()}.json`);
    const results = Array.from({ length: RESULTS }, (_, n) =>
      lab(`o${n}`, 'p1', String(n), { effectiveDateTime: new Date(Date.UTC(2020, 0, 1 + n)).toISOString(), encounter: undefined }),
    );
    await writeFile(path, bundle(person('p1', 'Ptarmigan'), ...results));
    try {
      const first = await start('fhir-import');
      const waiting = importing(path);
      const resultsOf = async () =>
        (await api.get<{ overall_count: number }>(`/api/lab-results?patient_id=${await patientId(api, 'Ptarmigan')}&skip=0&take=1`))
          .overall_count;
      await until('some are there', () =>
        resultsOf().then(
          (count) => count > 100,
          () => false,
        ),
      );
      await first.kill();
      const second = await start('fhir-import');
      const { code, out, said } = await waiting;
      expect([code, said]).toEqual([0, expect.any(String)]);
      const { resources, repeated } = JSON.parse(out) as ImportReport;
      const { read, imported, unchanged } = resources['Observation']!;
      expect([read, imported + unchanged, repeated]).toEqual([RESULTS, RESULTS, true]);
      expect(unchanged).toBeGreaterThan(0);
      expect(await resultsOf()).toBe(RESULTS);
      await second.stop();
      expect(second.output()).not.toMatch(/Error|out of order/);
    } finally {
      await rm(path);
    }
  });

  it('goes on where the process that owns the folder is started again, which moves nothing while others use it', async () => {
    const ocr = await start('ocr');
    await app.stop();
    const moved = await anamnesis(['move', '--to', 'folder'], env);
    expect([moved.code, moved.said]).toEqual([1, expect.stringContaining('in use by a process that does a part of the work')]);
    await app.again();
    api = await apiAs(app.address(), 'doctor');
    const id = await upload();
    await until('it is read', async () => (await report(id)).status === 'Finished');
    await ocr.stop();
  });
});
