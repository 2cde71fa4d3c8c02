import type { Change, Columns } from './changes.ts';

/** What the thread is started with. */
export interface WriterSettings {
  file: string;
  /** Where it waits before each commit of a write until it is told to go on: see PASSED. Left out: it waits for nobody. */
  gate?: SharedArrayBuffer;
}

/** What lies at the gate. */
export const WAITING = 0;
export const PASSED = 1;
export const STOPPED = 2;

/**
 * What the main thread sends: changes, made in the order in which they come, or the word that no more will. Of a large write, parts come
 * before it: small messages cost less than one large one, and neither side has to hold everything at once.
 */
export type ToWriter =
  | { kind: 'part'; sequence: number; columns: readonly Columns[] }
  | { kind: 'make'; sequence: number; change: Change }
  | { kind: 'forget'; sequence: number }
  | { kind: 'close' };

/** An error in parts, since its class does not travel. */
export interface Fault {
  name: string;
  message: string;
  stack?: string;
  code?: unknown;
  errcode?: unknown;
}

export type FromWriter =
  /** A write is done but for its commit, and the thread waits at the gate. */
  | { kind: 'waits'; sequence: number; checkpoint: string | undefined }
  | { kind: 'made'; sequence: number; changed: boolean }
  | { kind: 'failed'; sequence: number; fault: Fault };
