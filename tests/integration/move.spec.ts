import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Refusal } from '#infra/event-store/decider';
import { nodeArguments } from '#infra/processes/processes';
import { clinic } from '#services/cli/demo/clinic';
import type { MoveEnd } from '#services/cli/move-events';
import { explainedOperations } from '#services/cli/operations';
import type { Verification } from '#services/cli/verify';
import { addPatient, addReport, addResult, bringClinicAndCatalogues, openWith, settingsFor, temporaryFolder } from './kernel.ts';
import { embeddedAt, eventsOf, logIn, moveIn, shiftPositions } from './move.ts';
import { type Effects, runCounting } from './run-counting.ts';
import { hashesIn } from '#tests/support/hashes';

const { organization_id } = clinic;
const quiet = () => undefined;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string) => join(folder.path, name);
let patients: { refused: string; waiting: string };

const failing = async (patient_id: string, { mails }: Effects) => {
  if (patient_id === patients.refused) throw new Refusal('mail-address', 'This is no address');
  if (patient_id === patients.waiting) throw new Error('not today');
  mails.push(patient_id);
};
const working = async (patient_id: string, { mails }: Effects) => void mails.push(patient_id);

/** How many jobs of each topic a folder's queue remembers, and how many wait. */
const jobs = async ({ kernel }: Awaited<ReturnType<typeof runCounting>>) => ({
  greetings: await kernel.messaging.depth('greetings', 'nobody'),
  ocr: await kernel.messaging.depth('ocr', 'reading'),
});

/** The folder goes on with the log that its events were moved to. */
const takeOn = async (data: string, target: string): Promise<void> => {
  await rename(logIn(data), `${data}-left`);
  await rename(target, logIn(data));
};

let before: { effects: Effects; jobs: Awaited<ReturnType<typeof jobs>>; events: Awaited<ReturnType<typeof eventsOf>> };

beforeAll(async () => {
  folder = await temporaryFolder();
  const data = at('data');
  const first = await openWith(settingsFor(data));
  await bringClinicAndCatalogues(first);
  const person = async (social_security_number: string) => addPatient(first, { organization_id, social_security_number });
  patients = { refused: await person('900-10-1010'), waiting: await person('900-10-1011') };
  await first.close();
  shiftPositions(logIn(data), 5000);
  const running = await runCounting(settingsFor(data), failing);
  const patient_id = await addPatient(running.kernel, { organization_id, social_security_number: '900-10-1012' });
  await addResult(running.kernel, { patient_id, organization_id }, '1.1');
  await addReport(running.kernel, { organization_id, name: 'scan.pdf' }, [{ match: { patient_id, candidates: 1 } }]);
  await running.settled();
  before = { effects: running.effects, jobs: await jobs(running), events: await eventsOf(running.kernel.events) };
  await running.close();
}, 120_000);
afterAll(() => folder.remove());

const copyOf = async (name: string): Promise<string> => {
  await cp(at('data'), at(name), { recursive: true });
  return at(name);
};
const move = (data: string, target: MoveEnd) => moveIn(data, embeddedAt(logIn(data)), target);

/** Everything goes on where it stood, and nothing is done again. */
const assertGoesOn = async (data: string): Promise<void> => {
  const running = await runCounting(settingsFor(data), working);
  await running.settled();
  expect(running.effects).toEqual({ mails: [], messages: [] });
  expect(await jobs(running)).toEqual(before.jobs);
  expect(await eventsOf(running.kernel.events)).toEqual(before.events);

  const letters = await running.letters();
  expect(letters.map(({ state }) => state).sort()).toEqual(['dead', 'waiting']);
  for (const { source, key, events } of letters) {
    for (const { stream, position } of events) {
      for await (const event of running.kernel.events.readStream(stream)) expect(event.position).toBe(position);
    }
    expect(await running.runner.retry(source.replace('reaction:', ''), key)).toBe(true);
  }
  expect([...running.effects.mails].sort()).toEqual([patients.refused, patients.waiting].sort());

  const social_security_number = '900-10-1013';
  const patient_id = await addPatient(running.kernel, { organization_id, social_security_number });
  await running.settled();
  expect(running.effects.mails).toHaveLength(3);
  expect(running.effects.mails).toContain(patient_id);
  const verification = (await explainedOperations(running.kernel)['projections verify']({}, quiet)) as Verification;
  expect(verification.ok).toBe(true);
  await running.close();
};

