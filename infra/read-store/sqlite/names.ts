import { createHash } from 'node:crypto';
import { checkedCollection, stepsOf } from '../names.ts';

export const TABLE_PREFIX = 'documents:';

/** The quoted table of a collection. @throws TypeError for what is no name of one */
export const tableOf = (collection: string): string => `"${TABLE_PREFIX}${checkedCollection(collection)}"`;

/** The JSON path of a (dotted) field as an SQL text, safe within a statement. @throws TypeError */
export const pathOf = (field: string): string =>
  `'$${stepsOf(field)
    .map((step) => `."${step}"`)
    .join('')}'`;

/** The expression that reads a field; written the same in indexes and queries, or the indexes would not be used. */
export const valueOf = (field: string): string => `json_extract(data, ${pathOf(field)})`;

/** The quoted name of an index: field lists would not fit and differ only in case, so their hash stands for them. */
export const indexOf = (collection: string, fields: readonly string[]): string => {
  const hash = createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 16);
  return `"index:${collection}:${hash}"`;
};
