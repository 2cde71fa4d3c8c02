import { Problem } from './problem.ts';

/** How often other calls than forms with files are sent again, and how many seconds they wait at the most. */
const REPEATS = 4;
const MAX_WAIT = 10;
/** Milliseconds after which what is sent again seems to have been taken: a refusal comes sooner, unless the form is large. */
const TAKEN = 1000;

const cancelled = (): Problem => new Problem(0, '', { code: 'cancelled', message: 'Cancelled' });

const pause = (seconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelled());
    const stop = () => {
      clearTimeout(timer);
      reject(cancelled());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener('abort', stop, { once: true });
  });

/** Seconds after which a call may be sent as it is, as nothing was done; undefined where it was not turned away, or for too long. */
const waitOf = ({ status, code, retryAfter }: Problem, repeats: number, isRead: boolean): number | undefined => {
  // as many forms as can be are being taken in: there is a place in the end
  if (code === 'uploads-busy') return retryAfter ?? 2;
  // too many guesses at a password are answered 429 as well
  const isTurnedAway = code === 'overloaded' || (status === 429 && isRead);
  return isTurnedAway && retryAfter !== undefined && retryAfter <= MAX_WAIT && repeats < REPEATS ? retryAfter : undefined;
};

interface Options {
  signal?: AbortSignal;
  isRead?: boolean;
  /** Told when it begins to wait, and when it goes on. */
  onWaiting?: ((isWaiting: boolean) => void) | undefined;
}

/** Sends a call again where the server turns it away for a moment. @param send the same command each time; throws a Problem */
export const untilTaken = async <T>(send: () => Promise<T>, { signal, isRead = false, onWaiting }: Options): Promise<T> => {
  try {
    for (let repeats = 0; ; repeats++) {
      const taken = setTimeout(() => onWaiting?.(false), TAKEN);
      try {
        return await send();
      } catch (cause) {
        clearTimeout(taken);
        const wait = cause instanceof Problem ? waitOf(cause, repeats, isRead) : undefined;
        if (wait === undefined) throw cause;
        onWaiting?.(true);
        await pause(wait, signal);
      } finally {
        clearTimeout(taken);
      }
    }
  } finally {
    onWaiting?.(false);
  }
};
