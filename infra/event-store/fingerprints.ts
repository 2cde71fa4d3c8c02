import { createHmac } from 'node:crypto';
import type { Envelope } from '#contracts/wire/envelope';
import type { Keys } from '../keys/keys.ts';
import { Refusal } from './decider.ts';

/** Bytes that are kept: enough to tell any two contents apart. */
const LENGTH = 16;

/**
 * What a person sent, as the open envelope may hold it: an HMAC under the key of the event's main subject, so that nobody without that key
 * can try guesses at what is sealed, and nobody at all once the subject was erased. Events without a sealed part take a secret for this.
 * @returns base64url; undefined where the key was destroyed
 */
export const fingerprintOf = async (keys: Keys, [key_id]: readonly string[], sent: string): Promise<string | undefined> => {
  const key = key_id === undefined ? { bytes: await keys.secret('fingerprints') } : await keys.open(key_id);
  if (key === 'destroyed') return undefined;
  return createHmac('sha256', key.bytes).update(`fingerprint\n${sent}`).digest().subarray(0, LENGTH).toString('base64url');
};

/**
 * Refuses what is sent under the key of a command that said something else (ruling 60). Events without a fingerprint (older ones, and those of
 * the system, whose keys follow from what they react to) are answered as they are, and so are those of an erased subject.
 * @throws Refusal 422
 */
export const refuseAnother = async (keys: Keys, before: Envelope, sent: string | undefined): Promise<void> => {
  if (before.fingerprint === undefined || sent === undefined) return;
  const now = await fingerprintOf(keys, before.key_ids, sent);
  if (now === undefined || now === before.fingerprint) return;
  throw new Refusal('key-reused', 'Something else was sent with this Idempotency-Key before: that was saved, this was not');
};
