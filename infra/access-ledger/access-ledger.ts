import type { LedgerGap } from '#contracts/people/access-ledger';

/** One read of one record: ids alone, names are looked up when it is shown. */
export interface Read {
  /** UTC with milliseconds. */
  at: string;
  user_id: string;
  /** The clinic that the person read for; null of patients and super users. */
  reader_organization_id: string | null;
  patient_id: string;
  /** The clinic whose record it is. */
  organization_id: string;
  /** How the person came to the record. */
  relation: string;
  /** The invitation that opened it, where it was reached by a connection. */
  connection_id: string | null;
  /** What was read. */
  kind: string;
  /** Network address. */
  address: string;
}

export interface NumberedRead extends Read {
  /** Counts up in the order of writing, without gaps. */
  number: number;
}

/** What is written at once. */
export interface Batch {
  reads: readonly Read[];
  /** Reads before these that could not be kept until they could be written. */
  missing?: { count: number; from: string; to: string } | undefined;
  /** The process stops in order after it: nothing is missing up to the next one. */
  ended?: boolean;
}

export interface LedgerQuery {
  /** Reads of these records; left out: of all. */
  patient_ids?: readonly string[] | undefined;
  /** And of these, before the time that stands with each, UTC. */
  until?: readonly { patient_id: string; before: string }[] | undefined;
  /** Reads for this clinic or of its records. */
  organization_id?: string | undefined;
  user_ids?: readonly string[] | undefined;
  not_by?: string | undefined;
  /** From this time on, UTC. */
  from?: string | undefined;
  /** Before this time, UTC. */
  to?: string | undefined;
  /** Entries up to this number. */
  up_to?: number | undefined;
  skip: number;
  take: number;
}

export interface LedgerPage {
  /** The newest first. */
  items: NumberedRead[];
  /** All that were asked for, counted up to COUNTED. */
  overall_count: number;
  /** The newest entry that was looked at; 0 of an empty ledger. */
  up_to: number;
}

/** A count of this many means 'at least'. */
export const COUNTED = 10_000;

/** What a check of the whole ledger found. */
export interface LedgerCheck {
  reads: number;
  batches: number;
  /** In words, each place once. */
  wrong: string[];
}

/** There is no room on the disk under the ledger: nothing was written. */
export class LedgerFull extends Error {}

/**
 * Who read which record: an append-only log beside the event store, written in batches. What was appended is durable, cannot be changed or
 * removed by its means, and is chained: `check` tells what was changed by others. All adapters pass tests/conformance/access-ledger.conformance.ts.
 */
export abstract class AccessLedger {
  /** Resolves once it is on the disk. @throws LedgerFull, Error: then nothing was written */
  abstract append(batch: Batch): Promise<void>;
  abstract find(query: LedgerQuery): Promise<LedgerPage>;
  /** The newest times of which something is missing, at most `limit`. */
  abstract gaps(limit: number): Promise<LedgerGap[]>;
  /** Compares everything with its chain. */
  abstract check(): Promise<LedgerCheck>;
  /** A copy as it is at this moment, in a file that does not exist yet. */
  abstract copyTo(file: string): Promise<void>;
  abstract close(): Promise<void>;
}
