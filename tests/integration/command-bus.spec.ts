import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { EventLog } from '#infra/event-store/event-log';
import type { Kernel } from '#services/cli/kernel';
import { explainedOperations } from '#services/cli/operations';
import { seedFirstStart } from '#services/cli/seed';
import { aUser } from '#tests/support/http-app';
import { bundle, condition, lab, order, person, vital } from './fhir-clinic.ts';
import { openWith, settingsOn, temporaryFolder } from './kernel.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let kernel: Kernel;
let isCarried: (command_id: string) => boolean;
interface Message {
  command: { command_id: string };
}

beforeAll(async () => {
  const spy = jest.spyOn(CommandBus.prototype, 'execute');
  isCarried = (command_id) => spy.mock.calls.some(([message]) => (message as unknown as Message).command.command_id === command_id);
  folder = await temporaryFolder();
  kernel = await openWith({ ...(await settingsOn(folder.path)), demo: true });
});
afterAll(async () => {
  jest.restoreAllMocks();
  await kernel.close();
  await folder.remove();
});

/** Types of the events that no command on the bus caused; names and numbers are reserved before a command, as part of it. */
const othersIn = async ({ store }: EventLog): Promise<string[]> => {
  const others = new Set<string>();
  for await (const { stream, type, metadata } of store.readAll()) {
    if (!stream.startsWith('reservation-') && !isCarried(metadata.command_id)) others.add(type);
  }
  return [...others];
};

const ask = (name: keyof ReturnType<typeof explainedOperations>, args: Record<string, unknown>) =>
  explainedOperations(kernel, true)[name](args, () => undefined);

it('carries every command of the first start and of the demonstration', async () => {
  await seedFirstStart(kernel, () => undefined);
  expect(await othersIn(kernel.log)).toEqual([]);
}, 60_000);

it('carries every command of an import', async () => {
  const path = join(folder.path, 'bundle.json');
  const first = [person('p1', 'Ashdown'), lab('o1', 'p1', '4.1'), vital('o2', 'p1', '8302-2', 'Body height', 170, 'cm')];
  await writeFile(path, bundle(...first, condition('c1', 'p1'), order('m1', 'p1')));
  await ask('fhir import', { paths: [path] });
  await writeFile(path, bundle(person('p1', 'Ashdown'), ...['o1', 'o2'].map((id) => lab(id, 'p1', '4.1', { status: 'entered-in-error' }))));
  await ask('fhir import', { paths: [path] });
  expect(await othersIn(kernel.log)).toEqual([]);
}, 60_000);

it('carries every command of the command line', async () => {
  const list = (name: string) => ({
    name: 'list.csv',
    file: Buffer.from(`code,primary name,aliases,unit,min,max\n,${name},,,,\n`).toString('base64'),
  });
  await ask('catalogue import lab-parameters', list('Zonulin'));
  await ask('catalogue import office-parameters', list('Grip strength'));
  await ask('user add', { ...aUser, username: 'quill', roles: ['SuperUser'], organization_id: null });
  await ask('user password', { username: 'quill', password: 'another password' });
  expect(await othersIn(kernel.log)).toEqual([]);
});
