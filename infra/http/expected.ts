import { messages } from '#contracts/rules/messages';
import type { Expected } from '../event-store/decider.ts';

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
      return expectedByText([message]);
  }
};

const BY_TEXT: Readonly<Record<string, string>> = {
  [messages.date]: 'YYYY-MM-DDTHH:mm:ss',
  [messages.number]: 'number',
  [messages.positive]: 'number greater than 0',
  [messages.notZero]: 'number other than 0',
  [messages.parameters]: 'at least 1 entry',
  'The catalogue has no such parameter': 'id of a parameter of the catalogue',
};
const BY_FORM: readonly [RegExp, (...parts: string[]) => string][] = [
  [/^Must be (\d+) characters$/, (n) => `${n} characters`],
  [/^Must be (\d+) characters or more$/, (n) => `at least ${n} characters`],
  [/^Must be (\d+) characters or fewer$/, (n) => `at most ${n} characters`],
  [/^Must be at most (\d+)$/, (n) => `at most ${n}`],
  [/^Date should be after (\d\d)\/(\d\d)\/(\d{4})$/, (month, day, year) => `after ${year}-${month}-${day}`],
];

/** What the texts of a rule say to people, for programs; undefined where a text is not about what a field should hold. */
export const expectedByText = (texts: readonly string[]): Expected | undefined => {
  for (const text of texts) {
    if (BY_TEXT[text] !== undefined) return BY_TEXT[text];
    for (const [form, say] of BY_FORM) {
      const parts = form.exec(text);
      if (parts) return say(...parts.slice(1));
    }
  }
  return undefined;
};
