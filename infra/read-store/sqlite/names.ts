import { createHash } from 'node:crypto';

const COLLECTION = /^[a-z0-9][a-z0-9@._+-]{0,99}$/;
const FIELD = /^(?!\d+$)[A-Za-z0-9_][A-Za-z0-9_-]{0,63}$/;
const DEPTH = 8;

export const TABLE_PREFIX = 'documents:';

/** The quoted table of a collection. Lower case only, since SQLite does not tell cases apart. @throws TypeError for any other name */
export const tableOf = (collection: string): string => {
  if (!COLLECTION.test(collection)) {
    throw new TypeError('a collection is named by up to 100 lower-case letters, digits and @ . _ + -, beginning with a letter or digit');
  }
  return `"${TABLE_PREFIX}${collection}"`;
};

/** The JSON path of a (dotted) field as an SQL text, safe within a statement: nothing but letters, digits, _ and - passes. @throws TypeError */
export const pathOf = (field: string): string => {
  const steps = field.split('.');
  if (steps.length > DEPTH || !steps.every((step) => FIELD.test(step))) {
    throw new TypeError('a field is named by letters, digits, _ and -, nested ones by a dotted path, and not by a number alone');
  }
  return `'$${steps.map((step) => `."${step}"`).join('')}'`;
};

/** The expression that reads a field; written the same in indexes and queries, or the indexes would not be used. */
export const valueOf = (field: string): string => `json_extract(data, ${pathOf(field)})`;

/** The quoted name of an index: field lists would not fit and differ only in case, so their hash stands for them. */
export const indexOf = (collection: string, fields: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
  return `"index:${collection}:${hash}"`;
};

/** SQLite's binding ends texts at a NUL: two ids could meet in one document. @throws TypeError */
export const storedId = (id: string): string => {
  if (id === '' || id.length > 500 || id.includes('\0')) throw new TypeError('ids and names are texts of 1 to 500 characters without NUL');
  return id;
};
