import { useCallback, useEffect, useId, useRef, useState } from 'react';
import useSWR, { mutate as mutateAll, type SWRConfiguration, unstable_serialize, useSWRConfig } from 'swr';
import { changedAt, newestPosition, wasJustRead } from './changes.ts';
import { closedRecordIn, forgetClosedRecords, isOfClosedRecord, lookAgain, noteFailedRead } from './closed-records.ts';
import { mayStay } from './former-answer.ts';
import { http, type Problem } from './http.ts';
import { isBehind, reportBehind } from './liveness.ts';
import { onNotices, onReconnected } from './notices.ts';

interface Options<T> {
  /** For example a search header; part of what is read. */
  headers?: Record<string, string>;
  /**
   * Keep showing the former answer while the next one is read (`isPrevious`): whatever was asked before, or only where no other parameters
   * of the address differ than these. Never across patients.
   */
  keepPrevious?: boolean | readonly string[];
  /** The screen shows the failure itself and no warning is wanted even for the first read. */
  quiet?: boolean;
  /** Only what is read after the hook was mounted counts: for forms, whose version must be the current one. */
  fresh?: boolean;
  /** Makes of an answer what is kept and shown. Default: nothing else. */
  read?: (answer: never) => T;
}

export interface Live<T> {
  data?: T;
  /** The address that `data` answers. */
  answers?: string;
  /** The last read failed; `data` may still hold what was read before. */
  error?: Problem;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** `data` answers the former question, the new one is on its way: dim it. */
  isPrevious: boolean;
  /** Reads again, with the position of a command's answer so that one's own write is in it. */
  refresh: (after?: string) => Promise<void>;
}

type Key = readonly [path: string, headers: string];
interface Answer<T> {
  key: Key;
  value: T;
  /** When it was asked for. */
  asked: number;
  /** Names what was answered, where the server does: it need not come again. */
  tag: string | null;
}

