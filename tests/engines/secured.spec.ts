import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { type AclEntry, type Admin, AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } from 'kafkajs';
import type { Db } from 'mongodb';
import type { ReportView } from '#contracts/reports/reports';
import { kafkaAddress } from '#infra/config/kafka-address';
import { connect, type KafkaSettings } from '#infra/kafka/connection';
import { failureOf } from '#infra/kafka/reason';
import type { InstallationHealth } from '#services/cli/own-following';
import { textPdf } from '#services/ocr/fixtures/make-files';
import { certificateFiles } from '#tests/support/certificate';
import { databasesFor } from '#tests/support/databases';
import { type RunningGateway, startGatewayProcess } from '#tests/support/gateway';
import { READY } from '#tests/support/local-secret';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { type Program, startProgram } from '#tests/support/running';
import { describeWith } from '#tests/support/servers';
import { readTopic } from '#tests/support/topics';
import { type Api, apiAs, patientId } from '../e2e/api.ts';
import { anamnesis, type Ran } from '../e2e/command-line.ts';
import { until } from '../e2e/until.ts';

// bounds for a machine that others use too, not expectations
jest.setTimeout(240_000);

const PASSWORD = 'p@ss word of the log';

describeWith(['KAFKA_BROKERS', 'KAFKA_SECURED', 'MONGODB_URL', 'MONGODB_SECURED'], 'the product on servers that require TLS', () => {
  const databases = databasesFor('secured');
  const prefix = `test-${randomUUID().slice(0, 8)}`;
  const brokers = process.env['KAFKA_SECURED']?.replace('?', `/${prefix}?`) ?? '';
  const secret = decodeURIComponent(/:\/\/[^:]+:([^@]+)@/.exec(brokers)?.[1] ?? '');
  let folder: string;
  let data: string;
  let gateway: RunningGateway;
  let log: string;
  let documents: string;
  let env: Record<string, string>;
  let app: Program & { address: () => string };
  let api: Api;
  const programs: Program[] = [];
  const made: Db[] = [];
  const stored: string[] = [];
  const printed: Ran[] = [];

  /** The settings with addresses in files, as they may contain passwords. */
  const settings = async (addresses: Record<string, string>): Promise<Record<string, string>> => {
    const named = Object.entries(addresses).map(async ([name, address]) => {
      const file = join(folder, `${name}-${randomUUID()}`);
      await writeFile(file, `${address}\n`, { mode: 0o600 });
      return [`${name}_FILE`, file];
    });
    return { ANAMNESIS_DATA: data, ...(Object.fromEntries(await Promise.all(named)) as Record<string, string>) };
  };
  const start = async (part?: 'app' | 'ocr', given = env) => {
    const ready = part !== 'ocr' ? READY : /does its part: (\S+)/;
    const program = await startProgram(data, ready, (before) => ({
      args: ['start', ...(part ? ['--only', part] : [])],
      env: { PORT: before.startsWith('http') ? new URL(before).port : '0', NODE_ENV: 'production', ...given },
    }));
    programs.push(program);
    return program;
  };
  const health = async () => JSON.parse((await anamnesis(['health'], env)).out) as InstallationHealth;
  const waitsFor = (reason: RegExp) => until(String(reason), async () => (await health()).waiting?.some((text) => reason.test(text)));

  const { TOPIC, GROUP } = AclResourceTypes;
  const { CREATE, DESCRIBE, DESCRIBE_CONFIGS, READ, WRITE } = AclOperationTypes;
  const { LITERAL, PREFIXED } = ResourcePatternTypes;
  /** Adds what is recorded in the data folder and in the databases at the moment. */
  const note = async (): Promise<void> => {
    const records = (await readdir(data)).filter((name) => name.endsWith('.json'));
    for (const name of records) stored.push(await readFile(join(data, name), 'utf8'));
    for (const database of made) {
      const all = await database.collection<{ value: string }>('settings').find().toArray();
      stored.push(...all.map(({ value }) => value));
    }
  };

  /** Rights that the program needs, as docs/kafka.md lists them. */
  const rights = [
    { resourceType: TOPIC, resourceName: `${prefix}-jobs-`, resourcePatternType: PREFIXED, operations: [CREATE, DESCRIBE, READ, WRITE] },
    { resourceType: GROUP, resourceName: `${prefix}-jobs-`, resourcePatternType: PREFIXED, operations: [READ] },
    {
      ...{ resourceType: TOPIC, resourceName: `${prefix}.events`, resourcePatternType: LITERAL },
      operations: [CREATE, DESCRIBE, DESCRIBE_CONFIGS, WRITE],
    },
  ].flatMap(({ operations, ...on }) =>
    operations.map((operation): AclEntry => {
      return { ...on, operation, principal: 'User:anamnesis', host: '*', permissionType: AclPermissionTypes.ALLOW };
    }),
  );
  const asAdministrator = async (work: (admin: Admin) => Promise<unknown>): Promise<void> => {
    const admin = connect(kafkaWith(prefix)).admin();
    await admin.connect();
    await work(admin);
    await admin.disconnect();
  };
  const grant = () => asAdministrator((admin) => admin.createAcls({ acl: rights }));
  const revoke = () => asAdministrator((admin) => admin.deleteAcls({ filters: rights }));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-secured-'));
    data = join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    const file = join(folder, 'password');
    await writeFile(file, `${PASSWORD}\n`, { mode: 0o600 });
    const { cert, key } = certificateFiles;
    gateway = await startGatewayProcess(['--tls-cert', cert, '--tls-key', key, '--user', 'anamnesis', '--password-file', file]);
    const [place = ''] = /127\.0\.0\.1:\d+/.exec(gateway.address)!;
    log = `esdb://anamnesis:${encodeURIComponent(PASSWORD)}@${place}?tlsCAFile=${encodeURIComponent(cert)}`;
    const database = () => {
      const url = new URL(process.env['MONGODB_SECURED']!);
      const one = databases.make();
      made.push(one);
      url.pathname = `/${one.databaseName}`;
      return url.href;
    };
    documents = database();
    env = await settings({
      ANAMNESIS_EVENT_STORE: log,
      ANAMNESIS_READ_STORE: documents,
      ANAMNESIS_FILES: database(),
      ANAMNESIS_KEYS: database(),
      ANAMNESIS_MESSAGING: brokers,
      ANAMNESIS_OUTGOING: brokers,
    });
  });
  afterAll(async () => {
    for (const program of programs) await program.kill();
    await gateway.dispose();
    await rm(folder, { recursive: true, force: true });
    await revoke();
    await deleteTopics(prefix);
  });

  describe('signs in to Kafka', () => {
    const signingIn = async (address: string): Promise<string> => {
      const admin = connect(kafkaAddress(address) as KafkaSettings).admin();
      try {
        await admin.connect();
        return (await admin.describeCluster()).clusterId;
      } catch (error) {
        return failureOf(error);
      } finally {
        await admin.disconnect();
      }
    };

    it.each(['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'])('by %s', async (mechanism) => {
      const address = `${brokers}&authMechanism=${mechanism}`;
      expect(await signingIn(address)).toMatch(/^[\w-]{22}$/);
      expect(await signingIn(address.replace(/:[^:@]+@/, ':guessed@'))).toBe(
        'refuses the credentials or lacks rights for them (KafkaJSSASLAuthenticationError)',
      );
    });

    it('with the certificate that it shows, and not without', async () => {
      const without = await signingIn(brokers.replace(/&tlsCertificateKeyFile=[^&]*/, ''));
      expect(without).toMatch(/^cannot be reached by TLS \(ERR_SSL_\w*CERTIFICATE\w*\)$/);
    });
  });

  describe('does not start with', () => {
    const starting = async (addresses: Record<string, string>): Promise<Ran> =>
      anamnesis(['start'], { ...(await settings(addresses)), ANAMNESIS_DATA: join(folder, randomUUID()), PORT: '0' });
    const without = (address: string, option: string) => address.replace(new RegExp(`${option}=[^&]*&?`), '').replace(/[?&]$/, '');

    it('a wrong password, or an unknown certificate, of the event store', async () => {
      const wrong = await starting({ ANAMNESIS_EVENT_STORE: log.replace(/:[^:@]+@/, ':guessed@') });
      expect([wrong.code, wrong.said]).toEqual([1, expect.stringMatching(/^The event store at esdb:\S+ refuses the user/m)]);
      const unknown = await starting({ ANAMNESIS_EVENT_STORE: without(log, 'tlsCAFile') });
      expect([unknown.code, unknown.said]).toEqual([1, expect.stringContaining('does not answer: its certificate is not accepted')]);
    });

    it('an unknown certificate of MongoDB, or without TLS', async () => {
      const unknown = await starting({ ANAMNESIS_READ_STORE: without(documents, 'tlsCAFile') });
      expect([unknown.code, unknown.said]).toEqual([
        1,
        expect.stringMatching(/^MongoDB at 127\.0\.0\.1:\S+ cannot be reached by TLS \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/m),
      ]);
      const plain = await starting({ ANAMNESIS_READ_STORE: documents.replace(/\?.*/, '') });
      expect([plain.code, plain.said]).toEqual([1, expect.stringMatching(/^MongoDB at \S+ does not answer \(\w+\)$/m)]);
    });

    it('credentials that MongoDB does not take: the server of these tests knows none at all', async () => {
      const ran = await starting({ ANAMNESIS_READ_STORE: documents.replace('//', '//anamnesis:guessed@') });
      expect([ran.code, ran.said]).toEqual([1, expect.stringContaining('MongoDB refuses a call (code 59)')]); // no such command: saslStart
      expect(ran.said + ran.out).not.toContain('guessed');
    });
  });

  it('records, publishes and reads there, also after a restart', async () => {
    await grant();
    app = await start('app');
    api = await apiAs(app.address(), 'doctor');
    const patient_id = await patientId(api, 'Morgan');
    const disease = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension' };
    await api.send('POST', '/api/diagnoses', { patient_id, disease, time_from: '2026-01-05T00:00:00', time_to: null, draft: false });
    const body = new FormData();
    body.append('files', new File([textPdf(['Creatinine 1.08 mg/dL'])], 'report.pdf', { type: 'application/pdf' }));
    const headers = { authorization: `Bearer ${api.token}`, 'idempotency-key': randomUUID() };
    const answer = await fetch(`${app.address()}/api/ocr`, { method: 'POST', body, headers });
    const { items } = (await answer.json()) as { items: { id: string }[] };
    await start('ocr');
    const report = () => api.get<ReportView>(`/api/ocr/${items[0]!.id}`);
    await until('the report is read', async () => (await report()).status === 'Finished');
    await until('the diagnosis is published', async () =>
      (await readTopic(`${prefix}.events`)).some(({ event }) => event.type === 'DiagnosisRecorded'),
    );
    await app.stop();
    await app.again();
    api = await apiAs(app.address(), 'doctor');
    expect((await report()).status).toBe('Finished');
    const { items: diagnoses } = await api.get<{ items: { code: string }[] }>(`/api/diagnoses?patient_id=${patient_id}&skip=0&take=100`);
    expect(JSON.stringify(diagnoses)).toContain('I10');
    await until('it is healthy', async () => (await health()).status === 'healthy');
  });

  it('says what Kafka refuses, and continues once that is mended', async () => {
    const wrong = brokers.replace(/:[^:@]+@/, ':guessed@');
    await app.stop();
    const mistaken = { ...env, ...(await settings({ ANAMNESIS_MESSAGING: wrong, ANAMNESIS_OUTGOING: wrong })) };
    app = await start('app', mistaken);
    await waitsFor(/^outgoing events wait: Kafka refuses the credentials or lacks rights for them \(KafkaJSSASLAuthenticationError\)$/);
    const mistakenOcr = await start('ocr', mistaken);
    await until('the process that reads says it', async () => mistakenOcr.output().includes('Jobs wait: Kafka refuses the credentials'));
    await mistakenOcr.stop();
    await app.stop();
    await revoke();
    app = await start('app');
    await waitsFor(/^outgoing events wait: Kafka refuses the credentials or lacks rights for them \(TOPIC_AUTHORIZATION_FAILED\)$/);
    const ocr = await start('ocr');
    await until('the process that reads says it', async () => /Jobs wait: .*\(\w+_AUTHORIZATION_FAILED\)/.test(ocr.output()));
    await grant();
    await until('it is healthy', async () => (await health()).status === 'healthy');
    await until('the process that reads continues', async () => ocr.output().includes('Jobs continue'));
  });

  it('moves its jobs to the data folder with the same address, and starts without Kafka afterwards', async () => {
    for (const program of programs) await program.stop();
    const { ANAMNESIS_MESSAGING_FILE: _, ANAMNESIS_OUTGOING_FILE: __, ...others } = env;
    const refused = await anamnesis(['start'], { ...others, PORT: '0' });
    expect([refused.code, refused.said]).toEqual([1, expect.stringMatching(/jobs may wait on Kafka at \S+: Kafka does not answer/)]);
    const unset = await anamnesis(['move', '--to', 'folder', '--only', 'read-models'], others);
    expect([unset.code, unset.said]).toEqual([1, expect.stringContaining('ANAMNESIS_MESSAGING has to be set')]);
    await note();
    // another prefix on the same brokers, with nothing left under the first one
    const renamed = await settings({ ANAMNESIS_MESSAGING: brokers.replace(prefix, `${prefix}-jobs-2`) });
    app = await start('app', { ...env, ...renamed });
    await app.stop();
    const moved = await anamnesis(['move', '--to', 'folder', '--only', 'jobs'], env);
    expect([moved.code, moved.said]).toEqual([0, expect.any(String)]);
    printed.push(refused, unset, moved);
    app = await start(undefined, others);
    await until('it is healthy', async () => (await health()).status === 'healthy');
    await app.stop();
  });

  it('keeps passwords out of what it prints, and of what it stores', async () => {
    const passwords = [PASSWORD, secret, encodeURIComponent(PASSWORD), encodeURIComponent(secret)];
    expect(new Set(passwords).size).toBe(4);
    expect(stored.some((text) => text.includes(`"prefix":"${prefix}"`))).toBe(true);
    await note();
    const texts = [...stored, ...programs.map((program) => program.output()), ...printed.map(({ out, said }) => out + said)];
    for (const password of passwords) expect(texts.filter((text) => text.includes(password))).toEqual([]);
  });
});
