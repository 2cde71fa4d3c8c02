import { useEffect, useMemo } from 'react';

const DAY = 24 * 60 * 60 * 1000;

/** What a form is about. `item` is its id, or 'add'; `patient` where it belongs to one. */
export interface Place {
  form: string;
  patient?: string;
  item: string;
}

interface Kept {
  user: string;
  content: unknown;
  version: number | undefined;
  at: number;
}

// In memory only: typed clinical text must not outlive the tab in clear. It survives losing the session and signing in again.
const kept = new Map<string, Kept>();
let owner: string | undefined;

const nameOf = ({ form, patient, item }: Place): string => JSON.stringify([form, patient ?? '', item]);

/** Says who sits here now: what another user typed is dropped at once. */
export const keepFor = (user: string): void => {
  owner = user;
  for (const [name, entry] of kept) if (entry.user !== user) kept.delete(name);
};

/** Drops everything typed: at sign-out. */
export const forgetTyped = (): void => kept.clear();

export const keepTyped = (place: Place, content: unknown, version?: number, now = Date.now()): void => {
  if (owner !== undefined) kept.set(nameOf(place), { user: owner, content, version, at: now });
};

export const dropTyped = (place: Place): void => void kept.delete(nameOf(place));

/** What this user typed here and the server has not accepted yet; gone after 24 hours. */
export const typedAt = <T>(place: Place, now = Date.now()): { content: T; version: number | undefined; at: number } | undefined => {
  const entry = kept.get(nameOf(place));
  if (!entry || entry.user !== owner) return undefined;
  if (now - entry.at > DAY) {
    kept.delete(nameOf(place));
    return undefined;
  }
  return { content: entry.content as T, version: entry.version, at: entry.at };
};

export const hasTyped = (): boolean => kept.size > 0;

interface Typed<T> {
  /** Typed earlier and never accepted, with the version it was typed on: to be offered, never sent by itself. */
  restored: { content: T; version: number | undefined; at: number } | undefined;
  keep: (content: T, version?: number) => void;
  /** The server said yes, or the person threw it away. */
  done: () => void;
}

/** Keeps what is typed in a form until `done`. Read `restored` once, when the form opens. */
export const useTyped = <T>({ form, patient, item }: Place): Typed<T> =>
  useMemo(() => {
    const place: Place = patient === undefined ? { form, item } : { form, patient, item };
    return { restored: typedAt<T>(place), keep: (content, version) => keepTyped(place, content, version), done: () => dropTyped(place) };
  }, [form, patient, item]);

/** The browser asks before the page is left with something typed in it. */
export const useLeaveWarning = (): void =>
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (hasTyped()) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, []);
