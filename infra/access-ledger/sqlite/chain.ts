import { createHmac } from 'node:crypto';
import type { Read } from '../access-ledger.ts';

/** What a batch says of itself. */
export interface BatchFacts {
  number: number;
  at: string;
  /** Number of its last read; that of the batch before where it has none. */
  up_to: number;
  missing: number;
  missing_from: string | null;
  missing_to: string | null;
  opened: number;
  ended: number;
}

export const NOTHING_BEFORE = Buffer.alloc(32);

const partsOf = (read: Read): (string | null)[] => [
  read.at,
  read.user_id,
  read.reader_organization_id,
  read.patient_id,
  read.organization_id,
  read.relation,
  read.connection_id,
  read.kind,
  read.address,
];

/** HMAC-SHA-256 over the batch, its reads and the hash before: whoever changes the file cannot make it without the secret in the key store. */
export const chainedHash = (secret: Uint8Array, before: Uint8Array, batch: BatchFacts, reads: readonly Read[]): Buffer => {
  const { number, at, up_to, missing, missing_from, missing_to, opened, ended } = batch;
  return createHmac('sha256', secret)
    .update(before)
    .update(JSON.stringify([number, at, up_to, missing, missing_from, missing_to, opened, ended, reads.map(partsOf)]))
    .digest();
};
