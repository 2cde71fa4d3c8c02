import { randomUUID } from 'node:crypto';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Keys } from '#infra/keys/keys';
import type { Kernel } from '#services/cli/kernel';
import { addPatient, addReport, CLI, openWith, settingsFor, temporaryFolder } from '#tests/integration/kernel';
import { orderErasure } from '../../records/erasures/erasures.handlers.ts';
import { NotYet } from '../reaction.ts';
import { eraseRecords } from './erase-records.reaction.ts';
import type { ReadModels } from './read-models.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let kernel: Kernel;
beforeAll(async () => {
  folder = await temporaryFolder();
  kernel = await openWith(settingsFor(folder.path));
});
afterAll(async () => {
  await kernel.close();
  await folder.remove();
});

const organization_id = randomUUID();
let numbers = 0;
const purged: ReadModels = { purged: async () => [{ projection: 'patients', count: 1 }] };

/** A record with one report, ordered to be erased. */
const ordered = async () => {
  const number = String(900_200_000 + ++numbers);
  const patient_id = await addPatient(kernel, { organization_id, social_security_number: number });
  const { report_id, pages } = await addReport(kernel, { organization_id, name: 'x.pdf' }, [{ match: { patient_id, candidates: 1 } }]);
  await orderErasure(kernel, { patient_id, reason: 'Asked for' }, CLI, randomUUID());
  const subjects = [`page:${pages[0]}`, `report:${report_id}`, `patient:${patient_id}`];
  const names = [`page/${pages[0]}`, `report/${report_id}`];
  return { patient_id, number, subjects, names };
};

/** Gives the reaction the order, with some of its parts replaced. */
const react = async (patient_id: string, parts: Partial<Pick<Kernel, 'keys' | 'readModels'>> = {}) => {
  const reaction = eraseRecords({ ...kernel, readModels: purged, ...parts });
  for await (const opened of kernel.log.read(`patient-${patient_id}`)) {
    if (opened.kind !== 'opened' || opened.event.type !== 'ErasureOrdered') continue;
    await reaction.react(opened.event, opened.meta as EventMeta, { id: () => opened.meta.event_id, publish: async () => {} });
  }
};
const last = async (patient_id: string) => {
  for await (const opened of kernel.log.read(`patient-${patient_id}`, { direction: 'backwards', limit: 1 })) return opened;
  throw new Error('there is nothing');
};
/** Keys that cannot destroy one subject's. */
const keysFailingOn = (subject: string): Keys =>
  Object.create(kernel.keys, {
    destroy: {
      value: (wanted: string) => (wanted === subject ? Promise.reject(new Error('the disk failed')) : kernel.keys.destroy(wanted)),
    },
  }) as Keys;

it('says that keys are destroyed only when documents, files and keys are gone, with the ids of the keys', async () => {
  const { patient_id, subjects, names, number } = await ordered();
  await react(patient_id);
  const confirmed = await last(patient_id);
  expect(confirmed).toMatchObject({
    kind: 'opened',
    event: {
      type: 'KeyDestroyed',
      data: { documents: [{ projection: 'patients', count: 1 }], keys: subjects.map((subject) => ({ subject })) },
    },
  });
  for (const subject of subjects) await expect(kernel.keys.ensure(subject)).rejects.toThrow(/destroyed/);
  for (const name of names) expect(await kernel.files.get(name)).toBeUndefined();
  expect(await kernel.reservations.ownerOf('social-security-number', `${organization_id}:${number}`)).toBeUndefined();
});

it('takes no key while documents are not purged', async () => {
  const { patient_id, subjects } = await ordered();
  const readModels: ReadModels = { purged: () => Promise.reject(new NotYet('later')) };
  await expect(react(patient_id, { readModels })).rejects.toThrow(NotYet);
  for (const subject of subjects) await kernel.keys.ensure(subject);
});

it('goes on where it broke off, wherever that was, and does nothing twice', async () => {
  const { patient_id, subjects, number } = await ordered();
  for (const subject of subjects) await expect(react(patient_id, { keys: keysFailingOn(subject) })).rejects.toThrow(/disk/);
  expect(await last(patient_id)).toMatchObject({ kind: 'opened', event: { type: 'ErasureOrdered' } });
  await react(patient_id);
  const { meta } = await last(patient_id);
  expect(await last(patient_id)).toMatchObject({
    event: { type: 'KeyDestroyed', data: { keys: subjects.map((subject) => ({ subject, key_ids: [expect.any(String)] })) } },
  });
  expect(await kernel.reservations.ownerOf('social-security-number', `${organization_id}:${number}`)).toBeUndefined();
  await react(patient_id);
  expect((await last(patient_id)).meta).toEqual(meta);
});

it('takes away again what came back, as after a restore', async () => {
  const { patient_id, names } = await ordered();
  await react(patient_id);
  await kernel.files.put(names[0]!, Buffer.from('from an older backup'));
  await react(patient_id);
  expect(await kernel.files.get(names[0]!)).toBeUndefined();
});
