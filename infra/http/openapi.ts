import { HTTP_CODE_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { z } from 'zod';
import type { Role } from '#contracts/people/accounts';
import { type Call, calls, queryFields, sharedFields, sharedSchemas } from '#contracts/api';
import { policy, type Relation, type Route, type Rule } from '#contracts/policy';
import type { Handler } from './policy.ts';

type Json = Record<string, unknown>;

const SHARED = '#/components/schemas/';

const names = z.registry<{ id?: string }>();
for (const [id, schema] of Object.entries(sharedSchemas)) names.add(schema, { id });

/** With a description for each field that has none of its own. */
const described = (part: unknown, fields: Readonly<Record<string, string>>): void => {
  if (typeof part !== 'object' || part === null) return;
  for (const inner of Object.values(part)) described(inner, fields);
  const { properties = {} } = part as { properties?: Record<string, { description?: string }> };
  for (const [name, field] of Object.entries(properties)) {
    if (fields[name] !== undefined) field.description ??= fields[name];
  }
};

/** A schema as OpenAPI says it. What several calls answer is put into `shared` and named. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output', fields: Readonly<Record<string, string>>, shared: Json = {}): Json => {
  const made = z.toJSONSchema(schema, {
    ...{ io, metadata: names, unrepresentable: 'any' },
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, z.globalRegistry.get(zodSchema));
      delete jsonSchema.id;
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
      // whoever reads answers must expect fields that come with a newer release
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const named = JSON.parse(JSON.stringify(made).replaceAll('"#/$defs/', `"${SHARED}`)) as Json & { $defs?: Json };
  described(named, fields);
  const { $schema: _dialect, $defs = {}, ...rest } = named;
  Object.assign(shared, $defs);
  return rest;
};

interface Argument {
  type: RouteParamtypes;
  data?: string;
  schema?: z.ZodType;
}

/** What a controller's method takes from the request, as its decorators say. */
const argumentsOf = ({ controller, name }: Handler): Argument[] => {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<string, Omit<Argument, 'type'>>;
  return Object.entries(args).map(([key, { data, schema }]) => ({
    type: Number(key.split(':')[0]),
    ...(data === undefined ? {} : { data }),
    ...(schema === undefined ? {} : { schema }),
  }));
};

const roleNames: Readonly<Record<Role, string>> = {
  SuperUser: 'super users',
  OrganizationAdmin: 'clinic administrators',
  Doctor: 'doctors',
  Assistant: 'assistants',
  Patient: 'patients',
};
const relationWords: Readonly<Record<Relation, string>> = {
  public: '',
  open: '',
  any: '',
  global: 'of reference data that belongs to no clinic',
  'own-organization': 'the staff of their own clinic',
  self: 'patients of their own record',
  connected: 'doctors of records of other clinics by an approved connection',
  party: 'who takes part in the invitation',
  code: 'whoever holds the code of its mail',
  'super-user': 'super users of all',
};

/** The ways a row allows. */
const relationsOf = ({ relation }: Rule): readonly Relation[] => (typeof relation === 'string' ? [relation] : relation);

/** Who may make the call, in a sentence. */
const whoMay = (rule: Rule): string => {
  const { roles } = rule;
  const relations = relationsOf(rule);
  if (relations.includes('public') || relations.includes('open')) return 'Everybody, without signing in.';
  const who = roles === 'all' ? 'everybody who is signed in' : new Intl.ListFormat('en').format(roles.map((role) => roleNames[role]));
  const ways = relations.flatMap((relation) => relationWords[relation] || []);
  return [`${who[0]!.toUpperCase()}${who.slice(1)}`, ...(ways.length === 0 ? [] : [ways.join(', ')])].join(': ') + '.';
};

const problem = (code: string, more: Json = {}): Json => ({
  type: 'object',
  properties: { code: { type: 'string', examples: [code] }, message: { type: 'string' }, ...more },
  required: ['code', 'message'],
});
const fields: Json = {
  type: 'object',
  description: 'Texts by field; in `expected`, what these fields should hold, where that is known',
  properties: { expected: { type: 'object', description: 'A format, a type, a bound, or all values', additionalProperties: true } },
  additionalProperties: { type: 'array', items: { type: 'string' } },
  examples: [{ time_from: ['Field is required'], expected: { time_from: 'YYYY-MM-DDTHH:mm:ss' } }],
};
const either = { anyOf: [{ $ref: `${SHARED}Problem` }, { $ref: `${SHARED}FieldProblems` }] };
const ofProblem = { $ref: `${SHARED}Problem` };
const answeredWith = (description: string, schema: Json, headers?: Json): Json => ({
  description,
  ...(headers ? { headers } : {}),
  content: { 'application/json': { schema } },
});

const retryAfter: Json = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } };

