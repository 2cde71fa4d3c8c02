import { createHash } from 'node:crypto';
import type { Position } from '../../event-store/event-store.ts';
import type { DocumentWrite, Json, JsonObject, StoredDocument } from '../read-store.ts';

/** A list of the data, which stands within an object so that no condition on a field meets what is in its list. */
const LIST = '~';

/**
 * A document as it lies in MongoDB. `data` is the data itself but for lists, which are `{ '~': [...] }`, and for characters in names that
 * MongoDB or its driver take for something else: each is `~` and its two hexadecimal digits.
 */
export interface MongoDocument {
  _id: string;
  partition: string;
  position: Position;
  data: JsonObject | null;
  /** Two numbers of 32 bits that stand for id and position: the sums over what a filter finds change with any of it. */
  token: { a: number; b: number };
  /** Of a removed one: the position of the event that removed it. */
  removed?: Position;
}

// . and $ are paths and operators, a NUL ends a name, and the driver takes objects with _bsontype for its own
const SPECIAL = /[~.$\0]|^_(?=bsontype$)/g;
const nameOf = (key: string): string => key.replace(SPECIAL, (character) => `~${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
const keyOf = (name: string): string => name.replace(/~(..)/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));

const isSpecial = (key: string): boolean => {
  SPECIAL.lastIndex = 0;
  return SPECIAL.test(key);
};

/** JSON has no such values: they are written as JSON.stringify writes them. */
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

/** In place: what is decoded was read for nobody else. */
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

/** Sets a field that may be named __proto__. */
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
