import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { SealedStore } from './sealed-store.ts';
import type { Shelf } from './shelf.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What a form is about. `item` is its id, or 'add'; `patient` where it belongs to one. */
export interface Place {
  form: string;
  patient?: string;
  item: string;
}

/** Something that was typed and never accepted, in no form that is open in this tab. */
export interface KeptForm {
  place: Place;
  /** When it was typed, by this computer's clock. */
  at: number;
  content: unknown;
}

interface Kept {
  content: unknown;
  version: number | undefined;
  at: number;
}

// What is read and written is in memory; the sealed copy on the disk is for a reload and for signing in again.
const kept = new Map<string, Kept>();
/** Names of what was typed since the page was loaded: of what was brought back nothing more can be lost. */
const here = new Set<string>();
/** Forms that are open here now, by how many of them: they offer themselves what was typed in them. */
const open = new Map<string, number>();
/** The form that somebody chose to go on with: it opens with what was typed in it. */
let wanted: string | undefined;
let owner: string | undefined;
let sealed: SealedStore | undefined;
/** What this user left on the disk has been looked for. */
let isLookedFor = false;
const listeners = new Set<() => void>();
/** The list as it was last asked for, until something changes. */
let shown: readonly KeptForm[] | undefined;

const nameOf = ({ form, patient, item }: Place): string => JSON.stringify([form, patient ?? '', item]);
const placeOf = (name: string): Place => {
  const [form, patient, item] = JSON.parse(name) as [string, string, string];
  return patient === '' ? { form, item } : { form, patient, item };
};
const tell = () => {
  shown = undefined;
  for (const listener of listeners) listener();
};

/**
 * Says who sits here now: what another user typed leaves this page at once. Brings back what this one typed here within the last 24 hours.
 * @param ask for the user's key, which only the server holds; where none comes, or the browser cannot seal, memory alone keeps it
 */
export const keepFor = async (
  user: string,
  ask: () => Promise<Uint8Array<ArrayBuffer>>,
  now = Date.now(),
  shelf?: Shelf,
): Promise<void> => {
  if (owner === user && sealed) return;
  if (owner !== user) {
    kept.clear();
    here.clear();
  }
  owner = user;
  sealed = undefined;
  isLookedFor = false;
  try {
    const store = await SealedStore.open(user, ask, stopSealing, shelf);
    const found = await store?.read(now - DAY);
    if (owner !== user || !store) return;
    sealed = store;
    // typed before the key came
    for (const [name, entry] of kept) store.write(name, entry.at, entry);
    bring(found ?? []);
  } catch {
    // no key, or a browser that denies storage: memory keeps it, and the forms say so
  } finally {
    if (owner === user) isLookedFor = true;
    tell();
  }
};

type Found = Awaited<ReturnType<SealedStore['read']>>;
const bring = (found: Found): void => {
  for (const { name, at, value } of found) {
    const { content, version } = value as Pick<Kept, 'content' | 'version'>;
    if (!kept.has(name)) kept.set(name, { content, version, at });
  }
};

/**
 * Looks again what is on the disk: another tab may have saved or thrown away what it kept there, or left something. What was typed on this
 * page stays as it is; what is over 24 hours old goes.
 */
export const lookAgain = async (now = Date.now()): Promise<void> => {
  for (const [name, { at }] of kept) if (now - at > DAY) dropTyped(placeOf(name));
  const store = sealed;
  const found = await store?.read(now - DAY).catch(() => undefined);
  if (!found || sealed !== store) return;
  const left = new Set(found.map(({ name }) => name));
  for (const name of kept.keys()) if (!here.has(name) && !left.has(name)) kept.delete(name);
  bring(found);
  tell();
};

const stopSealing = (): void => {
  sealed = undefined;
  tell();
};

/** Drops everything typed, here and on the disk: at sign-out. */
export const forgetTyped = async (): Promise<void> => {
  const [store, user] = [sealed, owner];
  kept.clear();
  here.clear();
  wanted = undefined;
  sealed = undefined;
  owner = undefined;
  tell();
  await (store ? store.clear() : user === undefined ? undefined : SealedStore.forget(user));
};

