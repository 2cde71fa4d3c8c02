import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { jest } from '@jest/globals';
import type { StoredEvent } from '#infra/event-store/event-store';
import { cloudEvent, type CloudEvent } from '#infra/outgoing/cloud-event';
import { collect } from '#tests/support/engines';
import { deleteTopics, kafkaWith } from '#tests/support/messaging';
import { type Running, startServer, WITH_PARENT } from '#tests/support/running';
import { describeWith, restartServer } from '#tests/support/servers';
import { readTopic, withoutRepeats } from '#tests/support/topics';
import { type Api, apiAs, patientId } from '../e2e/api.ts';
import { anamnesis } from '../e2e/command-line.ts';
import { until } from '../e2e/until.ts';
import { embeddedAt, logIn } from '../integration/move.ts';
import { hashesIn } from '#tests/support/hashes';

// bounds for a machine that others use too, not expectations
jest.setTimeout(240_000);

const root = resolve(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/integrators.md'), 'utf8');
const [, section = ''] = document.split('## Events on Kafka');
const [, sample = ''] = /```json\n([^]*?)```/.exec(section)!;
const [, example = ''] = /```js\n([^]*?)```/.exec(section)!;

/** Fields of a value with their types, at every depth. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
};

describeWith(['KAFKA_BROKERS', 'ENGINES_HOME'], 'the product with outgoing events on Kafka', () => {
  const { brokers, prefix } = kafkaWith(`test-${randomUUID().slice(0, 8)}`);
  const topic = `${prefix}.events`;
  let product: Running;
  let api: Api;
  let folder: string;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-consumer-'));
    product = await startServer({ ANAMNESIS_OUTGOING: `kafka://${brokers.join(',')}/${prefix}` });
    env = { ANAMNESIS_DATA: product.data };
    api = await apiAs(product.url, 'doctor');
  });
  afterAll(async () => {
    await product.dispose();
    await rm(folder, { recursive: true, force: true });
    await deleteTopics(prefix);
  });

  const status = async () => (await anamnesis(['projections', 'status'], env)).out;
  const published = () => until('everything is published', async () => /outgoing events' +│ +'\d+' +│ +0 /.test(await status()));
  const diagnose = async (): Promise<void> => {
    const patient_id = await patientId(api, 'Morgan');
    const disease = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension' };
    const body = { patient_id, disease, time_from: '2026-01-05T00:00:00', time_to: null, draft: false };
    await api.send('POST', '/api/diagnoses', body);
  };
  /** Events of the log; the product is stopped while it is read. */
  const logged = async (): Promise<{ log_id: string; events: StoredEvent[] }> => {
    await product.stop();
    const log = await embeddedAt(logIn(product.data)).open(await hashesIn(product.data));
    const events = await collect(log.readAll());
    await log.close();
    await product.again();
    api = await apiAs(product.url, 'doctor');
    return { log_id: log.log_id, events };
  };
  const bySequence = (events: readonly CloudEvent[]) => events.toSorted((a, b) => (a.position < b.position ? -1 : 1));
  const asLogged = async (): Promise<void> => {
    const { log_id, events } = await logged();
    const { position: end } = events.at(-1)!; // signing in again is an event too
    await published();
    const received = withoutRepeats(await readTopic(topic)).map(({ event }) => event);
    const { feed } = received[0]!;
    expect(bySequence(received.filter(({ position }) => position <= end))).toEqual(events.map((event) => cloudEvent(event, log_id, feed)));
  };

  it('publishes every event, also where it is killed while it publishes, and the broker is', async () => {
    for (let n = 0; n < 3; n++) {
      const saving = Array.from({ length: 20 }, () => diagnose());
      await Promise.any(saving);
      await product.kill();
      await Promise.allSettled(saving);
      await product.again();
      api = await apiAs(product.url, 'doctor');
    }
    let isRestarting = true;
    const restarted = restartServer('kafka').finally(() => (isRestarting = false));
    while (isRestarting) await diagnose();
    await restarted;
    await published();
    await asLogged();
  });

  it('publishes as docs/integrators.md shows it', async () => {
    await diagnose();
    await published();
    const events = (await readTopic(topic)).map(({ event }) => event);
    const shown = JSON.parse(sample) as CloudEvent;
    const byPerson = events.filter(({ type, data }) => type === shown.type && data?.envelope.fingerprint !== undefined);
    expect(shapeOf(byPerson[0])).toEqual(shapeOf(shown));
    expect(JSON.stringify(events)).not.toMatch(/Morgan|hypertension/);
  });

  it('lets the consumer of docs/integrators.md count each event once, and forget who was erased', async () => {
    const file = join(folder, 'state.json');
    let consumer: ChildProcess | undefined;
    const consume = () => {
      const args = [...WITH_PARENT, '--input-type=module', '--eval', example, brokers.join(','), topic, file];
      consumer = spawn(process.execPath, args, { cwd: root, stdio: ['pipe', 'ignore', 'ignore'] });
    };
    const kill = async (): Promise<void> => {
      const ended = new Promise((done) => consumer!.once('exit', done));
      if (consumer!.kill('SIGKILL')) await ended;
    };
    const counts = () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { counts: Record<string, number> }).counts : {});
    const patient = await patientId(api, 'Morgan');
    const countOf = async (id: string) => (await logged()).events.filter(({ metadata }) => metadata.patient_id === id).length;
    try {
      consume();
      const before = await countOf(patient);
      await until('it has counted', async () => counts()[patient] === before);
      await kill();
      await diagnose();
      await published();
      consume();
      await until('it has counted one more', async () => counts()[patient] === before + 1);
      const { code } = await anamnesis(['erase', 'patient', patient, '--reason', 'asked for it'], env);
      expect(code).toBe(0);
      await published();
      await until('it has forgotten', async () => counts()[patient] === undefined);
      expect(Object.keys(counts()).length).toBeGreaterThan(1);
    } finally {
      await kill();
    }
    await asLogged();
    expect(counts()[patient]).toBeUndefined();
  });
});
