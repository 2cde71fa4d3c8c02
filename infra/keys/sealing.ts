import { type CipherGCM, createCipheriv, createDecipheriv, type DecipherGCM, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;
/** Bytes that are opened at once where a box is opened by chunk. */
const CHUNK = 256 * 1024;

/** The bytes are not what was sealed: altered, cut short, under another key or in another place than they were sealed for. */
export class Forged extends Error {
  constructor() {
    super('sealed bytes do not open: altered, or sealed for another place');
  }
}

/**
 * Seals bytes by AES-256-GCM: a random nonce of 12 bytes, the ciphertext, a tag of 16 bytes.
 * `associated` says where the box belongs (event id, stream, file name ...); it is not kept in the box and must be the same to open it.
 * @param key 32 bytes
 */
export const seal = (key: Uint8Array, plain: Uint8Array, associated: string): Uint8Array => {
  const { nonce, cipher } = cipherOf(key, associated);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** The same box by chunk, as the plain bytes come. What `plain` throws is thrown, and then the box has no tag. */
export async function* sealing(
  key: Uint8Array,
  plain: AsyncIterable<Uint8Array>,
  associated: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { nonce, cipher } = cipherOf(key, associated);
  yield nonce;
  for await (const chunk of plain) yield cipher.update(chunk);
  yield Buffer.concat([cipher.final(), cipher.getAuthTag()]);
}

/** The plain bytes of a box made by `seal` with the same key and `associated`. @throws Forged */
export const unseal = (key: Uint8Array, box: Uint8Array, associated: string): Uint8Array => {
  if (box.length < NONCE + TAG) throw new Forged();
  const decipher = decipherOf(key, box.subarray(0, NONCE), box.subarray(box.length - TAG), associated);
  const plain = decipher.update(box.subarray(NONCE, box.length - TAG));
  try {
    decipher.final(); // proves the tag; in this mode nothing is left to come
    return plain;
  } catch {
    plain.fill(0); // what an unproven box decrypts to is nobody's business
    throw new Forged();
  }
};

/** Reads `length` bytes of a box from `start`, or throws. */
export type ReadBox = (start: number, length: number) => Promise<Uint8Array>;

/**
 * The plain bytes of a box by chunk. Its tag is proven at the end alone: until then nobody acts on what came.
 * @param length of the whole box @throws Forged at the end
 */
export async function* unsealing(
  key: Uint8Array,
  read: ReadBox,
  length: number,
  associated: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (length < NONCE + TAG) throw new Forged();
  const end = length - TAG;
  const decipher = decipherOf(key, await read(0, NONCE), await read(end, TAG), associated);
  for (let at = NONCE; at < end; at += CHUNK) yield decipher.update(await read(at, Math.min(CHUNK, end - at)));
  try {
    decipher.final();
  } catch {
    throw new Forged();
  }
}

const cipherOf = (key: Uint8Array, associated: string): { nonce: Buffer; cipher: CipherGCM } => {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(associated, 'utf8'));
  return { nonce, cipher };
};

const decipherOf = (key: Uint8Array, nonce: Uint8Array, tag: Uint8Array, associated: string): DecipherGCM => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.from(associated, 'utf8'));
  decipher.setAuthTag(tag);
  return decipher;
};
