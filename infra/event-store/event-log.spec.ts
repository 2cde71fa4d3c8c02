import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { event, type EventContract } from '#contracts/wire/event';
import { collect, type Engines, openEngines } from '#tests/support/engines';
import { Refusal } from './decider.ts';
import { EventLog } from './event-log.ts';
import { ContractViolation, UnknownEvent } from './event-log.contracts.ts';
import type { StoredEvent } from './event-store.ts';
import { KeyDestroyed, KeysUnavailable } from '../keys/keys.ts';

const stored = { user_id: z.uuid(), code: z.string() };
const letter = event(
  'LetterWritten',
  { letter_id: z.uuid(), from: z.uuid(), to: z.uuid().optional(), text: z.string(), answer: z.string().optional() },
  {
    open: ['letter_id', 'from', 'to'],
    by: 'user',
    id: 'from',
    parts: [{ by: 'patient', id: 'to', fields: ['answer'] }],
  },
);
const note = event('NoteTaken', stored, { open: 'all' });
const contracts = (...list: EventContract[]) => new Map(list.map((contract) => [contract.type, contract]));
const known = contracts(letter, note);

let engines: Engines;
let log: EventLog;
beforeAll(async () => {
  engines = await openEngines();
  log = new EventLog(engines.store, engines.keys, known);
});
afterAll(() => engines.close());

const by = (command_id = randomUUID()) => ({ command_id, actor: { system: 'test' } });
const write = async (data: object, stream = `letter-${randomUUID()}`) => {
  await log.append(stream, [{ type: 'LetterWritten', data }], 'any', by());
  return stream;
};
const aLetter = () => ({ letter_id: randomUUID(), from: randomUUID(), text: 'Sodium was normal' });
const onDisk = async (stream: string): Promise<StoredEvent> => (await engines.stored(stream))[0]!;
const openFirst = async (stream: string, reader = log) => reader.open(await onDisk(stream));
const altered = (event: StoredEvent, data: object): StoredEvent => ({ ...event, data: Buffer.from(JSON.stringify(data)) });

describe('what an append may carry', () => {
  it('is refused in words for a person where it is more than that, and nothing is written', async () => {
    const data = { ...aLetter(), text: 'x'.repeat(800_000) };
    const stream = `letter-${randomUUID()}`;
    for (const expected of ['any', 'no-stream'] as const) {
      const append = log.append(stream, [{ type: 'LetterWritten', data }], expected, by());
      await expect(append).rejects.toThrow(Refusal);
      await expect(append).rejects.toMatchObject({ code: 'too-large', status: 422, message: expect.stringMatching(/at once/) as string });
    }
    expect(await engines.store.lastRevision(stream)).toBe(-1);
  });
});

