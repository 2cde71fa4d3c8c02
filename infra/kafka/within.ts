import { setTimeout as pause } from 'node:timers/promises';

/** Waits for the work to resolve or reject, for at most this time in ms. Resolves to whether it did. */
export const within = async (milliseconds: number, work: Promise<unknown>): Promise<boolean> => {
  const end = new AbortController();
  const late = pause(milliseconds, false, { signal: end.signal }).catch(() => false);
  const isDone = work.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([isDone, late]);
  } finally {
    end.abort();
  }
};