const isStale = (value: unknown): boolean => typeof value === 'object' && value !== null && 'stale' in value && value.stale === true;
const withAfter = (path: string, after: string | undefined): string =>
  after === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`;

/** Forgets every read: at sign-out, so that nothing of one person or patient is ever shown to another. */
export const forgetReads = (): Promise<unknown> => {
  forgetClosedRecords();
  return mutateAll(Array.isArray, undefined, { revalidate: false });
};

/** Reads about to begin, by address: at a notice all parts of a screen that show an answer want it, and it is asked for once. */
const pending = new Map<string, Promise<void>>();

const once = (name: string, read: () => Promise<unknown>): Promise<void> => {
  const before = pending.get(name);
  if (before) return before;
  // when all of them have noted the position: it is not known here whose read is made
  const next = Promise.resolve().then(async () => {
    pending.delete(name);
    await read();
  });
  pending.set(name, next);
  return next;
};

/** Reads everything on the screen again: after unlocking, when notices may have been missed. */
export const rereadAll = (): Promise<unknown> => mutateAll(Array.isArray);

const configuration: SWRConfiguration = {
  // each answer is another one; to compare them by what they say would cost more than to draw them
  compare: Object.is,
  revalidateOnFocus: false,
  dedupingInterval: 1000,
  // a projection that lags is asked again until it has caught up
  refreshInterval: (answer?: Answer<unknown>) => (isStale(answer?.value) ? 2000 : 0),
  onErrorRetry: (error: Problem, _key, _config, revalidate, { retryCount }) => {
    if (error.status === 0 || error.status >= 500) setTimeout(() => void revalidate({ retryCount }), error.isCancelled ? 50 : 5000);
  },
};

/**
 * Reads a path and reads it again when a notice of one of these slices arrives.
 * A failed re-read leaves `data` as it was; `path` null reads nothing. A newer question cancels the older one's request.
 */
export const useLive = <T>(slices: readonly string[], path: string | null, options: Options<T> = {}): Live<T> => {
  const id = useId();
  // answers kept from before something changed are not shown again
  const [floor] = useState(() => (options.fresh ? Date.now() : changedAt(slices)));
  const told = useRef<{ position: string; at: number } | undefined>(undefined);
  const request = useRef<{ key: string; controller: AbortController } | undefined>(undefined);
  const { cache } = useSWRConfig();
  const headers = JSON.stringify(options.headers ?? {});
  const quiet = options.quiet ?? false;
  const keep = options.keepPrevious ?? false;
  const key: Key | null = path === null ? null : [path, headers];
  const name = unstable_serialize(key);

  const fetcher = async (asked: Key): Promise<Answer<T>> => {
    const closed = closedRecordIn(asked[0]);
    if (closed) throw closed.problem;
    const now = Date.now();
    const asks = asked.join(' ');
    if (request.current && request.current.key !== asks) request.current.controller.abort();
    const controller = new AbortController();
    request.current = { key: asks, controller };
    const before = cache.get(unstable_serialize(asked))?.data as Answer<T> | undefined;
    const found = await http
      .getUnless<never>(withAfter(asked[0], newestPosition(told.current, now)), before?.tag ?? undefined, {
        headers: JSON.parse(asked[1]) as Record<string, string>,
        signal: controller.signal,
        // what is shown already stays and says itself that it was not refreshed; so does the screen of a record that is not open
        quiet: quiet || before !== undefined || isOfClosedRecord(asked[0]),
      })
      .catch((cause: unknown) => {
        noteFailedRead(asked[0], cause);
        throw cause;
      });
    if (found === undefined) return { ...before!, asked: now };
    return { key: asked, value: options.read ? options.read(found.value) : found.value, asked: now, tag: found.tag };
  };

  const kept = key === null ? undefined : (cache.get(unstable_serialize(key))?.data as Answer<T> | undefined);
  const isFresh = kept !== undefined && kept.asked >= floor && !isBehind() && wasJustRead(kept.asked, slices);

  const { data, error, isLoading, mutate } = useSWR<Answer<T>, Problem, Key | null>(key, fetcher, {
    ...configuration,
    revalidateIfStale: !isFresh,
    keepPreviousData: keep !== false,
  });
  const isCurrent = data !== undefined && data.asked >= floor;
  const own = isCurrent && key !== null && data.key[0] === key[0] && data.key[1] === key[1];
  // a failed search empties the list; a failed refresh leaves it
  const stays = isCurrent && key !== null && isLoading && error === undefined && mayStay(data.key[0], key[0], keep);
  const shown = own || stays ? data.value : undefined;

  const reread = useCallback(
    (position?: string): Promise<void> => {
      if (position !== undefined) told.current = { position, at: Date.now() };
      return once(name, () => mutate());
    },
    [mutate, name],
  );
  /** By a person also a record that was closed is asked for. */
  const refresh = useCallback(
    async (position?: string) => {
      const closed = path === null ? undefined : closedRecordIn(path);
      await (closed ? lookAgain(closed.id) : reread(position));
    },
    [path, reread],
  );
  // whoever comes back to a closed record asks once
  useEffect(() => {
    const closed = path === null ? undefined : closedRecordIn(path);
    if (closed) void lookAgain(closed.id);
  }, [path]);

  useEffect(() => {
    if (data !== undefined && data.asked < floor) void mutate();
  }, [data, floor, mutate]);

  const names = slices.join(' ');
  useEffect(() => {
    const wanted = new Set(names.split(' '));
    const offNotices = onNotices((notices) => {
      const closed = path === null ? undefined : closedRecordIn(path);
      // a closed record is open again where a connection is: nothing else is a reason to ask
      if (closed && notices.some(({ slice }) => slice === 'connections')) void lookAgain(closed.id);
      if (closed) return;
      const last = notices.findLast((notice) => wanted.has(notice.slice));
      if (last) void reread(last.position);
    });
    const offReconnected = onReconnected(() => void refresh());
    return () => {
      offNotices();
      offReconnected();
    };
  }, [names, path, refresh, reread]);

  const behind = own && isStale(data.value);
  useEffect(() => {
    reportBehind(id, behind);
    return () => reportBehind(id, false);
  }, [id, behind]);

  return {
    ...(shown === undefined || data === undefined ? {} : { data: shown, answers: data.key[0] }),
    ...(error === undefined || error.isCancelled ? {} : { error }),
    isLoading: path !== null && shown === undefined && (isLoading || error === undefined || error.isCancelled),
    isPrevious: shown !== undefined && !own,
    refresh,
  };
};