describe('a move of the events', () => {
  it('keeps them as they are, does nothing again, and goes on', async () => {
    expect(before.effects.mails.length).toBeGreaterThan(1);
    expect(before.jobs.ocr).toBeGreaterThan(1);
    const data = await copyOf('plain');
    const moved = await move(data, embeddedAt(at('plain-target')));
    expect(moved).toMatchObject({ appended: before.events.length, log: { events: before.events.length } });
    await takeOn(data, at('plain-target'));
    await assertGoesOn(data);
  }, 60_000);

  it('changes nothing where the target is refused', async () => {
    const data = await copyOf('refused');
    const other = await embeddedAt(at('refused-target')).open(await hashesIn(data));
    const [{ stream, id, type, data: bytes, metadata }] = before.events as [(typeof before.events)[0]];
    await other.append(`${stream}0`, [{ id, type, data: bytes, metadata }], 'no-stream');
    await other.close();
    await expect(move(data, embeddedAt(at('refused-target')))).rejects.toThrow('The target holds another log');
    await expect(move(data, embeddedAt(logIn(data)))).rejects.toThrow('Source and target are the same log');
    expect(existsSync(join(data, 'event-store.json'))).toBe(false);
    const running = await runCounting(settingsFor(data), failing);
    await running.settled();
    expect(running.effects).toEqual({ mails: [], messages: [] });
    expect(await eventsOf(running.kernel.events)).toEqual(before.events);
    await running.close();
  }, 60_000);

  it('refuses a folder that somebody runs on, and one whose documents follow from another log', async () => {
    const data = await copyOf('busy');
    const running = await runCounting(settingsFor(data), failing);
    await expect(move(data, embeddedAt(at('busy-target')))).rejects.toThrow(/in use/);
    await running.close();
    await rm(logIn(data), { recursive: true });
    const other = await embeddedAt(logIn(data)).open(await hashesIn(data));
    await other.close();
    await expect(move(data, embeddedAt(at('busy-target')))).rejects.toThrow(/does not follow from the source/);
    await rm(join(data, 'messages.sqlite'));
    await cp(logIn(at('data')), logIn(data), { recursive: true });
    await expect(move(data, embeddedAt(at('busy-target')))).rejects.toThrow(/does not follow from the source/);
    const elsewhere = await copyOf('documents-elsewhere');
    await rm(join(elsewhere, 'documents.sqlite'));
    await expect(move(elsewhere, embeddedAt(at('busy-target')))).rejects.toThrow(/where ANAMNESIS_READ_STORE does not say/);
    await expect(move(at('nowhere'), embeddedAt(at('busy-target')))).rejects.toThrow(/There is no clinic/);
  }, 60_000);

  it('says at the start where the events are, and takes them back', async () => {
    const data = await copyOf('back');
    const elsewhere: MoveEnd = { ...embeddedAt(at('back-target')), engine: 'eventstoredb', address: 'esdb://store.example:2113' };
    await move(data, elsewhere);
    const start = () => openWith(settingsFor(data));
    await expect(start()).rejects.toThrow(/were moved to esdb:\/\/store\.example:2113/);
    await expect(move(data, elsewhere)).rejects.toThrow(/were moved to esdb:\/\/store\.example:2113 already/);

    const store = await elsewhere.open(await hashesIn(data));
    const left = before.events.at(-1)!;
    const { metadata } = left;
    await store.append('note-while-away', [{ id: left.id, type: left.type, data: left.data, metadata }], 'no-stream');
    await store.close();
    const back = await moveIn(data, elsewhere, embeddedAt(logIn(data)));
    expect(back).toMatchObject({ appended: 1, log: { events: before.events.length + 1 } });
    const kernel = await start();
    expect((await eventsOf(kernel.events)).slice(0, -1)).toEqual(before.events);
    await kernel.close();
  }, 60_000);
});

describe('a move that is killed', () => {
  const child = fileURLToPath(new URL('./move.child.ts', import.meta.url));
  const killedAt = async (data: string, target: string, where: string, nth: number) => {
    const ended = promisify(execFile)(process.execPath, [...nodeArguments, child, data, target, where, String(nth)]);
    return ended.then(
      ({ stdout }) => stdout,
      ({ signal, stderr }: { signal: string; stderr: string }) => (signal === 'SIGKILL' ? signal : stderr),
    );
  };

  it('while it copies leaves the source as it was, and goes on where the target ends', async () => {
    const data = await copyOf('copying');
    const target = at('copying-target');
    let appended = 0;
    for (const [where, nth] of [
      ['append', 1],
      ['appended', 7],
      ['append', 40],
      ['appended', 200],
    ] as const) {
      expect(await killedAt(data, target, where, nth)).toBe('SIGKILL');
      expect(existsSync(join(data, 'event-store.json'))).toBe(false);
      const store = await embeddedAt(target).open(await hashesIn(data));
      const there = await eventsOf(store);
      await store.close();
      expect(there).toEqual(before.events.slice(0, there.length));
      expect(there.length).toBeGreaterThanOrEqual(appended);
      appended = there.length;
    }
    const source = await embeddedAt(logIn(data)).open(await hashesIn(data));
    expect(await eventsOf(source)).toEqual(before.events);
    await source.close();
    expect(await move(data, embeddedAt(target))).toMatchObject({ appended: before.events.length - appended });
    await takeOn(data, target);
    await assertGoesOn(data);
  }, 120_000);

  it('while it carries over what follows is finished before anybody starts', async () => {
    const data = await copyOf('carrying');
    const target = at('carrying-target');
    for (const [where, nth] of [
      ['write', 1],
      ['written', 1],
      ['written', 2],
      ['write', 5],
      ['written', 9],
    ] as const) {
      expect(await killedAt(data, target, where, nth)).toBe('SIGKILL');
      expect(JSON.parse(await readFile(join(data, 'event-store.json'), 'utf8'))).toMatchObject({ state: 'moving' });
      await expect(runCounting(settingsFor(data), working)).rejects.toThrow(/was broken off\. Finish it/);
    }
    await expect(moveIn(data, embeddedAt(target), embeddedAt(logIn(data)))).rejects.toThrow(/not the two logs of the move/);
    expect(await killedAt(data, target, 'append', 1)).toBe('moved\n');
    await takeOn(data, target);
    await assertGoesOn(data);
  }, 120_000);
});
