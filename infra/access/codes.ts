import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';

/** What codes are for: one for a purpose opens nothing else. */
export type CodePurpose = 'verification' | 'recovery' | 'invitation' | 'email-change';

/** What an event keeps of a code: enough to make it again with our secret, and to recognise it; the code itself is nowhere. */
export interface IssuedCode {
  nonce: string;
  /** SHA-256 of the code, hexadecimal. */
  code_hash: string;
  /** UTC. */
  expires_at: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The code of a subject (a user's or an invitation's id), as a mail needs it: 43 characters that fit into an address. */
export const codeOf = async (keys: Keys, purpose: CodePurpose, subject_id: string, nonce: string): Promise<string> =>
  createHmac('sha256', await keys.secret('codes'))
    .update(`${purpose}\n${subject_id}\n${nonce}`)
    .digest('base64url');

/** @param lasts milliseconds that it can be used */
export const issueCode = async (keys: Keys, purpose: CodePurpose, subject_id: string, lasts: number): Promise<IssuedCode> => {
  const nonce = randomBytes(16).toString('base64url');
  const code = await codeOf(keys, purpose, subject_id, nonce);
  return { nonce, code_hash: sha256(code).toString('hex'), expires_at: new Date(Date.now() + lasts).toISOString() };
};

/** What an address carries: the subject stands before the code, so that its stream is found without an index. */
export const codeInAddress = (subject_id: string, code: string): string => `${subject_id}.${code}`;

/** Subject and code of an address; undefined where it holds none. */
export const readCode = (address: string): { subject_id: string; code: string } | undefined => {
  const match = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/.exec(address);
  return match ? { subject_id: match[1]!, code: match[2]! } : undefined;
};

/** The one of the issued codes that this is, compared in constant time, while it can be used. */
export const matchingCode = <C extends IssuedCode>(issued: readonly C[], code: string, now: Date = new Date()): C | undefined => {
  const hash = sha256(code);
  const found = issued.filter(({ code_hash }) => timingSafeEqual(hash, Buffer.from(code_hash, 'hex')));
  return found.find(({ expires_at }) => now.toISOString() < expires_at);
};
