import { useSyncExternalStore } from 'react';
import { store, stored } from './stored.ts';

// Ids and times that we made, nothing of the patient: kept per user, so that what was seen stays seen.
const PREFIX = 'anamnesis.seen.';
const MOST = 2000;
const listeners = new Set<() => void>();
const cache = new Map<string, ReadonlySet<string>>();

const read = (user: string): ReadonlySet<string> => {
  const known = cache.get(user);
  if (known) return known;
  let kept: unknown = [];
  try {
    kept = JSON.parse(stored(PREFIX + user) ?? '[]');
  } catch {
    // unreadable: everything counts as unseen
  }
  const seen: ReadonlySet<string> = new Set(Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : []);
  cache.set(user, seen);
  return seen;
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Marks a correction as seen by this user in this browser: its old value is struck through until then. */
export const markSeen = (user: string, ...keys: string[]): void => {
  const next = [...read(user), ...keys].slice(-MOST);
  cache.set(user, new Set(next));
  store(PREFIX + user, JSON.stringify(next));
  for (const listener of listeners) listener();
};

/** What this user has seen of corrections. */
export const useSeen = (user: string): ReadonlySet<string> => useSyncExternalStore(subscribe, () => read(user));

export const correctionKey = (itemId: string, entryId: string, at: string): string => `${itemId}/${entryId}/${at}`;