/** The answers to what could not be done, as the problem filter words them. */
const problems: Readonly<Record<number, Json>> = {
  400: answeredWith('The request is not what it should be', either),
  401: answeredWith('No session, or one that has ended; at sign-in: wrong name or password', ofProblem),
  403: answeredWith('The role may not do this', ofProblem),
  404: answeredWith('Missing, or not yours: the two look alike', ofProblem),
  409: answeredWith('Changed since it was read (`stale`, with the current item), or already there', {
    anyOf: [
      problem('stale', { current: { description: 'The item as it is now' }, version: { type: 'integer' } }),
      { $ref: `${SHARED}FieldProblems` },
    ],
  }),
  413: answeredWith('Too large', ofProblem),
  422: answeredWith('Refused by a rule; `key-reused` where the Idempotency-Key was used for something else', either),
  429: answeredWith('Too many requests, or too many guesses at a password', either, retryAfter),
  500: answeredWith('A fault', problem('fault', { correlation_id: { type: 'string', description: "In the server's log too" } })),
  503: answeredWith(
    'Not now: `overloaded`, and `uploads-busy` while two other forms with files are taken in (both: nothing was done, the same may be sent again after ' +
      '`Retry-After`), `rebuilding` with its progress, `read-only` while the disk is full, `store-unavailable`, `lists-unavailable`, `files-unavailable` or ' +
      '`keys-unavailable` while what holds them does not answer, or `outcome-unknown` where nobody can say whether the command was recorded',
    problem('rebuilding', { progress: { description: 'How far it is' } }),
    retryAfter,
  ),
};

/** Calls that everybody may make, and that refuse some all the same. */
const refusing: readonly Route[] = ['POST /api/token', 'GET /api/outbox'];

const problemsOf = (route: Route, isChange: boolean): Json => {
  const rule = policy[route]!;
  const { roles, of } = rule;
  const relations = relationsOf(rule);
  const isOfSomething = route.includes(':') || of !== undefined || relations.includes('own-organization');
  const possible: readonly [status: number, isPossible: boolean][] = [
    [400, true],
    [401, !relations.includes('public') || route === 'POST /api/token'],
    [403, roles !== 'all' || refusing.includes(route)],
    [404, isOfSomething],
    [409, isChange],
    [413, !route.startsWith('GET ')],
    [422, isChange],
    [429, true],
    [500, true],
    [503, true],
  ];
  return Object.fromEntries(possible.flatMap(([status, is]) => (is ? [[status, { $ref: `#/components/responses/${status}` }]] : [])));
};

const header = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });
const headers: Json = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same request sent again with its key by the same person is answered with the first answer and changes nothing; another one under ' +
      'this key is refused, 422 `key-reused`',
    schema: { type: 'string', format: 'uuid' },
  },
  'X-Search': {
    name: 'X-Search',
    in: 'header',
    description:
      'Search terms that no log of addresses may hold: base64url of a JSON object, `{"last_name":"mor"}` or `{"query":"mor"}`; ' +
      'of patients also `date_of_birth`, `social_security_number` and `organization_id`',
    schema: { type: 'string' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an answer that is at hand: 304 without a body while nothing changed',
    schema: { type: 'string' },
  },
};

/** Parts of the address: as their schema says, or any text. */
const addressed = (route: string, { path = {} }: Call, args: readonly Argument[]): Json[] => {
  const parsed = args.find(({ type, schema }) => type === RouteParamtypes.PARAM && schema)?.schema;
  const said = parsed && (schemaOf(parsed, 'input', sharedFields).properties as Json);
  return [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: path[name] ? schemaOf(path[name], 'input', {}) : (said?.[name] ?? { type: 'string' }),
  }));
};

