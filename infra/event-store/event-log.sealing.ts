import type { EventContract } from '#contracts/wire/event';
import type { Keys, SealingKey } from '../keys/keys.ts';
import { Forged, seal, unseal } from '../keys/sealing.ts';

/** Where a sealed part belongs; a box that was moved to another event, stream or type does not open there. */
export interface Place {
  event_id: string;
  stream: string;
  type: string;
  schema: number;
}

interface SealedPart {
  key: string;
  box: string;
}

/** The stored bytes of an event, as UTF-8 JSON. The first part is that of the contract's main subject. */
interface StoredData {
  open: Record<string, unknown>;
  sealed: SealedPart[];
}

const associated = (place: Place, keyId: string): string => [place.event_id, place.stream, place.type, place.schema, keyId].join('\n');

/**
 * Splits the data by its contract into what stays readable and one sealed part per subject.
 * @param isNew whether nothing was sealed yet for the subject, so that a key may be made for it
 * @throws KeyDestroyed where a subject was erased, KeysUnavailable
 */
export const sealData = async (
  keys: Keys,
  contract: EventContract,
  data: Record<string, unknown>,
  place: Place,
  isNew: (subject: string) => Promise<boolean>,
): Promise<{ bytes: Uint8Array; key_ids: string[] }> => {
  const stored: StoredData = { open: {}, sealed: [] };
  for (const { by, id, fields } of partsOf(contract, data)) {
    if (by === undefined) {
      stored.open = pick(data, fields);
      continue;
    }
    const subject = `${by}:${subjectId(contract, data, id)}`;
    const key = await keys.ensure(subject, () => isNew(subject));
    const plain = Buffer.from(JSON.stringify(pick(data, fields)), 'utf8');
    stored.sealed.push({ key: key.id, box: Buffer.from(seal(key.bytes, plain, associated(place, key.id))).toString('base64') });
  }
  return { bytes: Buffer.from(JSON.stringify(stored), 'utf8'), key_ids: [...new Set(stored.sealed.map(({ key }) => key))] };
};

/**
 * The data put together again. 'erased' once the main subject's key is destroyed; a further subject that was erased leaves its fields out.
 * @throws Forged where bytes are not what was sealed for this place, KeysUnavailable
 */
export const openData = async (keys: Keys, bytes: Uint8Array, place: Place): Promise<Record<string, unknown> | 'erased'> => {
  const { open: data, sealed } = storedData(bytes);
  const [first] = sealed;
  if (first === undefined) return data;
  // Nearly always there is one part, and nothing is gained by asking for its key in company.
  const opened = sealed.length === 1 ? [await keys.open(first.key)] : await Promise.all(sealed.map(({ key }) => keys.open(key)));
  if (opened[0] === 'destroyed') return 'erased';
  for (const [index, part] of sealed.entries()) {
    const key = opened[index]!;
    if (key !== 'destroyed') Object.assign(data, openPart(part, key, place));
  }
  return data;
};

const openPart = ({ box, key: id }: SealedPart, key: SealingKey, place: Place): object => {
  const plain = unseal(key.bytes, Buffer.from(box, 'base64'), associated(place, id));
  return JSON.parse(textOf(plain)) as object;
};

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');

interface Part {
  by?: string;
  id?: string;
  fields: string[];
}

const partsOf = ({ type, sealing }: EventContract, data: Record<string, unknown>): Part[] => {
  const present = Object.keys(data).filter((field) => data[field] !== undefined);
  if (sealing.open === 'all') return [{ fields: present }];
  if (!sealing.by) throw new Error(`the contract of ${type} names no subject for its sealed fields`);
  const further = sealing.parts ?? [];
  const elsewhere = new Set([...sealing.open, ...further.flatMap(({ fields }) => fields)]);
  const among = (fields: readonly string[]) => present.filter((field) => fields.includes(field));
  return [
    { fields: among(sealing.open) },
    { by: sealing.by, id: sealing.id, fields: present.filter((field) => !elsewhere.has(field)) },
    ...further.map(({ by, id, fields }) => ({ by, id, fields: among(fields) })).filter(({ fields: some }) => some.length > 0),
  ];
};

const subjectId = (contract: EventContract, data: Record<string, unknown>, field: string | undefined): string => {
  const id = field === undefined ? undefined : data[field];
  if (typeof id !== 'string' || id === '') throw new Error(`${contract.type} does not say whose key seals it`);
  return id;
};

const pick = (data: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, data[field]]));

/** The stored bytes, parsed. @throws Forged if they have another format */
export const storedData = (bytes: Uint8Array): StoredData => {
  try {
    const stored = JSON.parse(textOf(bytes)) as StoredData;
    if (typeof stored.open === 'object' && stored.open !== null && Array.isArray(stored.sealed)) return stored;
  } catch {
    // not even JSON: below
  }
  throw new Forged();
};
