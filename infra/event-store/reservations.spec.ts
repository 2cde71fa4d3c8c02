import { randomUUID } from 'node:crypto';
import { type Engines, openEngines } from '#tests/support/engines';
import type { Actor } from './actor.ts';
import type { Decider } from './decider.ts';
import { Reservations } from './reservations.ts';

const system: Actor = { kind: 'system', part: 'test' };

type OrganizationRegistered = { type: 'OrganizationRegistered'; data: { organization_id: string } };

let engines: Engines;
let now: number;
let reservations: Reservations;
beforeAll(async () => {
  engines = await openEngines();
});
beforeEach(() => {
  now = Date.parse('2026-03-04T10:00:00.000Z');
  reservations = new Reservations(engines.log, engines.keys, () => new Date(now));
});
afterAll(() => engines.close());

/** Any item with a name that must be unique. */
const item: Decider<boolean, { type: 'Create'; command_id: string; data: { id: string } }, OrganizationRegistered> = {
  initial: false,
  evolve: () => true,
  decide: ({ data }, exists) => {
    const facts = { status: 'Approved', name: 'Clinic', address: 'Street', city: 'Bern', zip: '3000', phone: '123', time_zone: 'UTC' };
    return exists ? [] : [{ type: 'OrganizationRegistered', data: { organization_id: data.id, ...facts } }];
  },
};
const streamOf = (id: string) => `organization-${id}`;
const create = (id: string) =>
  engines.streams.transact(item, streamOf(id), { type: 'Create', command_id: randomUUID(), data: { id } }, system, {});
const reserve = (value: string, id: string) => reservations.reserve('username', value, streamOf(id), id, system, 'This name is taken');
const names = () => `name-${randomUUID()}`;

describe('decision 3.5: a value has one owner across streams', () => {
  it('belongs to who reserved it first, and the refusal speaks of the field', async () => {
    const [name, first, second] = [names(), randomUUID(), randomUUID()];
    await reserve(name, first);
    await expect(reserve(name, second)).rejects.toMatchObject({ status: 409, fields: { username: ['This name is taken'] } });
    expect(await reservations.ownerOf('username', name)).toBe(first);
  });

  it('goes to exactly one of many who ask at once', async () => {
    const [name, ids] = [names(), Array.from({ length: 12 }, () => randomUUID())];
    const results = await Promise.allSettled(ids.map((id) => reserve(name, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is reserved again by its owner without a trace', async () => {
    const [name, id] = [names(), randomUUID()];
    await reserve(name, id);
    const before = await engines.store.head();
    await reserve(name, id);
    expect(await engines.store.head()).toBe(before);
  });

  it('is free again once its owner released it, and nobody else can release it', async () => {
    const [name, first, second] = [names(), randomUUID(), randomUUID()];
    await reserve(name, first);
    await reservations.release('username', name, second, system);
    expect(await reservations.ownerOf('username', name)).toBe(first);
    await reservations.release('username', name, first, system);
    expect(await reservations.ownerOf('username', name)).toBeUndefined();
    await reserve(name, second);
    expect(await reservations.ownerOf('username', name)).toBe(second);
  });

  it('keeps values of different kinds apart, and shows none in the log', async () => {
    const [name, first, second] = [names(), randomUUID(), randomUUID()];
    await reserve(name, first);
    await reservations.reserve('social-security-number', name, streamOf(second), second, system);
    for await (const stored of engines.store.readAll()) {
      expect(`${stored.stream}${Buffer.from(stored.data).toString()}${JSON.stringify(stored.metadata)}`).not.toContain(name);
    }
  });
});

describe('a value that goes from one item to the next', () => {
  const claim = (value: string, id: string, isOver = false) =>
    reservations.claim('invitation', value, streamOf(id), id, async () => isOver, system);

  it('is of the first of many who ask at once, for all of them, created or not', async () => {
    const [value, ids] = [names(), Array.from({ length: 12 }, () => randomUUID())];
    const [holder, ...others] = await Promise.all(ids.map((id) => claim(value, id)));
    expect(ids).toContain(holder);
    expect(new Set(others)).toEqual(new Set([holder]));
  });

  it('is of the next as soon as its holder has no use for it, and the holder leaves no further trace', async () => {
    const [value, first, second] = [names(), randomUUID(), randomUUID()];
    await claim(value, first);
    const before = await engines.store.head();
    expect(await claim(value, first, true)).toBe(first);
    expect(await claim(value, second)).toBe(first);
    expect(await engines.store.head()).toBe(before);
    expect(await claim(value, second, true)).toBe(second);
    expect(await claim(value, first)).toBe(second);
  });
});

describe('decision 3.5: a reservation that nothing followed', () => {
  it('is not taken over within the minute', async () => {
    const [name, first] = [names(), randomUUID()];
    await reserve(name, first);
    now += 59_000;
    await expect(reserve(name, randomUUID())).rejects.toMatchObject({ status: 409 });
    await create(first);
  });

  it('is taken over after a minute, and then its first owner can never be created', async () => {
    const [name, first, second] = [names(), randomUUID(), randomUUID()];
    await reserve(name, first);
    now += 61_000;
    await reserve(name, second);
    expect(await reservations.ownerOf('username', name)).toBe(second);
    await expect(create(first)).rejects.toMatchObject({ code: 'abandoned', status: 409 });
    await create(second);
  });

  it('is taken over where the clock was put back since, so that none stands for a year', async () => {
    const [name, first, second] = [names(), randomUUID(), randomUUID()];
    await reserve(name, first);
    now -= 365 * 24 * 3_600_000;
    await reserve(name, second);
    await expect(create(first)).rejects.toMatchObject({ code: 'abandoned', status: 409 });
    await create(second);
  });

  it('stays with an owner that was created meanwhile, although nobody confirmed it', async () => {
    const [name, first] = [names(), randomUUID()];
    await reserve(name, first);
    await create(first);
    now += 61_000;
    await expect(reserve(name, randomUUID())).rejects.toMatchObject({ status: 409 });
    expect(await reservations.ownerOf('username', name)).toBe(first);
  });

  it('stays with its owner for good once it was confirmed; confirming twice leaves one event', async () => {
    const [name, first] = [names(), randomUUID()];
    await reserve(name, first);
    await reservations.confirm('username', name, first, system);
    const before = await engines.store.head();
    await reservations.confirm('username', name, first, system);
    expect(await engines.store.head()).toBe(before);
    now += 600_000;
    await expect(reserve(name, randomUUID())).rejects.toMatchObject({ status: 409 });
  });

  it('goes to exactly one of several who take over at once, whatever the first owner does at that moment', async () => {
    const [name, first, others] = [names(), randomUUID(), Array.from({ length: 6 }, () => randomUUID())];
    await reserve(name, first);
    now += 61_000;
    const [created, ...taken] = await Promise.allSettled([create(first), ...others.map((id) => reserve(name, id))]);
    const winners = taken.filter(({ status }) => status === 'fulfilled').length + (created.status === 'fulfilled' ? 1 : 0);
    expect(winners).toBe(1);
  });
});
