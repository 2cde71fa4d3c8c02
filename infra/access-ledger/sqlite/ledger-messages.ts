import type { Batch, LedgerQuery } from '../access-ledger.ts';

/** What the thread is started with. */
export interface LedgerSettings {
  file: string;
  secret: Uint8Array;
  /** Where it can be made to fail. */
  faults?: SharedArrayBuffer;
}

export type Ask =
  | { what: 'append'; batch: Batch }
  | { what: 'find'; query: LedgerQuery }
  | { what: 'gaps'; limit: number }
  | { what: 'check' }
  | { what: 'copy'; file: string }
  | { what: 'close' };

/** An error travels without its class. */
export type Answer = { id: number; value: unknown } | { id: number; fault: { message: string; errcode: number | undefined } };
