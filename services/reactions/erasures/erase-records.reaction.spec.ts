import { randomUUID } from 'node:crypto';
import type { EventMeta } from '#contracts/wire/envelope';
import type { Keys } from '#infra/keys/keys';
import type { Kernel } from '#services/cli/kernel';
import { readGrants } from '#infra/access/connections';
import { connect } from '#services/records/invitations/connections.handlers';
import { aLetter } from '#tests/conformance/mail.conformance';
import {
  addInvitation,
  addPatient,
  addReport,
  approveInvitation,
  CLI,
  openWith,
  settingsFor,
  temporaryFolder,
} from '#tests/integration/kernel';
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
const IDS = (): [string, string] => [randomUUID(), randomUUID()];
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

/** Gives the reaction the orders, those too that it adds, with some of its parts replaced. */
const react = async (patient_id: string, parts: Partial<Pick<Kernel, 'keys' | 'readModels'>> = {}) => {
  const reaction = eraseRecords({ ...kernel, readModels: purged, ...parts });
  const seen = new Set<string>();
  for (let before = -1; before < seen.size;) {
    before = seen.size;
    for await (const opened of kernel.log.read(`patient-${patient_id}`)) {
      const { event_id } = opened.meta;
      if (opened.kind !== 'opened' || opened.event.type !== 'ErasureOrdered' || seen.has(event_id)) continue;
      seen.add(event_id);
      await reaction.react(opened.event, opened.meta as EventMeta, { id: () => event_id, publish: async () => {} });
    }
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

const INVITED = { first_name: 'Ada', last_name: 'Quill', email: 'ada@example.org' };
const validated = (patient_id: string) => ({
  validated: { patient_id, first_name: 'Ida', last_name: 'Berg', date_of_birth: '1961-03-09T00:00:00' },
});
/** The reaction to what is recorded after the order. */
const reactTo = async (type: string, data: object) => {
  const id = randomUUID();
  await eraseRecords({ ...kernel, readModels: purged }).react({ type, data }, {} as EventMeta, { id: () => id, publish: async () => {} });
};

it('orders what was recorded between the look through the log and the order, and takes it too', async () => {
  const { patient_id, subjects } = await ordered();
  // as by somebody who was let in before
  const late = await addReport(kernel, { organization_id, name: 'late.pdf' }, [validated(patient_id)]);
  const invitation_id = await addInvitation(kernel, { patient_id, organization_id }, INVITED);
  await react(patient_id);
  const { event } = (await last(patient_id)) as { event: { type: string; data: { keys: { subject: string }[]; documents: object[] } } };
  const all = [...subjects.slice(0, -1), `page:${late.pages[0]}`, `report:${late.report_id}`, `invitation:${invitation_id}`];
  expect(event.type).toBe('KeyDestroyed');
  expect(event.data.keys.map(({ subject }) => subject)).toEqual([...all, `patient:${patient_id}`]);
  expect(event.data.documents).toEqual([{ projection: 'patients', count: 2 }]);
  for (const subject of all) await expect(kernel.keys.ensure(subject)).rejects.toThrow(/destroyed/);
  expect(await kernel.files.get(`report/${late.report_id}`)).toBeUndefined();
});

it('orders what was recorded after all was done, and takes it too', async () => {
  const { patient_id } = await ordered();
  await react(patient_id);
  const late = await addReport(kernel, { organization_id, name: 'late.pdf' }, [validated(patient_id)]);
  await reactTo('PageValidated', { patient_id, page_id: late.pages[0] });
  expect(await last(patient_id)).toMatchObject({ event: { type: 'ErasureOrdered' } });
  await react(patient_id);
  expect(await last(patient_id)).toMatchObject({ event: { type: 'KeyDestroyed' } });
  await expect(kernel.keys.ensure(`page:${late.pages[0]}`)).rejects.toThrow(/destroyed/);
  const head = await kernel.events.head();
  await reactTo('PageRead', { page_id: late.pages[0], match: { patient_id, candidates: 1, inherited: false } });
  expect(await kernel.events.head()).toBe(head);
});

it('leaves records alone that nobody ordered to erase', async () => {
  const patient_id = await addPatient(kernel, { organization_id, social_security_number: String(900_200_000 + ++numbers) });
  const head = await kernel.events.head();
  await reactTo('PageValidated', { patient_id });
  await reactTo('PageRead', { match: { patient_id: null, candidates: 0, inherited: false } });
  await reactTo('ClinicConnected', { patient_id, shown: null, user_id: randomUUID(), organization_id, invitation_id: randomUUID() });
  expect(await kernel.events.head()).toBe(head);
});

it('waits while a report of the patient is being read that was uploaded meanwhile', async () => {
  const { patient_id } = await ordered();
  await addReport(kernel, { organization_id, name: 'late.pdf', patient_id }, [], false);
  await expect(react(patient_id)).rejects.toThrow(NotYet);
});

it('ends what an invitation of the clinic connected, also where that is done while the record is erased', async () => {
  const number = String(900_200_000 + ++numbers);
  const [patient_id, user_id, late] = [await addPatient(kernel, { organization_id, social_security_number: number }), ...IDS()];
  const of = { patient_id, organization_id };
  const invitation_id = await addInvitation(kernel, of, INVITED);
  await approveInvitation(kernel, invitation_id, user_id);
  await connect(kernel.streams, { ...of, user_id, invitation_id, shown: null });
  await orderErasure(kernel, { patient_id, reason: 'Asked for' }, CLI, randomUUID());
  await react(patient_id);
  expect(await readGrants(kernel.log, user_id)).toEqual([]);

  const connected = { ...of, user_id: late, invitation_id: randomUUID(), shown: null };
  await connect(kernel.streams, connected);
  await reactTo('ClinicConnected', connected);
  expect(await readGrants(kernel.log, late)).toEqual([]);
});

it('takes mails about the record from the outbox, and no others', async () => {
  const { patient_id } = await ordered();
  const invitation_id = await addInvitation(kernel, { patient_id, organization_id }, INVITED);
  const other = aLetter({ about: [`invitation:${randomUUID()}`] });
  for (const letter of [aLetter({ about: [`invitation:${invitation_id}`] }), other]) await kernel.mail.send(letter);
  await react(patient_id);
  expect((await kernel.mail.outbox())?.map(({ id }) => id)).toEqual([other.id]);
});

it('takes away again what came back, as after a restore', async () => {
  const { patient_id, names } = await ordered();
  await react(patient_id);
  await kernel.files.put(names[0]!, Buffer.from('from an older backup'));
  await react(patient_id);
  expect(await kernel.files.get(names[0]!)).toBeUndefined();
});
