import { bySlice, callsOf, fieldsOf, matching, type OpenApi, typeOf } from './api-docs.model.ts';

const document: OpenApi = {
  info: { version: '1' },
  paths: {
    '/api/lab-results/{id}': {
      put: {
        ...{ operationId: 'put', tags: ['lab-results'], summary: 'Correct', description: 'More.\n\nWho may: Doctors.' },
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { $ref: '#/components/parameters/Key' } as never,
        ],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { unit: { type: 'string' } } } } } },
        responses: {
          200: { description: 'Done', content: { 'application/json': { schema: { $ref: '#/components/schemas/Tree' } } } },
          404: { $ref: '#/components/responses/404', description: '' },
        },
      },
    },
  },
  components: {
    schemas: {
      Tree: {
        type: 'object',
        required: ['name'],
        properties: { name: { type: 'string' }, leaves: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
      },
    },
    parameters: { Key: { name: 'Key', in: 'header', schema: { type: 'string', format: 'uuid' } } },
    responses: { 404: { description: 'Missing' } },
  },
};

it('reads a call with what it refers to', () => {
  const [call] = callsOf(document);
  expect(call).toMatchObject({
    method: 'PUT',
    path: '/api/lab-results/{id}',
    answerOf: '200 application/json',
    says: ['More.', 'Who may: Doctors.'],
  });
  expect(call?.parameters.map(({ name, type, isRequired }) => [name, type, isRequired])).toEqual([
    ['id', 'string, in the path', true],
    ['Key', 'string (uuid), in the header', false],
  ]);
  expect(call?.problems).toEqual([{ status: '404', description: 'Missing' }]);
});

it('opens a schema that holds itself once', () => {
  expect(fieldsOf({ $ref: '#/components/schemas/Tree' }, document.components.schemas).map(({ name, type }) => [name, type])).toEqual([
    ['name', 'string'],
    ['leaves', 'list of Tree'],
  ]);
});

it.each([
  [{ enum: ['a', 'b'] }, '"a" | "b"'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string or null'],
  [{ const: true }, 'true'],
  [{}, 'any'],
])('says what type %j is', (schema, words) => expect(typeOf(schema)).toBe(words));

it('finds calls by all typed words, in address, words and fields', () => {
  const calls = callsOf(document);
  expect(matching(calls, 'LAB unit').length).toBe(1);
  expect(matching(calls, 'lab nothing')).toEqual([]);
  expect(bySlice(calls).map(([title]) => title)).toEqual(['Lab results']);
});
