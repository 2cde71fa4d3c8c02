import { randomUUID } from 'node:crypto';
import request from 'supertest';
import { patients } from '#projections/records/patients.projection';
import type { Kernel } from '#services/cli/kernel';
import { explainedOperations, type OperationName } from '#services/cli/operations';
import type { FollowingStatus } from '#services/cli/own-following';
import type { Parked } from '#services/cli/parked';
import { appendAtEnd } from '#infra/event-store/append-at-end';
import { GiveUp } from '#infra/messaging/messaging';
import { addPatient, openWith, serve, settingsOn, temporaryFolder } from './kernel.ts';

/** The product on a data folder of its own. */
const start = async (data: string) => {
  const { kernel, app, settled, stop } = await serve(await openWith(await settingsOn(data)));
  return {
    kernel,
    settled,
    stop,
    health: () => explainedOperations(kernel).health({}, () => undefined),
    publicHealth: async () => (await request(app.getHttpServer()).get('/api/health').expect(200)).body as object,
    run: (name: OperationName, args: Record<string, unknown> = {}) => explainedOperations(kernel)[name](args, () => undefined),
    status: () => explainedOperations(kernel)['projections status']({}, () => undefined) as Promise<FollowingStatus>,
  };
};

/** Appends bytes that were sealed for the stream's first event: of a type that only a newer release knows, or as a forgery. */
const append = async ({ events }: Kernel, stream: string, type: string): Promise<void> => {
  for await (const { data, metadata } of events.readStream(stream, { limit: 1 })) {
    await appendAtEnd(events, stream, [{ id: randomUUID(), type, data, metadata }]);
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
    const product = await start(folder.path);
    const patient_id = await addPatient(product.kernel, { organization_id: randomUUID(), social_security_number: '900200001' });
    await product.settled();
    expect(await product.health()).toMatchObject({ status: 'healthy' });
    await append(product.kernel, `patient-${patient_id}`, 'PatientPortrayed');
    await product.settled();
    const reason = expect.stringMatching(/newer release at position \d+ \(PatientPortrayed, schema 1\)/) as string;
    const { projections, reactions } = await product.status();
    expect([...projections, ...reactions].filter(({ waiting }) => waiting === undefined)).toEqual([]);
    expect(projections.filter(({ parked }) => parked > 0)).toEqual([]);
    expect(await product.health()).toMatchObject({ status: 'waiting', waiting: [reason], writable: true });
    expect(await product.publicHealth()).toEqual({ status: 'waiting', writable: true, version: expect.any(String) });
    expect(said).toEqual([reason]);
    expect(await product.kernel.reader.get(patients, patient_id)).toBeDefined();
    await product.stop();
  });

  it('a forged event: as an alarm in the log, the health and the status, until what stands still is dropped', async () => {
    const product = await start(folder.path);
    const patient_id = await addPatient(product.kernel, { organization_id: randomUUID(), social_security_number: '900200001' });
    await product.settled(); // or what follows from the first event would hold up the second
    await append(product.kernel, `patient-${patient_id}`, 'PatientCorrected');
    await product.settled();
    const parked = (await product.run('parked list')) as Parked[];
    const [position] = new Set(parked.map(({ at }) => at));
    expect(said).toEqual([
      `ALARM: the event at position ${position} of patient-${patient_id} is not what was recorded: the sealed data does not open. ` +
        'What depends on it stands still. See: anamnesis parked list',
    ]);
    const whose = { stream: `patient-${patient_id}`, type: 'PatientCorrected', attempts: 1, forged: true, behind: 0 };
    for (const one of parked) expect(one).toMatchObject({ ...whose, at: position, range: parked[0]!.range });
    expect(parked.map(({ kind, source }) => `${kind} ${source}`)).toEqual(
      expect.arrayContaining(['projection patients', 'reaction settle-numbers']),
    );
    expect(await product.health()).toMatchObject({ status: 'degraded', parked: parked.length, forged: parked.length });
    const { projections, reactions } = await product.status();
    expect([...projections, ...reactions].filter(({ forged }) => forged > 0)).toHaveLength(parked.length);

    const { id } = parked[0]!;
    expect(await product.run('parked show', { id })).toEqual(parked[0]);
    await expect(product.run('parked retry', { id })).rejects.toThrow(/cannot be done yet.*does not open/);
    await expect(product.run('parked drop', { id, reason: ' ' })).rejects.toThrow(/reason/);
    await expect(product.run('parked drop', { id: '0123456789', reason: 'x' })).rejects.toThrow(/Nothing is parked/);
    for (const one of parked) await product.run('parked drop', { id: one.id, reason: 'A forgery, reported' });
    expect(await product.run('parked list')).toEqual([]);
    expect(said.at(-1)).toMatch(/^Dropped from .*PatientCorrected at \d+, .*: A forgery, reported$/);
    expect(await product.health()).toMatchObject({ status: 'healthy', parked: 0, forged: 0 });
    await product.stop();
  });

  it('a job that was given up, which can be done again or dropped', async () => {
    const product = await start(folder.path);
    const { messaging } = product.kernel;
    let isMended = false;
    const done: string[] = [];
    const handle = async ({ id }: { id: string }) => {
      if (!isMended) throw new GiveUp('no such file');
      done.push(id);
    };
    await messaging.consume({ topic: 'jobs', group: 'test', concurrency: 1, handle });
    await messaging.publish(['a', 'b'].map((id) => ({ topic: 'jobs', id, key: 'k', body: {} })));
    while ((await messaging.depth('jobs', 'test')) > 0) await new Promise((resolve) => setImmediate(resolve));
    const [a, b] = (await product.run('parked list')) as [Parked, Parked];
    expect(a).toMatchObject({ kind: 'job', source: 'jobs/test', key: 'k', at: 'a', attempts: 1, error: 'no such file', stream: null });
    expect(await product.health()).toMatchObject({ status: 'degraded', parked: 2, forged: 0 });
    isMended = true;
    await product.run('parked retry', { id: a.id });
    while (done.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await product.run('parked drop', { id: b.id, reason: 'Not needed' });
    expect(done).toEqual(['a']);
    expect(await product.health()).toMatchObject({ status: 'healthy' });
    await product.stop();
  });
});
