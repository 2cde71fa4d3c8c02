import { messages } from '#contracts/messages';

/** What a field should hold, for programs: a format, a type or a bound in words, or the list of its values. */
export type Expected = string | readonly (string | number | boolean)[];

/** One finding of a schema. Beyond its text and path these are zod's own particulars, which never hold what was sent. */
export interface Issue {
  message: string;
  path?: readonly (PropertyKey | { key: PropertyKey })[];
  code?: string;
  /** A type. */
  expected?: string;
  format?: string;
  pattern?: string;
  values?: readonly unknown[];
  /** What a union tells apart by. */
  options?: readonly unknown[];
  errors?: readonly (readonly Issue[])[];
  origin?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  inclusive?: boolean;
}

const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', datetime: 'YYYY-MM-DDTHH:mm:ss.sssZ', email: 'email address' };
const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object' };
const COUNTED: Readonly<Record<string, [one: string, several: string]>> = {
  string: [' character', ' characters'],
  array: [' entry', ' entries'],
};

const listed = (values: readonly unknown[] = []): Expected | undefined => {
  const known = values.filter((value) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean');
  return known.length > 0 ? known : undefined;
};

const bound = ({ code, origin = '', minimum, maximum, inclusive }: Issue): string => {
  const [limit, within, beyond] = code === 'too_small' ? [minimum, 'at least', 'more than'] : [maximum, 'at most', 'less than'];
  return `${inclusive ? within : beyond} ${limit}${COUNTED[origin]?.[limit === 1 ? 0 : 1] ?? ''}`;
};

/** A union is told where each of its branches is one value; its types are left out. */
const union = ({ errors = [], options }: Issue): Expected | undefined => {
  const firsts = errors.map(([first]) => first);
  if (firsts.some((first) => first?.code !== 'invalid_value')) return undefined;
  return listed(options ?? firsts.flatMap((first) => first?.values ?? []));
};

const emptyTexts: ReadonlySet<string> = new Set([messages.required, messages.comment]);

/** What a field should hold; undefined where the text of the error says all there is, or nobody knows. */
export const expectedOf = (issue: Issue): Expected | undefined => {
  const { message, code, expected = '', format = '', pattern, values, origin } = issue;
  if (message === messages.date) return 'YYYY-MM-DDTHH:mm:ss';
  // Of a text that is not there only its type is known here, and that may not be all that it is asked to be
  if (emptyTexts.has(message) && (expected === 'string' || origin === 'string')) return undefined;
  switch (code) {
    case 'invalid_type':
      return TYPES[expected] ?? expected;
    case 'invalid_value':
      return listed(values);
    case 'invalid_union':
      return union(issue);
    case 'invalid_format':
      return FORMATS[format] ?? (pattern === undefined ? format : `text that matches ${pattern}`);
    case 'too_small':
    case 'too_big':
      return bound(issue);
    default:
      return message === messages.number ? 'number' : undefined;
  }
};
