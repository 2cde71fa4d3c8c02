import { z } from 'zod';
import { messages } from '#contracts/messages';
import { InvalidInput } from './problems.ts';
import { validationPipe } from './validation.ts';

const Kind = z.discriminatedUnion('type', [z.object({ type: z.literal('a') }), z.object({ type: z.literal('b') })]);
const Form = z.object({
  name: z.string(),
  version: z.int(),
  draft: z.boolean(),
  status: z.enum(['Approved', 'Rejected']),
  state: z.union([z.literal(0), z.literal(1)]),
  id: z.uuid(),
  rows: z.array(z.object({ value: z.string().min(1, 'Mine') })),
  person: z.object({ last_name: z.string() }),
  kind: Kind,
  own: z.string({ error: 'Say who' }),
  note: z.string().optional(),
});
const right = {
  name: 'x',
  version: 0,
  draft: false,
  status: 'Approved',
  state: 0,
  id: '2f3c7f0e-5d3a-4c0e-9c55-7b7c0c9d41aa',
  rows: [],
  person: { last_name: 'x' },
  kind: { type: 'a' },
  own: 'x',
};

const refused = async (value: unknown): Promise<unknown> => {
  try {
    await validationPipe().transform(value, { type: 'body', schema: Form });
  } catch (error) {
    if (error instanceof InvalidInput) return error.fields;
    throw error;
  }
  return undefined;
};

describe('input that its schema does not allow', () => {
  it('lets through what is right', async () => expect(await refused(right)).toBeUndefined());

  it('says of each field that is missing that it is required', async () => {
    const all = Object.fromEntries(Object.keys(right).map((field) => [field, [field === 'own' ? 'Say who' : messages.required]]));
    expect(await refused({})).toEqual(all);
    expect(await refused(Object.fromEntries(Object.keys(right).map((field) => [field, null])))).toEqual(all);
  });

  it('says so of fields within fields', async () =>
    expect(await refused({ ...right, rows: [{ value: '' }, {}], person: {}, kind: {} })).toEqual({
      'rows.0.value': ['Mine'],
      'rows.1.value': [messages.required],
      'person.last_name': [messages.required],
      'kind.type': [messages.required],
    }));

  it('says so where nothing was sent', async () => expect(await refused(undefined)).toEqual({ body: [messages.required] }));

  it('does not call required what is there and wrong', async () => {
    const fields = (await refused({ ...right, name: 7, version: 'x', status: 'Lost', state: 3, kind: { type: 'c' }, note: 4 })) as object;
    expect(Object.keys(fields)).toEqual(['name', 'version', 'status', 'state', 'kind.type', 'note']);
    expect(JSON.stringify(fields)).not.toContain(messages.required);
  });
});
