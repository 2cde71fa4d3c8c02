import { setTimeout as pause } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '#infra/event-store/event-store';
import { FilesUnavailable } from '#infra/files/files';
import { KeysUnavailable } from '#infra/keys/keys';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';

/** Stores that do not answer, a full disk and lists that are being built. */
const AWAY = [KeysUnavailable, StorageFull, StoreUnavailable, ReadStoreUnavailable, FilesUnavailable, Rebuilding];

/** Whether the same work may succeed later, without a change of it. */
export const isAway = (error: unknown): boolean => AWAY.some((kind) => error instanceof kind);

/** 200 ms doubling up to 10 s. */
const doubling = (attempt: number): number => Math.min(10_000, 200 * 2 ** Math.min(attempt - 1, 6));

export interface WhenPossibleOptions {
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Milliseconds before the n-th repetition. */
  backoff?: (attempt: number) => number;
  /** Milliseconds after which the work is not repeated any more. Default: no limit. */
  max_ms?: number;
  /** Called before each wait. */
  onWait?: () => void;
}

/** Does work, and repeats it while a store is unavailable, which is no fault of the work and counts as no try of a job. @throws any other error of the work */
export const whenPossible = async <T>(
  work: () => Promise<T>,
  { signal, backoff = doubling, max_ms = Infinity, onWait }: WhenPossibleOptions,
): Promise<T> => {
  const since = performance.now();
  for (let wait = 1; ; wait += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || performance.now() - since > max_ms || !isAway(error)) throw error;
      onWait?.();
      await pause(backoff(wait), undefined, { signal }).catch(() => undefined);
    }
  }
};