describe('decision 3.6: the envelope is open and the data is sealed', () => {
  it('opens what it appended', async () => {
    const data = { ...aLetter(), to: randomUUID(), answer: 'Good' };
    const stream = await write(data);
    expect(await openFirst(stream)).toMatchObject({
      kind: 'opened',
      event: { type: 'LetterWritten', data },
      meta: { stream, revision: 0 },
    });
  });

  it('leaves on disk nothing readable but what the contract marks open', async () => {
    const data = aLetter();
    const raw = await onDisk(await write(data));
    const text = Buffer.from(raw.data).toString('utf8') + JSON.stringify(raw.metadata);
    expect(text).toContain(data.letter_id);
    expect(text).not.toContain('Sodium');
    expect(raw.metadata.key_ids).toHaveLength(1);
  });

  it('says who, when, for whom and by which command', async () => {
    const [organization_id, patient_id, command_id] = [randomUUID(), randomUUID(), randomUUID()];
    const context = { ...by(command_id), organization_id, patient_id, clock: () => new Date('2026-03-04T10:11:12.345Z') };
    await log.append(`note-${command_id}`, [{ type: 'NoteTaken', data: { user_id: patient_id, code: 'A' } }], 'no-stream', context);
    expect((await onDisk(`note-${command_id}`)).metadata).toEqual({
      schema: 1,
      organization_id,
      patient_id,
      command_id,
      correlation_id: command_id,
      actor: { system: 'test' },
      key_ids: [],
      recorded_at: '2026-03-04T10:11:12.345Z',
    });
  });

  it('makes the same event id for the same command, so that an append repeated is written once', async () => {
    const [context, data, stream] = [by(), aLetter(), `letter-${randomUUID()}`];
    const first = await log.append(stream, [{ type: 'LetterWritten', data }], 'no-stream', context);
    const again = await log.append(stream, [{ type: 'LetterWritten', data }], 'no-stream', context);
    expect(again).toEqual(first);
    expect(await engines.stored(stream)).toHaveLength(1);
  });

  it('refuses data that breaks its contract, naming fields and no values', async () => {
    const attempt = write({ ...aLetter(), text: undefined, to: 'Miller' });
    await expect(attempt).rejects.toThrow(ContractViolation);
    await expect(attempt).rejects.toThrow(/to \(.*text \(/);
    await expect(attempt).rejects.not.toThrow(/Miller/);
  });

  it('stores no field that the contract does not know', async () => {
    const stream = await write({ ...aLetter(), password: 'secret' });
    expect(JSON.stringify(await openFirst(stream))).not.toContain('secret');
  });
});

describe('decision 3.7: unsealing yields the data, or says destroyed, unavailable or forged', () => {
  it('is erased once the key of its subject is destroyed, and no key is made again', async () => {
    const data = aLetter();
    const stream = await write(data);
    await engines.keys.destroy(`user:${data.from}`);
    expect(await openFirst(stream)).toMatchObject({ kind: 'erased', type: 'LetterWritten', meta: { stream } });
    await expect(write(data)).rejects.toThrow(KeyDestroyed);
  });

  it('keeps one subject readable when another one of the same event was erased', async () => {
    const data = { ...aLetter(), to: randomUUID(), answer: 'Good' };
    const stream = await write(data);
    await engines.keys.destroy(`patient:${data.to}`);
    const opened = await openFirst(stream);
    expect(opened).toMatchObject({ kind: 'opened', event: { data: { text: data.text } } });
    expect(opened.kind === 'opened' && opened.event.data).not.toHaveProperty('answer');
  });

  it('throws when a key is not to be had, and never takes that for destroyed', async () => {
    const raw = await onDisk(await write(aLetter()));
    const parsed = JSON.parse(Buffer.from(raw.data).toString()) as { sealed: { key: string }[] };
    parsed.sealed[0]!.key = randomUUID();
    await expect(log.open(altered(raw, parsed))).rejects.toThrow(KeysUnavailable);
  });

  it('seals nothing under a second key where the one of a subject is missing', async () => {
    const data = aLetter();
    await log.append(`user-${data.from}`, [{ type: 'LetterWritten', data }], 'no-stream', by());
    const older = await openEngines();
    const withOlderKeys = new EventLog(engines.store, older.keys, known);
    const stream = `letter-${randomUUID()}`;
    await expect(withOlderKeys.append(stream, [{ type: 'LetterWritten', data }], 'any', by())).rejects.toThrow(KeysUnavailable);
    await withOlderKeys.append(stream, [{ type: 'LetterWritten', data: aLetter() }], 'any', by());
    await older.close();
  });

  it.each([
    ['an altered box', (data: { sealed: { box: string }[] }) => (data.sealed[0]!.box = `AAAA${data.sealed[0]!.box.slice(4)}`)],
    ['no JSON', () => undefined],
    ['no parts', (data: { sealed?: unknown }) => delete data.sealed],
  ])('is forged: %s', async (_, change) => {
    const raw = await onDisk(await write(aLetter()));
    const parsed = JSON.parse(Buffer.from(raw.data).toString());
    const result = change(parsed);
    const bytes = result === undefined ? Buffer.from('{') : Buffer.from(JSON.stringify(parsed));
    expect(await log.open({ ...raw, data: bytes })).toMatchObject({ kind: 'forged', type: 'LetterWritten' });
  });

  it('is forged when the box was moved to another event, stream, type or schema', async () => {
    const raw = await onDisk(await write(aLetter()));
    const later = contracts({ ...letter, schema: 2, upcasters: { 1: (data) => data } });
    for (const moved of [{ id: randomUUID() }, { stream: `letter-${randomUUID()}` }]) {
      expect(await log.open({ ...raw, ...moved })).toMatchObject({ kind: 'forged' });
    }
    const relabelled = { ...raw, metadata: { ...raw.metadata, schema: 2 } };
    expect(await new EventLog(engines.store, engines.keys, later).open(relabelled)).toMatchObject({ kind: 'forged' });
  });

  it('is forged when the stored bytes no longer have their hash', async () => {
    const raw = await onDisk(await write(aLetter()));
    expect(await log.open({ ...raw, intact: false })).toMatchObject({ kind: 'forged', reason: expect.stringContaining('hash') });
  });

  it('is unverified on a stream that decides about access, and nothing of it counts but its place', async () => {
    const raw = await onDisk(await write(aLetter()));
    const [user, id] = [randomUUID(), raw.id];
    const envelope = { ...raw.metadata, organization_id: randomUUID(), recorded_at: '2099-01-01T00:00:00.000Z' };
    const { stream, revision, position } = { ...raw, stream: `user-${user}` };
    expect(await log.open({ ...raw, stream, metadata: envelope, intact: false })).toEqual({
      kind: 'opened',
      event: { type: 'AccessUnverified', data: { id: user, type: 'LetterWritten' } },
      meta: {
        ...{ event_id: id, stream, revision, position, schema: 1, command_id: '', correlation_id: '' },
        ...{ actor: { system: 'unknown' }, key_ids: [], recorded_at: '1970-01-01T00:00:00.000Z' },
      },
    });
  });
});

describe('decision 3.9: stored events are for ever', () => {
  const renamed = event('NoteTaken', { user_id: z.uuid(), codes: z.array(z.string()) }, { open: 'all' }, 3, {
    1: ({ code, ...rest }) => ({ ...rest, codes: code }),
    2: ({ codes, ...rest }) => ({ ...rest, codes: [codes] }),
  });

  it('lifts an old event step by step to the present schema', async () => {
    const [stream, user_id] = [`note-${randomUUID()}`, randomUUID()];
    await log.append(stream, [{ type: 'NoteTaken', data: { user_id, code: 'A' } }], 'no-stream', by());
    const present = new EventLog(engines.store, engines.keys, contracts(renamed));
    expect(await openFirst(stream, present)).toMatchObject({ event: { data: { user_id, codes: ['A'] } }, meta: { schema: 1 } });
  });

  it('stops at an event of a newer release instead of guessing', async () => {
    const [stream, user_id] = [`note-${randomUUID()}`, randomUUID()];
    const newer = new EventLog(engines.store, engines.keys, contracts(renamed));
    await newer.append(stream, [{ type: 'NoteTaken', data: { user_id, codes: ['A'] } }], 'no-stream', by());
    await expect(collect(log.read(stream))).rejects.toThrow(UnknownEvent);
    await expect(openFirst(stream, new EventLog(engines.store, engines.keys, contracts(letter)))).rejects.toThrow(UnknownEvent);
  });
});
