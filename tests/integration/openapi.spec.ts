import { Validator } from '@seriousme/openapi-schema-validator';
import { policy, type Rule } from '#contracts/policy';
import { DEMO_PASSWORD, demoId } from '#services/cli/demo/clinic';
import { compareWith, type OpenApi } from '#tests/support/openapi';
import { localHeader } from '#tests/support/local-secret';
import { type Running, startServer } from '#tests/support/running';

const patient = demoId('patient/morgan');
/** What is read here of a schema. */
interface JsonSchema {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  type?: string;
  format?: string;
  enum?: string[];
  maxLength?: number;
  maxItems?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
}

let server: Running;
let document: OpenApi;
let etag: string | null;
let authorization: string;

beforeAll(async () => {
  server = await startServer();
  const answer = await fetch(`${server.url}/api/openapi.json`);
  expect(answer.status).toBe(200);
  etag = answer.headers.get('etag');
  document = (await answer.json()) as OpenApi;
  const body = JSON.stringify({ username: 'doctor', password: DEMO_PASSWORD });
  const session = await fetch(`${server.url}/api/token`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(await localHeader(server.url)) },
  });
  authorization = `Bearer ${((await session.json()) as { token: string }).token}`;
});
afterAll(() => server.dispose());

const ask = async (path: string, init: RequestInit = {}) => {
  const local = await localHeader(server.url); // for the outbox
  const headers = { authorization, ...local, ...(init.body ? { 'content-type': 'application/json' } : {}) };
  const answer = await fetch(`${server.url}${path}`, { ...init, headers });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      operation,
    })),
  );