const asked = (args: readonly Argument[]): Json[] => {
  const schema = args.find(({ type, schema: has }) => type === RouteParamtypes.QUERY && has)?.schema;
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', queryFields) as { properties?: Json; required?: string[] };
  return Object.entries(properties as Record<string, Json>).map(([name, { description, ...field }]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema: field },
    ...(description === undefined ? {} : { description }),
  }));
};

const bodyOf = ({ form }: Call, args: readonly Argument[]): Json => {
  const schema = form ?? args.find(({ type }) => type === RouteParamtypes.BODY)?.schema;
  if (!schema) return {};
  const media = form ? 'multipart/form-data' : 'application/json';
  return {
    requestBody: {
      required: !schema.safeParse(undefined).success,
      content: { [media]: { schema: schemaOf(schema, 'input', sharedFields) } },
    },
  };
};

const answerOf = ({ answer, media, etag }: Call, shared: Json): Json => {
  if (answer === 'nothing') return { description: 'Done' };
  return {
    description: 'Done',
    ...(etag ? { headers: { ETag: { description: 'Names this answer, for If-None-Match', schema: { type: 'string' } } } } : {}),
    content: { [media ?? 'application/json']: { schema: schemaOf(answer, 'output', sharedFields, shared) } },
  };
};

/** 'GET /api/lab-results/:id' is get_lab_results_id. */
const operationId = (route: string): string => route.toLowerCase().replace('/api', '').replaceAll(/\W+/g, '_');

const operation = (handler: Handler, shared: Json): Json => {
  const route = handler.route as Route;
  const [call, rule, args] = [calls[route], policy[route]!, argumentsOf(handler)];
  const [method, path = ''] = route.split(' ');
  const isChange = method !== 'GET' && rule.relation !== 'public';
  const status = (Reflect.getMetadata(HTTP_CODE_METADATA, handler.handle) as number | undefined) ?? (method === 'POST' ? 201 : 200);
  const searches = args.some(({ type, data }) => type === RouteParamtypes.HEADERS && data?.toLowerCase() === 'x-search');
  return {
    ...{ operationId: operationId(route), tags: [path.split('/')[2]], summary: call.summary },
    description: [call.more, `Who may: ${whoMay(rule)}`].filter(Boolean).join('\n\n'),
    parameters: [
      ...addressed(route, call, args),
      ...asked(args),
      ...(searches ? [header('X-Search')] : []),
      ...(isChange ? [header('Idempotency-Key')] : []),
      ...(call.etag ? [header('If-None-Match')] : []),
    ],
    ...bodyOf(call, args),
    responses: {
      [status]: answerOf(call, shared),
      ...(call.etag ? { 304: { description: 'What If-None-Match names is still the answer' } } : {}),
      ...problemsOf(route, isChange),
    },
    security: rule.relation === 'public' ? [] : [{ bearer: [] }, ...(rule.relation === 'open' ? [{}] : [])],
    ...{ 'x-roles': rule.roles, 'x-relation': rule.relation },
  };
};

/** All calls as an OpenAPI 3.1 document: made of the policy table, the contracts, and what the controllers parse. */
export const openApi = (handlers: readonly Handler[], version: string): Json => {
  const shared: Json = {};
  const paths: Record<string, Json> = {};
  const order = Object.keys(policy);
  for (const handler of handlers.toSorted((a, b) => order.indexOf(a.route) - order.indexOf(b.route))) {
    const [method = '', path = ''] = handler.route.split(' ');
    const at = path.replaceAll(/:(\w+)/g, '{$1}');
    paths[at] = { ...paths[at], [method.toLowerCase()]: operation(handler, shared) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Anamnesis',
      version,
      description: 'Clinical records. JSON with snake_case fields; decimal values are texts with their digits.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(paths).map((path) => path.split('/')[2]))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...shared, Problem: problem('not-found'), FieldProblems: fields },
      ...{ parameters: headers, responses: problems },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token of `POST /api/token`' } },
    },
  };
};
