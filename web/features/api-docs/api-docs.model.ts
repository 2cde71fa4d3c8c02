/** What the page reads of the OpenAPI document. */
export interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter>; responses: Record<string, Answer> };
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Answer {
  $ref?: string;
  description: string;
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, Answer>;
}

/** A field as a row of a table: of a body or an answer by its path, `parameters[].value`. */
export interface Field {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

export interface ApiCall {
  id: string;
  method: string;
  path: string;
  /** The slice it belongs to. */
  slice: string;
  summary: string;
  /** Paragraphs; the last one says who may. */
  says: string[];
  parameters: Field[];
  bodyOf: string;
  answerOf: string;
  body: Field[];
  answer: Field[];
  problems: { status: string; description: string }[];
}

const last = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The type of a field in words: `text (uuid)`, `list of integer`, `'a' | 'b'`. */
export const typeOf = (schema: Schema): string => {
  const { $ref, type, format, items, anyOf, oneOf, enum: values, const: only } = schema;
  if ($ref !== undefined) return last($ref);
  if (only !== undefined) return JSON.stringify(only);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(' or ');
  if (type === 'array') return items ? `list of ${typeOf(items)}` : 'list';
  const plain = Array.isArray(type) ? type.join(' or ') : (type ?? 'any');
  return format === undefined ? plain : `${plain} (${format})`;
};

/** All fields of a schema with those of what it holds, each once; a shared schema is opened where it stands first on its way. */
export const fieldsOf = (schema: Schema, shared: Record<string, Schema>, path = '', seen: readonly string[] = []): Field[] => {
  if (schema.$ref !== undefined) {
    const name = last(schema.$ref);
    const meant = shared[name];
    return meant && !seen.includes(name) ? fieldsOf(meant, shared, path, [...seen, name]) : [];
  }
  const several = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (several) {
    const all = several.flatMap((one) => fieldsOf(one, shared, path, seen));
    return [...new Map(all.map((field) => [field.name, field])).values()];
  }
  if (schema.items) return fieldsOf(schema.items, shared, `${path}[]`, seen);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ name: at, type: typeOf(field), isRequired, description: field.description ?? '' }, ...fieldsOf(field, shared, at, seen)];
  });
};

const firstOf = (content: Record<string, { schema: Schema }> | undefined): [media: string, schema: Schema] => {
  const [[media, { schema }] = ['', { schema: {} }]] = Object.entries(content ?? {});
  return [media, schema];
};

/** The calls of the document in its order, with what they refer to. */
export const callsOf = ({ paths, components }: OpenApi): ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId: id, tags, summary, description, parameters, requestBody, responses } = operation;
      const [good = '200'] = Object.keys(responses);
      const [bodyOf, body] = firstOf(requestBody?.content);
      const [answerOf, answer] = firstOf(responses[good]?.content);
      return {
        ...{ id, method: method.toUpperCase(), path, slice: tags[0] ?? '', summary, says: description.split('\n\n'), bodyOf },
        answerOf: answerOf === '' ? good : `${good} ${answerOf}`,
        parameters: parameters
          .map((parameter) => (parameter.$ref === undefined ? parameter : components.parameters[last(parameter.$ref)]!))
          .map(({ name, in: where, required = false, description: says = '', schema }) => ({
            name,
            type: where === 'query' ? typeOf(schema) : `${typeOf(schema)}, in the ${where}`,
            isRequired: required,
            description: says,
          })),
        body: fieldsOf(body, components.schemas),
        answer: fieldsOf(answer, components.schemas),
        problems: Object.entries(responses)
          .filter(([status]) => status !== good)
          .map(([status, said]) => ({
            status,
            description: (said.$ref ? components.responses[last(said.$ref)] : said)?.description ?? '',
          })),
      };
    }),
  );

/** The calls that have all typed words: in their address, their words, or the names of their fields. */
export const matching = (calls: readonly ApiCall[], typed: string): ApiCall[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ method, path, summary, says, parameters, body, answer }) => {
    const names = [...parameters, ...body, ...answer].map(({ name }) => name);
    const text = [method, path, summary, ...says, ...names].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
};

/** By slice, in the order of the document; `Lab results` is `lab-results`. */
export const bySlice = (calls: readonly ApiCall[]): [title: string, calls: ApiCall[]][] => {
  const slices = new Map<string, ApiCall[]>();
  for (const call of calls) slices.set(call.slice, [...(slices.get(call.slice) ?? []), call]);
  return [...slices].map(([slice, those]) => [titles[slice] ?? `${slice[0]?.toUpperCase()}${slice.slice(1).replaceAll('-', ' ')}`, those]);
};

const titles: Readonly<Record<string, string>> = {
  token: 'Signing in',
  ocr: 'Reports',
  files: 'Page images',
  intakes: 'Treatments',
  'openapi.json': 'This description',
  'measurement-parameters': 'Office parameters',
  'examination-templates': 'Office templates',
  'graph-visuals': 'Chart settings',
  'record-looks': 'New in a record',
  audit: 'History of an item',
};