export const keepTyped = (place: Place, content: unknown, version?: number, now = Date.now()): void => {
  if (owner === undefined) return;
  const name = nameOf(place);
  const entry = { content, version, at: now };
  kept.set(name, entry);
  here.add(name);
  sealed?.write(name, now, entry);
};

export const dropTyped = (place: Place): void => {
  const name = nameOf(place);
  here.delete(name);
  // what another tab keeps on the disk is not this one's to drop
  if (!kept.delete(name)) return;
  sealed?.remove(name);
  tell();
};

/** What this user typed here and the server has not accepted yet; gone after 24 hours. */
export const typedAt = <T>(place: Place, now = Date.now()): { content: T; version: number | undefined; at: number } | undefined => {
  const entry = kept.get(nameOf(place));
  if (!entry) return undefined;
  if (now - entry.at > DAY) {
    dropTyped(place);
    return undefined;
  }
  return { content: entry.content as T, version: entry.version, at: entry.at };
};

export const hasTyped = (): boolean => here.size > 0;

/** What was typed and waits for this user, the newest first; nothing of forms that are open. */
export const keptForms = (): readonly KeptForm[] =>
  (shown ??= [...kept]
    .filter(([name]) => !open.has(name))
    .map(([name, { at, content }]) => ({ place: placeOf(name), at, content }))
    .sort((a, b) => b.at - a.at));

/** The form of this place opens with what was typed in it. */
export const goOnWith = (place: Place): void => {
  wanted = nameOf(place);
};

/** Says that a form is open; answers how to say that it is not any more. */
export const openForm = (place: Place): (() => void) => {
  const name = nameOf(place);
  open.set(name, (open.get(name) ?? 0) + 1);
  if (wanted === name) wanted = undefined;
  tell();
  return () => {
    const others = (open.get(name) ?? 1) - 1;
    if (others > 0) open.set(name, others);
    else open.delete(name);
    tell();
  };
};

interface Typed<T> {
  /** What is kept by now: a form that opened before the disk was read asks again. */
  find: () => { content: T; version: number | undefined; at: number } | undefined;
  /** Typed earlier and never accepted, with the version it was typed on: to be offered, never sent by itself. */
  restored: { content: T; version: number | undefined; at: number } | undefined;
  /** Somebody chose in the list of what was kept to go on with it. */
  isWanted: boolean;
  keep: (content: T, version?: number) => void;
  /** The server said yes, or the person threw it away. */
  done: () => void;
}

/** Keeps what is typed in a form until `done`. Read `restored` and `isWanted` once, when the form opens. */
export const useTyped = <T>({ form, patient, item }: Place): Typed<T> => {
  const [place, typed] = useMemo(() => {
    const at: Place = patient === undefined ? { form, item } : { form, patient, item };
    const find = () => typedAt<T>(at);
    const restored = find();
    const isWanted = restored !== undefined && wanted === nameOf(at);
    return [
      at,
      { restored, isWanted, find, keep: (content: T, version?: number) => keepTyped(at, content, version), done: () => dropTyped(at) },
    ];
  }, [form, patient, item]);
  useEffect(() => openForm(place), [place]);
  return typed;
};

/** What was typed and waits for this user, wherever it was typed. */
export const useKeptForms = (): readonly KeptForm[] => useSyncExternalStore(subscribe, keptForms);

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Where typed content is kept: 'sealed' on this computer, over a reload and a closed browser, or in this 'tab' alone. */
export const useKeeping = (): 'sealed' | 'tab' => useSyncExternalStore(subscribe, () => (sealed ? 'sealed' : 'tab'));

/** Whether what was left on the disk has been looked for: before that nobody knows whether there is something to offer. */
export const useIsLookedFor = (): boolean => useSyncExternalStore(subscribe, () => isLookedFor);

/** The browser asks before the page is left with something typed in it. */
export const useLeaveWarning = (): void =>
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      if (hasTyped()) event.preventDefault();
    };
    addEventListener('beforeunload', leaving);
    return () => removeEventListener('beforeunload', leaving);
  }, []);
