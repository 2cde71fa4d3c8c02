import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { eventContracts } from '#contracts/events';
import { Keys, type SealingKey } from '../keys/keys.ts';
import { type Engines, openEngines } from '#tests/support/engines';
import { EventLog } from './event-log.ts';
import { upcast } from './event-log.contracts.ts';
import { openData } from './event-log.sealing.ts';

const golden = (name: string) =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`./golden/${name}.json`, import.meta.url)), 'utf8')) as Record<string, unknown>;

const versions = [...eventContracts.values()].flatMap((contract) =>
  Array.from({ length: contract.schema }, (_, index) => ({ contract, type: contract.type, schema: index + 1 })),
);

/** 'LabResultRecorded.1.accepted': with a field that was added later. */
const additions = readdirSync(fileURLToPath(new URL('./golden/', import.meta.url)))
  .map((file) => file.split('.'))
  .filter((parts) => parts.length === 4)
  .map(([type = '', schema, addition]) => ({ type, schema: Number(schema), addition, contract: eventContracts.get(type)! }));

/**
 * golden/<type>.<schema>.json is an event's data as that schema stored it, with every field it had. These files are never changed: where one
 * fails, stored events can no longer be read as they were meant. A new type or schema gets a file of its own,
 * and so does an event with a field that was added later: golden/<type>.<schema>.<field>.json.
 */
describe('decision 3.9: events stored by any version are read for ever', () => {
  it.each(versions)('$type, schema $schema', ({ contract, type, schema }) => {
    const lifted = upcast(contract, schema, golden(`${type}.${schema}`));
    expect(contract.data.parse(lifted)).toEqual(lifted);
  });

  it.each(additions)('$type, schema $schema, with $addition', ({ contract, type, schema, addition }) => {
    const lifted = upcast(contract, schema, golden(`${type}.${schema}.${addition}`));
    expect(contract.data.parse(lifted)).toEqual(lifted);
  });

  it('knows events with what was accepted', () => {
    expect(additions.filter(({ addition }) => addition === 'accepted').map(({ type }) => type)).toContain('PageValidated');
  });
});

/** One event exactly as it once lay on disk, with the key that sealed it. */
const stored = golden('stored-event') as {
  key: string;
  event: { id: string; type: string; stream: string; data: string; metadata: { schema: number; command_id: string } };
  opened: { user_id: string; password_hash: string };
};

describe('decision 3.7: what was sealed once opens for ever', () => {
  it('by its key, at its place', async () => {
    const { id: event_id, type, stream, metadata, data } = stored.event;
    const keys = Object.create(Keys.prototype, {
      open: { value: async (id: string): Promise<SealingKey> => ({ id, subject: '', bytes: Buffer.from(stored.key, 'base64') }) },
    }) as Keys;
    const place = { event_id, type, stream, schema: metadata.schema };
    expect(await openData(keys, Buffer.from(data, 'utf8'), place)).toEqual(stored.opened);
  });
});

describe('decision 3.2: the id of an event follows from command, stream and place for ever', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  it('so that a command repeated after any update is recognised', async () => {
    const { stream, type, id, metadata } = stored.event;
    const context = { command_id: metadata.command_id, actor: { system: 'golden' } };
    await new EventLog(engines.store, engines.keys).append(stream, [{ type, data: stored.opened }], 'no-stream', context);
    expect((await engines.stored(stream))[0]!.id).toBe(id);
  });
});
