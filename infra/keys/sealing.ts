import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE = 12;
const TAG = 16;

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
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(associated, 'utf8'));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
};

/** The plain bytes of a box made by `seal` with the same key and `associated`. @throws Forged */
export const unseal = (key: Uint8Array, box: Uint8Array, associated: string): Uint8Array => {
  if (box.length < NONCE + TAG) throw new Forged();
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE), {
    authTagLength: TAG,
  });
  decipher.setAAD(Buffer.from(associated, 'utf8'));
  decipher.setAuthTag(box.subarray(box.length - TAG));
  const plain = decipher.update(box.subarray(NONCE, box.length - TAG));
  try {
    decipher.final(); // proves the tag; in this mode nothing is left to come
    return plain;
  } catch {
    plain.fill(0); // what an unproven box decrypts to is nobody's business
    throw new Forged();
  }
};
