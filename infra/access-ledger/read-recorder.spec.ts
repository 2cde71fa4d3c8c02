import { randomUUID } from 'node:crypto';
import type { UserActor } from '../event-store/actor.ts';
import { Alarms } from '../telemetry/alarms.ts';
import { AccessLedger, type Batch, LedgerFull } from './access-ledger.ts';
import { ReadRecorder } from './read-recorder.ts';
import { alsoReads } from './records-read.ts';

const NOTHING = async (): Promise<never> => {
  throw new Error('not asked for here');
};

/** Keeps what is written, or refuses it. */
class LedgerInMemory extends AccessLedger {
  readonly batches: Batch[] = [];
  isFull = false;
  /** Held back until it resolves. */
  gate: Promise<void> | undefined;

  async append(batch: Batch): Promise<void> {
    await this.gate;
    if (this.isFull) throw new LedgerFull('full');
    this.batches.push(batch);
  }
  find = NOTHING;
  gaps = NOTHING;
  check = NOTHING;
  copyTo = NOTHING;
  close = NOTHING;

  get reads() {
    return this.batches.flatMap(({ reads }) => reads);
  }
}

let now = Date.parse('2026-03-01T10:00:00.000Z');
let ledger: LedgerInMemory;
let alarms: string[];
const recorder = (options: { mostWaiting?: number; soon?: number; retry?: number } = {}) =>
  new ReadRecorder({ ledger, alarms: new Alarms((line) => alarms.push(line)), now: () => now, soon: 3_600_000, ...options });
beforeEach(() => {
  ledger = new LedgerInMemory();
  alarms = [];
});

const clinic = randomUUID();
const reader = (change: Partial<UserActor> = {}): UserActor => ({
  kind: 'user',
  user_id: randomUUID(),
  session_id: randomUUID(),
  roles: ['Doctor'],
  organization_id: clinic,
  patient_ids: [],
  name: 'Ada Quill',
  reach: { patient_id: randomUUID(), organization_id: clinic, relation: 'own-organization' },
  ...change,
});

it('keeps ids, the time and the address, and no name', async () => {
  const reads = recorder();
  const actor = reader();
  reads.note(actor, 'Lab results', '10.0.0.7');
  await reads.flush();
  const { user_id, reach } = actor;
  expect(ledger.reads).toEqual([
    {
      ...{
        at: '2026-03-01T10:00:00.000Z',
        user_id,
        reader_organization_id: clinic,
        patient_id: reach!.patient_id,
        organization_id: clinic,
      },
      ...{ relation: 'own-organization', connection_id: null, kind: 'Lab results', address: '10.0.0.7' },
    },
  ]);
});

it('says for no clinic that somebody reads the own record: where one works knows nothing of it', async () => {
  const reads = recorder();
  reads.note(reader({ reach: { patient_id: randomUUID(), organization_id: randomUUID(), relation: 'self' } }), 'Diagnoses', '');
  await reads.flush();
  expect(ledger.reads).toMatchObject([{ relation: 'self', reader_organization_id: null }]);
});

it('takes the same of one session within a minute once', async () => {
  const reads = recorder();
  const actor = reader();
  reads.note(actor, 'Diagnoses', '');
  reads.note(actor, 'Diagnoses', '');
  reads.note(actor, 'Treatments', '');
  reads.note({ ...actor, session_id: randomUUID() }, 'Diagnoses', '');
  now += 59_999;
  reads.note(actor, 'Diagnoses', '');
  now += 1;
  reads.note(actor, 'Diagnoses', '');
  await reads.flush();
  expect(ledger.reads.map(({ kind }) => kind)).toEqual(['Diagnoses', 'Treatments', 'Diagnoses', 'Diagnoses']);
});

it('has an entry for each record that an answer shows, however it was reached', async () => {
  const reads = recorder();
  const [own, mine, others] = [randomUUID(), randomUUID(), randomUUID()];
  const actor = reader({ patient_ids: [mine] });
  const first = actor.reach!.patient_id!;
  alsoReads(actor, [{ patient_id: own, organization_id: clinic }]);
  alsoReads(actor, [
    { patient_id: own, organization_id: clinic },
    { patient_id: first, organization_id: clinic },
    { patient_id: mine, organization_id: clinic },
    { patient_id: others, organization_id: randomUUID() },
  ]);
  reads.note(actor, 'Patient list', '');
  await reads.flush();
  expect(ledger.reads.map(({ patient_id, relation }) => [patient_id, relation])).toEqual([
    [first, 'own-organization'],
    [own, 'own-organization'],
    [mine, 'self'],
    [others, 'connected'],
  ]);
});

