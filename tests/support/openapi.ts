import { Ajv2020 } from 'ajv/dist/2020.js';

export interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

interface Operation {
  parameters: { name?: string; in?: string; required?: boolean; description?: string }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, object> }>;
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** What is wrong with a body or an answer by the document; undefined where nothing is, or where it says nothing of it. */
export type Fault = string | undefined;

/** Compares what is sent and answered with what the document says. @param route 'METHOD /path' as the policy table has it */
export const compareWith = (document: OpenApi) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'api');
  const fault = (where: readonly string[], value: unknown): Fault => {
    const holds = ajv.compile({ $ref: `api#/${where.map(escaped).join('/')}` });
    return holds(value) ? undefined : ajv.errorsText(holds.errors);
  };
  const at = (route: string): [path: string, method: string] => {
    const [method = '', path = ''] = route.split(' ');
    return [path.replaceAll(/:(\w+)/g, '{$1}'), method.toLowerCase()];
  };
  return {
    body: (route: string, value: unknown): Fault => {
      const [path, method] = at(route);
      const [media] = Object.keys(document.paths[path]?.[method]?.requestBody?.content ?? {});
      if (media === undefined) return value === undefined ? undefined : 'no body is described';
      return media === 'application/json' ? fault(['paths', path, method, 'requestBody', 'content', media, 'schema'], value) : undefined;
    },
    answer: (route: string, status: number, value: unknown): Fault => {
      const [path, method] = at(route);
      const said = document.paths[path]?.[method]?.responses[status];
      if (!said) return `${status} is not described`;
      if ('$ref' in said) return fault(['components', 'responses', String(status), 'content', 'application/json', 'schema'], value);
      if (!said.content) return value === undefined || value === '' ? undefined : 'no content is described';
      return fault(['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'], value);
    },
  };
};
