import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import type { EventOf } from '#contracts/wire/event';
import { patientEvents } from '#contracts/people/patients';
import { type Engines, openEngines } from '#tests/support/engines';
import type { Actor } from './actor.ts';
import { type Decider, Refusal } from './decider.ts';
import { ForgedEvent } from './event-log.ts';
import { EventLog } from './event-log.ts';
import { readToken } from './position-token.ts';
import { Stale } from './stale.ts';
import { Streams } from './streams.ts';

type Event = EventOf<(typeof patientEvents)[number]>;
type Name = { first_name: string };
type Command =
  | { type: 'Register'; command_id: string; data: Name }
  | { type: 'Rename'; command_id: string; data: Name & { version?: number } }
  | { type: 'Count'; command_id: string; data: Record<string, never> };

const [organization_id, patient_id] = [randomUUID(), randomUUID()];
const facts = (first_name: string) => ({
  patient_id,
  organization_id,
  first_name,
  last_name: 'Quill',
  sex: 'Other' as const,
  date_of_birth: '1960-01-01T00:00:00',
  city_of_birth: 'Bern',
  country_of_birth: 'CH',
  social_security_number: '123456789',
  agreed_to_research: true,
  fhir_synchronization_enabled: false,
  comment: 'New entry',
});

/** A patient by first name; `Count` appends the number of letters, so that lost updates show. */
const decider: Decider<string, Command, Event> = {
  initial: '',
  evolve: (state, event) => ('first_name' in event.data ? event.data.first_name : state),
  decide: (command, state) => {
    if (command.type === 'Register') return [{ type: 'PatientRegistered', data: facts(command.data.first_name) }];
    if (state === '') throw new Refusal('gone', 'gone', {}, 404);
    const name = command.type === 'Count' ? `${state}x` : command.data.first_name;
    return name === state ? [] : [{ type: 'PatientCorrected', data: facts(name) }];
  },
  shown: (state) => ({ first_name: state }),
};

const doctor: Actor = {
  kind: 'user',
  user_id: randomUUID(),
  session_id: randomUUID(),
  roles: ['Doctor'],
  organization_id,
  patient_ids: [],
  name: 'D',
};
const stranger: Actor = { ...doctor, user_id: randomUUID(), organization_id: randomUUID() };
const colleague: Actor = { ...doctor, user_id: randomUUID() };
const scope = { organization_id, patient_id };

let engines: Engines;
let streams: Streams;
beforeAll(async () => {
  engines = await openEngines();
  streams = engines.streams;
});
afterAll(() => engines.close());

const send = (stream: string, type: Command['type'], data: object = {}, actor: Actor = doctor, command_id: string = randomUUID()) =>
  streams.transact(decider, stream, { type, command_id, data } as Command, actor, scope);
const registered = async (first_name = 'Ada') => {
  const stream = `patient-${randomUUID()}`;
  const accepted = await send(stream, 'Register', { first_name });
  return { stream, accepted };
};
const refusal = async (attempt: Promise<unknown>): Promise<Refusal> => {
  const error = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Refusal);
  return error as Refusal;
};

it('records no event before the last one of its stream, whatever the clock says', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval', 'setTimeout'] });
  const { stream } = await registered();
  jest.setSystemTime(Date.now() - 3_600_000);
  await send(stream, 'Rename', { first_name: 'Bea' });
  const [first, second] = await engines.events(stream);
  expect(second!.meta.recorded_at).toBe(first!.meta.recorded_at);
  jest.useRealTimers();
});

describe('decision 3.1: the revision of a stream is the version of its item', () => {
  it('answers id, version and position of what was appended', async () => {
    const { stream, accepted } = await registered();
    expect(accepted).toEqual({ id: stream.slice('patient-'.length), version: 0, position: expect.any(String) });
    const changed = await send(stream, 'Rename', { first_name: 'Bea', version: 0 });
    expect(changed.version).toBe(1);
    const [, last] = await engines.stored(stream);
    expect(readToken(changed.position)).toEqual({ log_id: engines.store.log_id, position: last!.position });
  });

  it('appends nothing for a command that was already honoured, and says where the item stands', async () => {
    const { stream, accepted } = await registered();
    expect(await send(stream, 'Rename', { first_name: 'Ada', version: 0 })).toEqual(accepted);
    expect(await engines.stored(stream)).toHaveLength(1);
  });
});