it('says of each record that an answer shows by which invitation it is known', async () => {
  const reads = recorder();
  const elsewhere = randomUUID();
  const [shared, invited, mine] = [randomUUID(), randomUUID(), randomUUID()];
  const actor = reader();
  alsoReads(actor, [
    { patient_id: shared, organization_id: elsewhere, connection_id: 'c' },
    { patient_id: invited, organization_id: elsewhere, relation: 'party', connection_id: 'i' },
    { patient_id: mine, organization_id: elsewhere, relation: 'self' },
  ]);
  reads.note(actor, 'Invitations', '');
  await reads.flush();
  expect(ledger.reads.slice(1)).toMatchObject([
    { patient_id: shared, relation: 'connected', connection_id: 'c', reader_organization_id: clinic },
    { patient_id: invited, relation: 'party', connection_id: 'i', reader_organization_id: clinic },
    { patient_id: mine, relation: 'self', connection_id: null, reader_organization_id: null },
  ]);
});

it('has an entry for each record of the same person that was read together', async () => {
  const reads = recorder();
  const elsewhere = randomUUID();
  const named = { patient_id: randomUUID(), organization_id: clinic, relation: 'own-organization' } as const;
  const beside = { patient_id: randomUUID(), organization_id: elsewhere, relation: 'connected', connection_id: randomUUID() } as const;
  reads.note(reader({ reach: { ...named, records: [named, beside] } }), 'Trends', '');
  await reads.flush();
  expect(ledger.reads).toMatchObject([named, { ...beside, reader_organization_id: clinic }]);
});

it('has no entry where nothing of a record was asked for', async () => {
  const reads = recorder();
  reads.note(reader({ reach: { organization_id: clinic, relation: 'own-organization' } }), 'History', '');
  await reads.flush();
  expect(ledger.batches).toEqual([]);
});

it('writes by itself soon after, in batches', async () => {
  const reads = recorder({ soon: 5 });
  for (let n = 0; n < 1500; n++) reads.note(reader(), 'Diagnoses', '');
  expect(ledger.batches).toEqual([]);
  while (ledger.reads.length < 1500) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(ledger.batches.map((batch) => batch.reads.length)).toEqual([1000, 500]);
});

it('never waits for a disk that does not answer', async () => {
  let open = () => {};
  ledger.gate = new Promise((resolve) => (open = resolve));
  const reads = recorder({ mostWaiting: 3 });
  reads.note(reader(), 'Diagnoses', '');
  const flushed = reads.flush();
  for (let n = 0; n < 4; n++) reads.note(reader(), 'Diagnoses', '');
  expect(reads.state).toMatchObject({ waiting: 3, lost: 2 });
  open();
  await flushed;
  await reads.flush();
  expect(ledger.reads).toHaveLength(3);
});

it('keeps what a full disk does not take, counts what is beyond, and writes both once there is room', async () => {
  const reads = recorder({ mostWaiting: 2 });
  ledger.isFull = true;
  const noteOne = () => reads.note(reader(), 'Diagnoses', '');
  noteOne();
  await reads.flush();
  expect(reads.state).toEqual({ writable: false, waiting: 1, lost: 0 });
  noteOne();
  const from = new Date((now += 1000)).toISOString();
  noteOne();
  const to = new Date((now += 1000)).toISOString();
  noteOne();
  expect(reads.state).toEqual({ writable: false, waiting: 2, lost: 2 });
  expect(alarms).toEqual([expect.stringMatching(/disk is full/), expect.stringMatching(/missing in the access ledger/)]);
  ledger.isFull = false;
  await reads.flush();
  expect(ledger.batches).toMatchObject([{ reads: [{}, {}], missing: { count: 2, from, to } }]);
  expect(reads.state).toEqual({ writable: true, waiting: 0, lost: 2 });
  noteOne();
  await reads.flush();
  expect(ledger.batches[1]).toMatchObject({ reads: [{}], missing: undefined });
});

it('takes a read that was only counted again the next time', async () => {
  const reads = recorder({ mostWaiting: 1 });
  reads.note(reader(), 'Diagnoses', '');
  const actor = reader();
  reads.note(actor, 'Diagnoses', '');
  await reads.flush();
  reads.note(actor, 'Diagnoses', '');
  await reads.flush();
  expect(ledger.reads.map(({ user_id }) => user_id)).toContain(actor.user_id);
});

it('tries again by itself', async () => {
  const reads = recorder({ soon: 1, retry: 5 });
  ledger.isFull = true;
  reads.note(reader(), 'Diagnoses', '');
  while (reads.state.writable) await new Promise((resolve) => setTimeout(resolve, 1));
  ledger.isFull = false;
  while (ledger.reads.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  expect(reads.state).toEqual({ writable: true, waiting: 0, lost: 0 });
});

it('says at the end that it ended, where it wrote anything', async () => {
  const idle = recorder();
  await idle.close();
  expect(ledger.batches).toEqual([]);
  const reads = recorder();
  reads.note(reader(), 'Diagnoses', '');
  await reads.close();
  expect(ledger.batches).toMatchObject([{ reads: [{}] }, { reads: [], ended: true }]);
});

it('tells the operator at the end what is lost', async () => {
  const reads = recorder({ mostWaiting: 2 });
  ledger.isFull = true;
  for (let n = 0; n < 5; n++) reads.note(reader(), 'Diagnoses', '');
  await reads.close();
  expect(alarms.at(-1)).toMatch(/5 reads of records could not be written/);
  expect(ledger.batches).toEqual([]);
});