it('is OpenAPI 3.1, readable without signing in, and not sent again to who has it', async () => {
  expect(document.openapi).toMatch(/^3\.1\./);
  expect(await new Validator().validate({ ...structuredClone(document) })).toEqual({ valid: true });
  const again = await fetch(`${server.url}/api/openapi.json`, { headers: { 'if-none-match': etag ?? '' } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

it('has each row of the policy table and nothing else', () => {
  expect(
    operations()
      .map(({ route }) => route)
      .toSorted(),
  ).toEqual(Object.keys(policy).toSorted());
});

it('says of each call how it is addressed, what it is sent and what it answers', () => {
  for (const { route, operation } of operations()) {
    const { parameters, requestBody, responses } = operation;
    const inAddress = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect([route, inAddress]).toEqual([route, [...route.matchAll(/:(\w+)/g)].map(([, name]) => name)]);
    const unsaid = parameters.filter((parameter) => parameter.in === 'query' && !parameter.description).map(({ name }) => name);
    expect([route, unsaid]).toEqual([route, []]);
    const isBodiless =
      /^PUT \/api\/patient-invitations\/invitation\/:code\/(?!approve)/.test(route) ||
      ['DELETE /api/token', 'DELETE /api/occupations/:id', 'PUT /api/users/verify/:code', 'PUT /api/comments/:id'].includes(route) ||
      [
        'DELETE /api/users/email-change',
        'PUT /api/users/email-change/:code',
        'PUT /api/import-notes/:id/read',
        'PUT /api/lab-parameters/merge/:id/undo',
      ].includes(route) ||
      route.startsWith('GET ');
    expect([route, requestBody === undefined]).toEqual([route, isBodiless]);
    expect([route, Object.keys(responses).some((status) => status.startsWith('2'))]).toEqual([route, true]);
  }
});

/** The most bytes of JSON that a schema allows; a text without a limit has a form of its own, such as a date. */
const mostBytes = (schema: JsonSchema): number => {
  const { $ref, anyOf, oneOf, allOf, type, format, enum: values, maxLength = 33, maxItems, items = {}, properties = {} } = schema;
  if ($ref) return mostBytes(document.components.schemas[$ref.split('/').at(-1)!]!);
  const either = anyOf ?? oneOf;
  if (either) return Math.max(...either.map(mostBytes));
  if (allOf) return allOf.reduce((sum, each) => sum + mostBytes(each), 0);
  if (format) return 80;
  if (type === 'string') return values ? Math.max(...values.map(({ length }) => length)) + 2 : 3 * maxLength + 2;
  if (type === 'array') return (maxItems ?? items.enum?.length ?? Infinity) * (mostBytes(items) + 1) + 2;
  return Object.entries(properties).reduce((sum, [name, each]) => sum + name.length + 4 + mostBytes(each), 25);
};

it('reads large bodies of exactly the signed-in calls whose form may be longer than 16 KB', () => {
  const isPublic = (route: string) => ['public', 'open'].includes(String(policy[route]!.relation));
  const longer = operations().flatMap(({ route, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema;
    return schema && !isPublic(route) && mostBytes(schema as JsonSchema) > 16_384 ? [route] : [];
  });
  expect(Object.keys(policy).filter((route) => policy[route]!.large)).toEqual(expect.arrayContaining(longer));
  expect(longer).toHaveLength(Object.values(policy).filter(({ large }) => large).length);
});

/** Items of the demonstration for the calls that name one; `:id` is otherwise the first of the list above it. */
const named: Readonly<Record<string, string>> = {
  'GET /api/configuration/:name': '/api/configuration/read',
  'GET /api/comments/last/:type': '/api/comments/last/all',
  'GET /api/audit/:type/:id': `/api/audit/patient/${patient}`,
  'GET /api/patients/:id': `/api/patients/${patient}`,
};
/** Not answered as JSON, never ending, or with nothing to name in the demonstration. */
const elsewhere = [
  'GET /api/notices',
  ...Object.keys(policy).filter((route) => route.endsWith('/export')),
  'GET /api/exports/:section',
  'GET /api/external-reports/:id/forms/:file_id',
  'GET /api/files/page/:id',
  'GET /api/files/agreement/:patient_id',
  'GET /api/files/consent/:name',
  'GET /api/patient-invitations/invitation/:code',
  'GET /api/patient-invitations/invitation/:code/person',
];
const isForDoctors = ({ roles }: Rule): boolean => roles === 'all' || roles.includes('Doctor');

it('describes what the demonstration answers', async () => {
  const described = compareWith(document);
  const queryOf = (route: string) => {
    const operation = operations().find((one) => one.route === route)?.operation;
    return operation?.parameters.some(({ name, in: where }) => name === 'patient_id' && where === 'query') ? `?patient_id=${patient}` : '';
  };
  const idIn = async (route: string): Promise<string> => {
    if (route === 'GET /api/ocr/pages/:id') {
      const { items } = (await ask('/api/ocr')).body as { items: { pages: { id: string }[] }[] };
      return items.flatMap(({ pages }) => pages)[0]!.id;
    }
    const list = route.replace('/:id', '');
    return ((await ask(`${list.slice(4)}${queryOf(list)}`)).body as { items: { id: string }[] }).items[0]!.id;
  };
  const reads = Object.entries(policy).flatMap(([route, rule]) =>
    route.startsWith('GET ') && !elsewhere.includes(route) && isForDoctors(rule) ? [route] : [],
  );
  for (const route of reads) {
    const address = named[route] ?? route.slice(4).replace(':patient_id', patient);
    const path = `${address.includes(':id') ? address.replace(':id', await idIn(route)) : address}${queryOf(route)}`;
    const { status, body } = await ask(path);
    expect([route, status, described.answer(route, status, body)]).toEqual([route, 200, undefined]);
  }
  for (const route of ['GET /api/lab-results/series', 'GET /api/examinations/series', 'GET /api/trends']) {
    const { status, body } = await ask(`${route.slice(4)}?patient_id=${patient}&packed=true`);
    expect([route, status, described.answer(route, status, body)]).toEqual([route, 200, undefined]);
  }
});

it('describes how problems are answered', async () => {
  const described = compareWith(document);
  const cases: readonly [route: string, status: number, path: string, body?: object][] = [
    ['GET /api/lab-results', 400, '/api/lab-results?patient_id=x'],
    ['GET /api/lab-results/:id', 404, `/api/lab-results/${demoId('nothing')}`],
    ['GET /api/users', 403, '/api/users'],
    ['POST /api/diagnoses', 400, '/api/diagnoses', { patient_id: patient }],
    ['PUT /api/patients/:id', 400, `/api/patients/${patient}`, {}],
  ];
  for (const [route, wanted, path, body] of cases) {
    const answer = await ask(path, { method: route.split(' ')[0]!, ...(body ? { body: JSON.stringify(body) } : {}) });
    expect([route, answer.status, described.answer(route, answer.status, answer.body)]).toEqual([route, wanted, undefined]);
  }
});
