import { setTimeout as pause } from 'node:timers/promises';
import { StorageFull, StoreUnavailable } from '#infra/event-store/event-store';
import { KeysUnavailable } from '#infra/keys/keys';
import { ReadStoreUnavailable } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';

/** Stores that do not answer, a full disk and lists that are being built. */
const AWAY = [KeysUnavailable, StorageFull, StoreUnavailable, ReadStoreUnavailable, Rebuilding];

/** 200 ms doubling up to 10 s. */
const doubling = (attempt: number): number => Math.min(10_000, 200 * 2 ** Math.min(attempt - 1, 6));

export interface WhenPossibleOptions {
  /** Ends the waiting. */
  signal: AbortSignal;
  /** Milliseconds before the n-th repetition. */
  backoff?: (attempt: number) => number;
  /** Called before each wait. */
  onWait?: () => void;
}

/** Does a job's work, and repeats it where a store is away, which says nothing about the job and counts as no try. @throws what else the work throws */
export const whenPossible = async <T>(work: () => Promise<T>, { signal, backoff = doubling, onWait }: WhenPossibleOptions): Promise<T> => {
  for (let wait = 1; ; wait += 1) {
    try {
      return await work();
    } catch (error) {
      if (signal.aborted || !AWAY.some((kind) => error instanceof kind)) throw error;
      onWait?.();
      await pause(backoff(wait), undefined, { signal }).catch(() => undefined);
    }
  }
};
