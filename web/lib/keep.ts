import { type Keeping, SealedStore } from './sealed-store.ts';
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

interface Left extends Kept {
  name: string;
}

/** Typed on this page; the sealed copy on the disk is for a reload and for signing in again. */
const own = new Map<string, Kept>();
/** Typed before a reload or in another tab, by the ids of the entries on the disk. */
const left = new Map<string, Left>();
/** Forms that are open here now, by how many of them: they offer themselves what was typed in them. */
const open = new Map<string, number>();
/** The form that somebody chose to go on with: it opens with what was typed in it. */
let wanted: string | undefined;
let owner: string | undefined;
let sealed: SealedStore | undefined;
/** What this user left on the disk has been looked for. */
let isLookedFor = false;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** The list as it was last asked for, until something changes. */
let shown: readonly KeptForm[] | undefined;

/** The server did not give the key: it is asked again after so long. */
const RETRIES = [1000, 2000, 5000, 15_000];

const nameOf = ({ form, patient, item }: Place): string => JSON.stringify([form, patient ?? '', item]);
const placeOf = (name: string): Place => {
  const [form, patient, item] = JSON.parse(name) as [string, string, string];
  return patient === '' ? { form, item } : { form, patient, item };
};
const tell = () => {
  shown = undefined;
  for (const listener of listeners) listener();
};

type AskKey = () => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Says who sits here now: what another user typed leaves this page at once. Brings back what this one typed here within the last 24 hours.
 * @param ask for the user's key, which only the server holds. Until it comes memory alone keeps what is typed; where it does not come it is
 * asked again, as long as this user sits here
 */
export const keepFor = async (user: string, ask: AskKey, now = Date.now(), shelf?: Shelf): Promise<void> => {
  if (owner === user && sealed) return;
  if (owner !== user) {
    own.clear();
    left.clear();
    isLookedFor = false;
  }
  owner = user;
  sealed = undefined;
  await look(user, ask, 0, now, shelf);
};

const look = async (user: string, ask: AskKey, tries: number, now: number, shelf?: Shelf): Promise<void> => {
  clearTimeout(retry);
  try {
    const store = await SealedStore.open(user, ask, tell, shelf);
    const found = await store?.read(now - DAY);
    if (owner !== user || sealed) return;
    sealed = store;
    isLookedFor = true;
    // typed before the key came
    for (const [name, entry] of own) store?.write(name, entry.at, entry);
    bring(found ?? []);
  } catch {
    if (owner !== user || sealed) return;
    const again = () => void look(user, ask, tries + 1, Date.now(), shelf);
    retry = setTimeout(again, RETRIES[Math.min(tries, RETRIES.length - 1)]);
  }
  tell();
};

type Found = Awaited<ReturnType<SealedStore['read']>>;
const bring = (found: Found): void => {
  for (const { id, name, at, value, isOwn } of found) {
    if (isOwn) continue;
    const { content, version } = value as Pick<Kept, 'content' | 'version'>;
    left.set(id, { name, content, version, at });
  }
};

/** What was left of a name by other pages, the newest first. */
const leftOf = (name: string): [id: string, entry: Left][] =>
  [...left].filter(([, entry]) => entry.name === name).sort(([, a], [, b]) => b.at - a.at);

/**
 * Looks again what is on the disk: another tab may have saved or thrown away what it kept there, or left something. What was typed on this
 * page stays as it is; what is over 24 hours old goes.
 */
export const lookAgain = async (now = Date.now()): Promise<void> => {
  for (const [name, { at }] of own) if (now - at > DAY) dropTyped(placeOf(name));
  const store = sealed;
  const found = await store?.read(now - DAY).catch(() => undefined);
  if (!found || sealed !== store) return;
  left.clear();
  bring(found);
  tell();
};

/** Drops everything typed, here and on the disk: at sign-out. */
export const forgetTyped = async (): Promise<void> => {
  const [store, user] = [sealed, owner];
  clearTimeout(retry);
  own.clear();
  left.clear();
  wanted = undefined;
  sealed = undefined;
  owner = undefined;
  isLookedFor = false;
  tell();
  await (store ? store.clear() : user === undefined ? undefined : SealedStore.forget(user));
};

export const keepTyped = (place: Place, content: unknown, version?: number, now = Date.now()): void => {
  if (owner === undefined) return;
  const name = nameOf(place);
  const entry = { content, version, at: now };
  own.set(name, entry);
  sealed?.write(name, now, entry);
};

/** Drops what was typed here, and of what other pages left only the entry of this id: what another tab still holds is not this one's to drop. */
export const dropTyped = (place: Place, given?: string): void => {
  const name = nameOf(place);
  const isGiven = given !== undefined && left.delete(given);
  if (!own.delete(name) && !isGiven) return;
  sealed?.remove(name, isGiven ? [given] : []);
  tell();
};

/** Throws away everything that was typed at a place, wherever it was typed. */
export const throwAway = (place: Place): void => {
  const name = nameOf(place);
  const ids = leftOf(name).map(([id]) => id);
  own.delete(name);
  for (const id of ids) left.delete(id);
  sealed?.remove(name, ids);
  tell();
};

export interface Offered<T> {
  content: T;
  version: number | undefined;
  at: number;
  /** The entry that it came from, where another page wrote it. */
  given?: string;
}

/** What this user typed here and the server has not accepted yet; gone after 24 hours. */
export const typedAt = <T>(place: Place, now = Date.now()): Offered<T> | undefined => {
  const name = nameOf(place);
  const here = own.get(name);
  const [before] = here ? [] : leftOf(name);
  const entry = here ?? before?.[1];
  if (!entry) return undefined;
  const given = before?.[0];
  if (now - entry.at > DAY) {
    dropTyped(place, given);
    return undefined;
  }
  return { content: entry.content as T, version: entry.version, at: entry.at, ...(given === undefined ? {} : { given }) };
};

/** Of what was brought back nothing more can be lost. */
export const hasTyped = (): boolean => own.size > 0;

/** What was typed and waits for this user, the newest first; nothing of forms that are open. */
export const keptForms = (): readonly KeptForm[] =>
  (shown ??= [...new Set([...own.keys(), ...[...left.values()].map(({ name }) => name)])]
    .filter((name) => !open.has(name))
    .flatMap((name) => {
      const entry = own.get(name) ?? leftOf(name)[0]?.[1];
      return entry ? [{ place: placeOf(name), at: entry.at, content: entry.content }] : [];
    })
    .sort((a, b) => b.at - a.at));

/** The form of this place opens with what was typed in it. */
export const goOnWith = (place: Place): void => {
  wanted = nameOf(place);
};

/** Somebody chose to go on with the form of this place. */
export const isWanted = (place: Place): boolean => wanted === nameOf(place);

/** What another page left under this id is held by a form here now, and kept by this page. */
export const supersede = (id: string): void => {
  if (left.delete(id)) sealed?.destroy([id]);
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

export const keepingNow = (): Keeping => sealed?.keeping ?? 'tab';

/** Whether what was left on the disk has been looked for: before that nobody knows whether there is something to offer. */
export const isLookedForNow = (): boolean => isLookedFor;

/** Calls back when anything of this changes. Returns the way to stop. */
export const onKept = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
