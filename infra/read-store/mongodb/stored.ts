import { createHash } from 'node:crypto';
import type { Position } from '../../event-store/event-store.ts';
import type { DocumentWrite, Json, JsonObject, StoredDocument } from '../read-store.ts';

/** Field of the object that contains a list, so that a condition on the list's field does not match its elements. */
const LIST = '~';

/**
 * A document as stored in MongoDB. In `data`, lists are `{ '~': [...] }`, and characters in names that have a meaning for MongoDB or its driver are
 * replaced by `~` and two hexadecimal digits.
 */
export interface MongoDocument {
  _id: string;
  partition: string;
  position: Position;
  data: JsonObject | null;
  /** Hash of id and position, as two 32-bit numbers: their sums over the matches of a filter change with any of them. */
  token: { a: number; b: number };
  /** Position of the event that removed the document; absent in others. */
  removed?: Position;
}

// . and $ denote paths and operators, a NUL ends a name, and the driver treats objects with _bsontype as its own
const SPECIAL = /[~.$\0]|^_(?=bsontype$)/g;
const nameOf = (key: string): string => key.replace(SPECIAL, (character) => `~${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
const keyOf = (name: string): string => name.replace(/~(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const isSpecial = (key: string): boolean => {
  SPECIAL.lastIndex = 0;
  return SPECIAL.test(key);
};

/** Numbers that JSON does not have become what JSON.stringify makes of them. */
const scalarOf = (value: Exclude<Json, object>): Json => {
  if (typeof value !== 'number') return value;
  return Number.isFinite(value) ? value + 0 : null;
};

const encoded = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return scalarOf(value);
  if (Array.isArray(value)) return { [LIST]: value.map((one) => encoded(one ?? null)) };
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const one = value[key];
    if (one === undefined) continue;
    put(result, isSpecial(key) ? nameOf(key) : key, encoded(one));
  }
  return result;
};

/** Decodes in place, since nothing else refers to the document that was read. */
const decoded = (value: Json): Json => {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    for (let n = 0; n < value.length; n++) value[n] = decoded(value[n]!);
    return value;
  }
  const list = value[LIST];
  if (list !== undefined) return decoded(list);
  let isAsWritten = true;
  for (const name of Object.keys(value)) {
    const one = value[name]!;
    if (one !== null && typeof one === 'object') put(value, name, decoded(one));
    isAsWritten &&= !name.includes('~');
  }
  return isAsWritten ? value : renamed(value);
};

const renamed = (value: JsonObject): JsonObject => {
  const result: JsonObject = {};
  for (const name of Object.keys(value)) put(result, keyOf(name), value[name]!);
  return result;
};

/** Sets a field, which may be named __proto__. */
const put = (object: JsonObject, key: string, value: Json): void => {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
};

const tokenOf = (id: string, position: Position): MongoDocument['token'] => {
  const hash = createHash('sha256').update(`${position} ${id}`).digest();
  return { a: hash.readUInt32LE(0), b: hash.readUInt32LE(4) };
};

export const stored = ({ id, partition = id, position, data }: DocumentWrite): MongoDocument => ({
  _id: id,
  partition,
  position,
  token: tokenOf(id, position),
  ...(data === null ? { data, removed: position } : { data: encoded(data) as JsonObject }),
});

export const document = <D>({ _id, partition, position, data }: MongoDocument): StoredDocument<D> => ({
  id: _id,
  position,
  partition,
  data: data === null ? null : (decoded(data) as D),
});
