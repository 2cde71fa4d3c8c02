import { z } from 'zod';
import { Disease } from '#contracts/diagnoses/diagnoses';
import { DoseForm } from '#contracts/treatments/dosages';
import { messages } from '#contracts/rules/messages';
import { Comment, Id, Instant, LocalDateTime } from '#contracts/wire/primitives';
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

const failure = async (value: unknown, schema: z.ZodType = Form): Promise<InvalidInput | undefined> => {
  try {
    await validationPipe().transform(value, { type: 'body', schema });
  } catch (error) {
    if (error instanceof InvalidInput) return error;
    throw error;
  }
  return undefined;
};
const refused = async (value: unknown): Promise<unknown> => (await failure(value))?.fields;

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

  it.each<[string, z.ZodType, unknown, unknown]>([
    ['a date', LocalDateTime, '2026-02-30T00:00:00', 'YYYY-MM-DDTHH:mm:ss'],
    ['a date that is no text', LocalDateTime, 7, 'YYYY-MM-DDTHH:mm:ss'],
    ['a time of recording', Instant, 'now', 'YYYY-MM-DDTHH:mm:ss.sssZ'],
    ['an id', Id, 'SECRET', 'UUID'],
    ['an enumeration', z.enum(['Female', 'Male']), 'SECRET', ['Female', 'Male']],
    ['an enumeration that is missing', z.enum(['Female', 'Male']), null, ['Female', 'Male']],
    ['one value of several', z.union([z.literal(0), z.literal(1)]), 7, [0, 1]],
    ['a number', z.number(), 'SECRET', 'number'],
    ['a whole number', z.int(), 1.5, 'integer'],
    ['a number that is too small', z.number().positive(), -7, 'more than 0'],
    ['a number that is too large', z.number().max(200), 777, 'at most 200'],
    ['a text', z.string(), 7, 'string'],
    ['a text that is too long', z.string().max(3), 'SECRET', 'at most 3 characters'],
    ['a list that is too short', z.array(z.int()).min(2), [7], 'at least 2 entries'],
    ['a list that is missing', z.array(z.int()), undefined, 'array'],
    ['a choice', z.boolean(), 'SECRET', 'boolean'],
    ['digits', z.string().regex(/^\d{10}$/), 'SECRET', 'text that matches /^\\d{10}$/'],
    ['a text that is missing, of which the error says all', Id, undefined, undefined],
    ['a comment that is empty, of which the error says all', Comment, ' ', undefined],
  ])('says what is expected of %s, and never what was sent', async (_name, schema, sent, expected) => {
    const found = await failure({ rows: [{ field: sent }] }, z.object({ rows: z.array(z.object({ field: schema })) }));
    expect(found?.fields).toEqual({ 'rows.0.field': [expect.any(String)] });
    expect(found?.expected).toEqual(expected === undefined ? {} : { 'rows.0.field': expected });
    expect(JSON.stringify(found)).not.toMatch(/SECRET|777/);
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ['a choice', z.boolean(), 'true', 'Must be true or false'],
    ['a number', z.number(), 'x', 'Field should be number'],
    ['a number that is too small', z.number().min(0), -1, 'Must be at least 0'],
    ['a number that is not positive', z.number().positive(), 0, 'Must be greater than 0'],
    ['a number that is not above', z.number().gt(3), 3, 'Must be more than 3'],
    ['a number that is too large', z.number().max(200), 201, 'Must be at most 200'],
    ['a number that is not below', z.number().lt(3), 3, 'Must be less than 3'],
    ['a number of an address', z.coerce.number().int().min(0), 'x', 'Field should be number'],
    ['a whole number', z.int(), 1.5, 'Must be a whole number'],
    ['a text', z.string(), 7, 'Field should be in a proper format'],
    ['an empty text', z.string().min(1), '', 'Field is required'],
    ['a short text', z.string().min(3), 'x', 'Must be 3 characters or more'],
    ['a long text', z.string().max(3), 'long', 'Must be 3 characters or fewer'],
    ['a text of another length', z.string().length(3), 'long', 'Must be 3 characters'],
    ['an id', Id, 'x', 'Field should be in a proper format'],
    ['digits', z.string().regex(/^\d$/), 'x', 'Field should be in a proper format'],
    ['a list', z.array(z.int()), 7, 'Must be a list'],
    ['a short list', z.array(z.int()).min(2), [1], 'Must have 2 entries or more'],
    ['a long list', z.array(z.int()).max(1), [1, 2], 'Must have 1 entry or fewer'],
    ['an object', z.object({}), 7, 'Field should be in a proper format'],
    ['an enumeration', z.enum(['Female', 'Male']), 'x', 'Must be one of Female, Male'],
    ['one value', z.literal('Day'), 'x', 'Must be Day'],
    ['one value of several', z.union([z.literal(0), z.literal(1)]), 7, 'Must be one of 0, 1'],
    ['one kind of several', Kind, { type: 'c' }, 'Must be one of a, b'],
    ['one type of several', z.union([z.int(), z.string()]), true, 'Field should be in a proper format'],
    ['the form of a dose', DoseForm, 'per pill', 'Must be one of per tablet, total dose'],
    ['the form of a dose that is missing', DoseForm, null, 'Field is required'],
    ['a disease that is none', Disease, 7, 'Field should be in a proper format'],
    ['a disease that is missing', Disease, undefined, 'Field is required'],
  ])('says in plain words what is wrong with %s', async (_name, schema, sent, text) =>
    expect(Object.values((await failure({ field: sent }, z.object({ field: schema })))?.fields ?? {})).toEqual([[text]]),
  );

  it('says which kinds there are', async () =>
    expect((await failure({ ...right, kind: { type: 'c' } }))?.expected).toEqual({ 'kind.type': ['a', 'b'] }));
});
