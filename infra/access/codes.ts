import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Keys } from '../keys/keys.ts';

/** What codes are for: one for a purpose opens nothing else. */
export type CodePurpose = 'verification' | 'recovery' | 'invitation' | 'email-change' | 'browser';

/** Stored part of a code: enough to make it again with our secret, useless without it. The code itself is stored nowhere. */
export interface IssuedCode {
  nonce: string;
  /** UTC. */
  expires_at: string;
}

/** The code of a subject (a user's or an invitation's id), as a mail needs it: 43 characters that fit into an address. */
export const codeOf = async (keys: Keys, purpose: CodePurpose, subject_id: string, nonce: string): Promise<string> =>
  createHmac('sha256', await keys.secret('codes'))
    .update(`${purpose}\n${subject_id}\n${nonce}`)
    .digest('base64url');

/** @param lasts milliseconds that it can be used */
export const issueCode = (lasts: number): IssuedCode => ({
  nonce: randomBytes(16).toString('base64url'),
  expires_at: new Date(Date.now() + lasts).toISOString(),
});

/** What an address carries: the subject stands before the code, so that its stream is found without an index. */
export const codeInAddress = (subject_id: string, code: string): string => `${subject_id}.${code}`;

/** Subject and code of an address; undefined where it holds none. */
export const readCode = (address: string): { subject_id: string; code: string } | undefined => {
  const match = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([\w-]{43})$/.exec(address);
  return match ? { subject_id: match[1]!, code: match[2]! } : undefined;
};

/** The one of the codes issued to a subject that this is, compared in constant time with what our secret makes of each, while it can be used. */
export const matchingCode = async <C extends IssuedCode>(
  keys: Keys,
  purpose: CodePurpose,
  { subject_id, code }: { subject_id: string; code: string },
  issued: readonly C[],
  now: Date = new Date(),
): Promise<C | undefined> => {
  const given = Buffer.from(code);
  for (const one of issued) {
    const right = Buffer.from(await codeOf(keys, purpose, subject_id, one.nonce));
    if (given.length === right.length && timingSafeEqual(given, right) && now.toISOString() < one.expires_at) return one;
  }
  return undefined;
};