describe('decision 3.2: a command repeated is answered, not repeated', () => {
  it('answers the same again, also when the item has moved on since', async () => {
    const { stream } = await registered();
    const key = randomUUID();
    const first = await send(stream, 'Rename', { first_name: 'Bea', version: 0 }, doctor, key);
    await send(stream, 'Rename', { first_name: 'Cleo', version: 1 });
    expect(await send(stream, 'Rename', { first_name: 'Bea', version: 0 }, doctor, key)).toEqual(first);
    expect(await engines.stored(stream)).toHaveLength(3);
  });

  it('writes once what arrives many times at once', async () => {
    const [stream, key] = [`patient-${randomUUID()}`, randomUUID()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(stream, 'Register', { first_name: 'Ada' }, doctor, key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await engines.stored(stream)).toHaveLength(1);
  });

  it('refuses the command_id of somebody else', async () => {
    const { stream } = await registered();
    const key = randomUUID();
    await send(stream, 'Rename', { first_name: 'Bea' }, doctor, key);
    expect(await refusal(send(stream, 'Rename', { first_name: 'Bea' }, colleague, key))).toMatchObject({ status: 409 });
    await expect(streams.repeated(stream, key, colleague)).rejects.toMatchObject({ status: 409 });
  });

  describe('ruling 60: the same key with another content', () => {
    const saying = (sent: string): Actor => ({ ...doctor, sent });
    const reused = { code: 'key-reused', status: 422 };

    it('is refused, in whichever way it is asked, and changes nothing', async () => {
      const { stream } = await registered();
      const key = randomUUID();
      const first = await send(stream, 'Rename', { first_name: 'Bea' }, saying('Bea'), key);
      expect(await refusal(send(stream, 'Rename', { first_name: 'Cleo' }, saying('Cleo'), key))).toMatchObject(reused);
      expect(await refusal(streams.repeated(stream, key, saying('Cleo')))).toMatchObject(reused);
      expect(await send(stream, 'Rename', { first_name: 'Bea' }, saying('Bea'), key)).toEqual(first);
      expect(await engines.stored(stream)).toHaveLength(2);
    });

    it('is refused where both arrive at once: one of them is saved', async () => {
      const [stream, key] = [`patient-${randomUUID()}`, randomUUID()];
      const names = ['Ada', 'Bea', 'Ada', 'Cleo'];
      const answers = await Promise.allSettled(
        names.map((first_name) => send(stream, 'Register', { first_name }, saying(first_name), key)),
      );
      const { state } = await streams.load(decider, stream, doctor);
      expect(names.filter((_, n) => answers[n]!.status === 'fulfilled')).toEqual(names.filter((name) => name === state));
      for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(reused);
      expect(await engines.stored(stream)).toHaveLength(1);
    });

    it('is answered as before where the first was kept without a fingerprint', async () => {
      const { stream } = await registered();
      const key = randomUUID();
      const first = await send(stream, 'Rename', { first_name: 'Bea' }, doctor, key);
      expect((await engines.stored(stream))[1]!.metadata).not.toHaveProperty('fingerprint');
      expect(await send(stream, 'Rename', { first_name: 'Cleo' }, saying('Cleo'), key)).toEqual(first);
    });

    it('is another person’s key before it is another content', async () => {
      const { stream } = await registered();
      const key = randomUUID();
      await send(stream, 'Rename', { first_name: 'Bea' }, saying('Bea'), key);
      const other = { ...colleague, sent: 'Cleo' };
      expect(await refusal(send(stream, 'Rename', { first_name: 'Cleo' }, other, key))).toMatchObject({ code: 'command-of-another' });
    });

    it('is decided anew where the first one changed nothing', async () => {
      const { stream } = await registered();
      const key = randomUUID();
      expect((await send(stream, 'Rename', { first_name: 'Ada' }, saying('Ada'), key)).version).toBe(0);
      expect((await send(stream, 'Rename', { first_name: 'Bea' }, saying('Bea'), key)).version).toBe(1);
    });

    it('is not asked of parts of the system: their keys follow from what they react to, whatever a later release says of it', async () => {
      const { stream } = await registered();
      const [key, reactions] = [randomUUID(), { kind: 'system', part: 'reactions' } as const];
      const first = await send(stream, 'Rename', { first_name: 'Bea' }, reactions, key);
      expect(await send(stream, 'Rename', { first_name: 'Cleo' }, reactions, key)).toEqual(first);
    });
  });

  it('tells a handler what the command was answered before', async () => {
    const { stream } = await registered();
    const key = randomUUID();
    expect(await streams.repeated(stream, key, doctor)).toBeUndefined();
    const answer = await send(stream, 'Count', {}, doctor, key);
    expect(await streams.repeated(stream, key, doctor)).toEqual(answer);
  });
});

describe('decision 3.3: stale is 409', () => {
  it('answers the present state in the form’s shape to a command with an older version', async () => {
    const { stream } = await registered();
    await send(stream, 'Rename', { first_name: 'Bea', version: 0 });
    const late = send(stream, 'Rename', { first_name: 'Cleo', version: 0 }, colleague);
    await expect(late).rejects.toBeInstanceOf(Stale);
    await expect(late).rejects.toMatchObject({ current: { first_name: 'Bea' }, version: 1 });
    expect(await engines.stored(stream)).toHaveLength(2);
  });

  it('lets one of two writers with the same version through', async () => {
    const { stream } = await registered();
    const both = await Promise.allSettled(['Bea', 'Cleo'].map((first_name) => send(stream, 'Rename', { first_name, version: 0 })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('decides a command without a version anew when somebody else wrote in between', async () => {
    const { stream } = await registered('A');
    await Promise.all(Array.from({ length: 5 }, () => send(stream, 'Count')));
    expect((await streams.load(decider, stream, doctor)).state).toBe('Axxxxx');
  });
});

describe('decision 3.4: scope before all', () => {
  it('answers somebody outside like something that does not exist', async () => {
    const { stream } = await registered();
    const missing = await refusal(send(`patient-${randomUUID()}`, 'Rename', { first_name: 'X', version: 0 }, stranger));
    const foreign = await refusal(send(stream, 'Rename', { first_name: 'X', version: 9 }, stranger));
    expect(foreign).toEqual(missing);
    expect(foreign.status).toBe(404);
    expect(await refusal(streams.load(decider, stream, stranger))).toEqual(missing);
    expect(await refusal(streams.load(decider, `patient-${randomUUID()}`, doctor))).toEqual(missing);
  });

  it('also where a command_id of inside is repeated from outside', async () => {
    const [stream, key] = [`patient-${randomUUID()}`, randomUUID()];
    await send(stream, 'Register', { first_name: 'Ada' }, doctor, key);
    expect((await refusal(send(stream, 'Register', { first_name: 'Ada' }, stranger, key))).status).toBe(404);
    expect((await refusal(streams.repeated(stream, key, stranger))).status).toBe(404);
  });

  it('keeps the scope of the first event, whatever a later command claims', async () => {
    const { stream } = await registered();
    const command: Command = { type: 'Count', command_id: randomUUID(), data: {} };
    await streams.transact(decider, stream, command, doctor, { organization_id: randomUUID() });
    expect((await engines.stored(stream))[1]!.metadata).toMatchObject(scope);
  });

  it('creates nothing where no scope is given', async () => {
    const command: Command = { type: 'Register', command_id: randomUUID(), data: { first_name: 'Ada' } };
    expect((await refusal(streams.transact(decider, `patient-${randomUUID()}`, command, doctor))).status).toBe(404);
  });
});

describe('what a stream may hold', () => {
  it('stops at an event whose bytes were changed', async () => {
    const { stream } = await registered();
    const tampered = Object.create(engines.store, {
      readStream: {
        value: async function* (name: string) {
          for await (const event of engines.store.readStream(name)) yield { ...event, intact: false };
        },
      },
    });
    const onTampered = new Streams(new EventLog(tampered, engines.keys));
    const command: Command = { type: 'Count', command_id: randomUUID(), data: {} };
    await expect(onTampered.transact(decider, stream, command, doctor)).rejects.toThrow(ForgedEvent);
  });

  it('counts an erased event for the version and folds nothing of it', async () => {
    const own = randomUUID();
    const stream = `patient-${own}`;
    const command: Command = { type: 'Register', command_id: randomUUID(), data: { first_name: 'Ada' } };
    const ofOwn: typeof decider = {
      ...decider,
      decide: (sent, state) =>
        decider.decide(sent, state).map((event) => ({ ...event, data: { ...event.data, patient_id: own } }) as Event),
    };
    await streams.transact(ofOwn, stream, command, doctor, { organization_id, patient_id: own });
    await engines.keys.destroy(`patient:${own}`);
    expect(await streams.load(ofOwn, stream, doctor)).toMatchObject({ state: '', version: 0 });
    const again: Command = { type: 'Register', command_id: randomUUID(), data: { first_name: 'Ada' } };
    expect(await refusal(streams.transact(ofOwn, stream, again, doctor))).toMatchObject({ code: 'erased', status: 404 });
  });

  it('can never begin once it was abandoned', async () => {
    const stream = `patient-${randomUUID()}`;
    const abandoned = { type: 'Abandoned', data: { owner_id: randomUUID() } };
    await engines.log.append(stream, [abandoned], 'no-stream', { command_id: randomUUID(), actor: { system: 'test' } });
    expect(await refusal(send(stream, 'Register', { first_name: 'Ada' }))).toMatchObject({ code: 'abandoned', status: 409 });
  });
});
