import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '#infra/event-store/decider';
import { readToken } from '#infra/event-store/position-token';
import { type Keys, KeysUnavailable } from '#infra/keys/keys';
import { LabResultsHandler, HandleLabResult } from '#services/records/lab-results/lab-results.handlers';
import { HandlePatient, PatientsHandler } from '#services/records/patients/patients.handlers';
import type { LabResultCommand } from '#contracts/lab/lab-results';
import type { PatientCommand } from '#contracts/people/patients';
import type { Kernel } from '#services/cli/kernel';
import { newWorld, type World } from './lives.ts';
import { CLIENTS, stepOf, type Whose } from './load.ts';
import { closeFolder, openFolder, startWork } from './parts.ts';
import { type Scenario, type Trial, until } from './trial.ts';
import { verifyFolder } from './verify.ts';

/** A key store with something in front of it. */
const behind = (keys: Keys, before: () => Promise<void>): Keys =>
  new Proxy(keys, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name !== 'ensure' && name !== 'open' && name !== 'secret') return value.bind(target) as unknown;
      return async (...of: unknown[]): Promise<unknown> => {
        await before();
        return (value as (...args: unknown[]) => Promise<unknown>).apply(target, of);
      };
    },
  });

/** Clients at work in this process until they are stopped; a command that meets no keys is sent again. */
const workHere = (
  { streams, reservations, access, log }: Kernel,
  { book, whose }: World,
  stop: AbortSignal,
): { refused: () => number; done: Promise<void> } => {
  const patients = new PatientsHandler(streams, reservations, access);
  const labResults = new LabResultsHandler(streams, access, log);
  const { organization_id } = whose;
  const actor = {
    kind: 'user',
    user_id: organization_id,
    session_id: organization_id,
    roles: ['Doctor' as const],
    organization_id,
  } as const;
  const who = { ...actor, roles: [...actor.roles], patient_ids: [], name: 'Ada Quill' };
  let refused = 0;
  const work = async (client: number): Promise<void> => {
    for (let k = book.next()[client]!; !stop.aborted;) {
      const { command, contended } = stepOf(client, k, whose);
      try {
        const { version, position } = /Patient$/.test(command.type)
          ? await patients.execute(new HandlePatient(command as PatientCommand, who))
          : await labResults.execute(new HandleLabResult(command as LabResultCommand, who));
        book.note({ done: [client, k, version, readToken(position)!.position] });
      } catch (error) {
        if (error instanceof KeysUnavailable) {
          refused += 1;
          await pause(20);
          continue;
        }
        if (!(error instanceof Refusal && contended)) throw error;
        book.note({ refused: [client, k, error.code] });
      }
      k += 1;
    }
  };
  const done = Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client))).then(() => undefined);
  done.catch(() => undefined); // heard at the end
  return { refused: () => refused, done };
};

const openWorld = async (trial: Trial): Promise<World & { whose: Whose }> => {
  const world = await newWorld(trial);
  return { ...world, whose: { ...world.whose, reports: false } };
};

const slow = async (trial: Trial): Promise<void> => {
  const world = await openWorld(trial);
  const kernel = await openFolder(world.data, { keys: (keys) => behind(keys, () => pause(trial.chance() * 30)) });
  const atWork = await startWork(kernel);
  const abort = new AbortController();
  const { done } = workHere(kernel, world, abort.signal);
  await until('work goes on', () => world.book.acknowledged >= 60);
  abort.abort();
  await done;
  await atWork.settled();
  await atWork.stop();
  await closeFolder(kernel);
  await verifyFolder(world.data, world.book, world.whose, trial.found);
};

/** Milliseconds. */
const GONE = 10_000;

const gone = async (trial: Trial): Promise<void> => {
  const { found } = trial;
  const world = await openWorld(trial);
  let isGone = false;
  const absent = async (): Promise<void> => {
    if (isGone) throw new KeysUnavailable('the key store does not answer');
  };
  const kernel = await openFolder(world.data, { keys: (keys) => behind(keys, absent) });
  const atWork = await startWork(kernel);
  const abort = new AbortController();
  const { done, refused } = workHere(kernel, world, abort.signal);
  await until('work goes on', () => world.book.acknowledged >= 40);
  isGone = true;
  const from = performance.now();
  await until('commands are refused', () => refused() >= CLIENTS);
  const acknowledged = world.book.acknowledged;
  const isNamed = async (): Promise<boolean> =>
    (await atWork.runner.status()).some(({ waiting }) => waiting === 'the key store does not answer');
  let named = false;
  while (performance.now() - from < GONE) {
    named ||= await isNamed();
    await pause(50);
  }
  if (!named && (await atWork.runner.status()).some(({ lag }) => lag > 0)) found.unnamed.push('no projection says that the keys are gone');
  if (world.book.acknowledged > acknowledged) found.lost.push('commands were acknowledged that nobody could seal');
  isGone = false;
  await until('work goes on again', () => world.book.acknowledged >= acknowledged + 40);
  abort.abort();
  await done;
  await atWork.settled();
  await atWork.stop();
  await closeFolder(kernel);
  await verifyFolder(world.data, world.book, world.whose, found);
};

/** A key store in trouble. */
export const keysInTrouble: Scenario[] = [
  { name: 'a slow key store slows work down and changes nothing', run: slow },
  { name: 'a key store that is gone for ten seconds is waited for: nothing is acknowledged, lost or taken for erased', run: gone },
];
