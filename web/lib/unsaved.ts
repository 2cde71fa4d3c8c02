import { v4 as newId } from 'uuid';
import { type Keeping, SealedStore } from './sealed-store.ts';
import type { EntryStore } from './entry-store.ts';

const DAY = 24 * 60 * 60 * 1000;

/** What a form is about. `item` is its id, or 'add'; `patient` where it belongs to one. */
export interface Place {
  form: string;
  patient?: string;
  item: string;
}

/** Something that was typed and never accepted, in no form that is open in this tab. */
export interface UnsavedForm {
  /** Names it among those of one place. */
  id: string;
  place: Place;
  /** When it was typed, by this computer's clock. */
  at: number;
  content: unknown;
}

interface Kept {
  content: unknown;
  version: number | undefined;
  at: number;
  /** Where it was typed: each tab is offered its own first. */
  tab?: string | undefined;
}

interface Named extends Kept {
  /** Of its place. */
  name: string;
  /** Of the command that saves it, whichever page sends it (ruling 60). Entries of before have none. */
  key: string | undefined;
}

/** Typed on this page, by place and key; the sealed copy on the disk is for a reload and for signing in again. */
const own = new Map<string, Named>();
/** Typed before a reload or in another tab, by the ids of the entries on the disk. */
const left = new Map<string, Named>();
/** Forms that are open here now, by how many of them: they offer themselves what was typed in them. */
const open = new Map<string, number>();
/** The form that somebody chose to go on with: it opens with what was typed in it. */
let wanted: { name: string; id: string } | undefined;
let owner: string | undefined;
let sealed: SealedStore | undefined;
/** What this user left on the disk has been looked for. */
let isLookedFor = false;
let retry: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();
/** The list as it was last asked for, until something changes. */
let shown: readonly UnsavedForm[] | undefined;

/** The server did not give the key: it is asked again after so long. */
const RETRIES = [1000, 2000, 5000, 15_000];

const nameOf = ({ form, patient, item }: Place): string => JSON.stringify([form, patient ?? '', item]);
const placeOf = (name: string): Place => {
  const [form, patient, item] = JSON.parse(name) as [string, string, string];
  return patient === '' ? { form, item } : { form, patient, item };
};
/** Several forms of one place are kept apart by the keys of their commands. */
const idOf = ({ form, patient, item }: Place, key: string): string => JSON.stringify([form, patient ?? '', item, key]);
const named = (id: string): Pick<Named, 'name' | 'key'> => {
  const [form, patient, item, key] = JSON.parse(id) as [string, string, string, string?];
  return { name: JSON.stringify([form, patient, item]), key };
};
const tell = () => {
  shown = undefined;
  for (const listener of listeners) listener();
};

/** Of commands that were done, here or in another tab: what they saved is offered no more. */
const savedKeys = new Set<string>();

const TAB = 'anamnesis.tab';
/** Names this tab over a reload; undefined where the browser keeps nothing. */
const thisTab = (): string | undefined => {
  try {
    const known = sessionStorage.getItem(TAB) ?? newId();
    sessionStorage.setItem(TAB, known);
    return known;
  } catch {
    return undefined;
  }
};

/** What tabs tell each other: something is gone from the disk, perhaps because the command of this key saved it. */
interface Told {
  saved?: string | undefined;
}
const channel = globalThis.indexedDB === undefined ? undefined : new BroadcastChannel('anamnesis.typed');
channel?.addEventListener('message', ({ data: { saved } }: MessageEvent<Told>) => {
  if (saved !== undefined) {
    savedKeys.add(saved);
    drop(idsOf([...own], ({ name, key }) => key === saved && !open.has(name)));
  }
  void lookAgain();
});
/** Once it is gone from the disk: the others look there. */
const tellOthers = (told: Told = {}): void => {
  void (sealed?.settled() ?? Promise.resolve()).then(() => channel?.postMessage(told));
};
const idsOf = (entries: readonly [string, Named][], matches: (entry: Named) => boolean): string[] =>
  entries.filter(([, entry]) => matches(entry)).map(([id]) => id);
/** Drops entries, here and on the disk. @returns whether there were any */
const drop = (ids: readonly string[]): boolean => {
  const mine = ids.filter((id) => own.delete(id));
  const others = ids.filter((id) => left.delete(id));
  for (const id of mine) sealed?.remove(id);
  if (others.length > 0) sealed?.destroy(others);
  if (mine.length + others.length > 0) tell();
  return mine.length + others.length > 0;
};

type AskKey = () => Promise<Uint8Array<ArrayBuffer>>;

/**
 * Says who sits here now: what another user typed leaves this page at once. Brings back what this one typed here within the last 24 hours.
 * @param ask for the user's key, which only the server holds. Until it comes memory alone keeps what is typed; where it does not come it is
 * asked again, as long as this user sits here
 */
export const keepFor = async (user: string, ask: AskKey, now = Date.now(), storage?: EntryStore): Promise<void> => {
  if (owner === user && sealed) return;
  if (owner !== user) {
    own.clear();
    left.clear();
    isLookedFor = false;
  }
  owner = user;
  sealed = undefined;
  await look(user, ask, 0, now, storage);
};

const look = async (user: string, ask: AskKey, tries: number, now: number, storage?: EntryStore): Promise<void> => {
  clearTimeout(retry);
  try {
    const store = await SealedStore.open(user, ask, tell, storage);
    const found = await store?.read(now - DAY);
    if (owner !== user || sealed) return;
    sealed = store;
    isLookedFor = true;
    // typed before the key came
    for (const [id, entry] of own) store?.write(id, entry.at, valueOf(entry));
    bring(found ?? []);
  } catch {
    if (owner !== user || sealed) return;
    const again = () => void look(user, ask, tries + 1, Date.now(), storage);
    retry = setTimeout(again, RETRIES[Math.min(tries, RETRIES.length - 1)]);
  }
  tell();
};

const valueOf = ({ content, version, at, tab }: Kept): Kept => ({ content, version, at, tab });

type Found = Awaited<ReturnType<SealedStore['read']>>;
const bring = (found: Found): void => {
  const done: string[] = [];
  for (const { id, name, at, value, isOwn } of found) {
    const known = named(name);
    if (known.key !== undefined && savedKeys.has(known.key)) done.push(id);
    // a form that was taken over from another page is here already
    else if (!isOwn && !own.has(name)) left.set(id, { ...(value as Kept), ...known, at });
  }
  if (done.length > 0) sealed?.destroy(done);
};

/** What was typed at a place: on this page first, then in this tab before a reload, the newest of each first. */
const typedOf = (name: string): [id: string, entry: Named][] => {
  const ofPlace = ([, entry]: [string, Named]): boolean => entry.name === name;
  const tab = thisTab();
  const isOfTab = (entry: Named): boolean => tab !== undefined && entry.tab === tab;
  return [
    ...[...own].filter(ofPlace).sort(([, a], [, b]) => b.at - a.at),
    ...[...left].filter(ofPlace).sort(([, a], [, b]) => Number(isOfTab(b)) - Number(isOfTab(a)) || b.at - a.at),
  ];
};

/**
 * Looks again what is on the disk: another tab may have saved or thrown away what it kept there, or left something. What was typed on this
 * page stays as it is; what is over 24 hours old goes.
 */
export const lookAgain = async (now = Date.now()): Promise<void> => {
  drop(idsOf([...own], ({ at }) => now - at > DAY));
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

/** @param key of the command that saves it */
export const keepTyped = (place: Place, content: unknown, version?: number, now = Date.now(), key = ''): void => {
  if (owner === undefined) return;
  const id = idOf(place, key);
  const entry = { content, version, at: now, tab: thisTab(), ...named(id) };
  own.set(id, entry);
  sealed?.write(id, now, valueOf(entry));
};

/**
 * Drops what was typed here under this key, and the entry that the form was given: what another tab still holds is not this one's to drop.
 */
export const dropTyped = (place: Place, key = '', given?: string): void => {
  if (drop([idOf(place, key), given ?? ''])) tellOthers();
};

/** The command of this key was done: nothing that it would save is offered any more, in no tab. */
export const savedTyped = (place: Place, key: string): void => {
  savedKeys.add(key);
  drop([idOf(place, key), ...idsOf([...left], (entry) => entry.key === key)]);
  tellOthers({ saved: key });
};

/** Throws away one of the forms that were kept. */
export const throwAway = ({ id }: Pick<UnsavedForm, 'id'>): void => {
  if (drop([id])) tellOthers();
};

/** The patient whose record a form is about: by its place, or as it was chosen in it; 'add' for one who is to be added. */
export const patientOf = ({ form, patient, item }: Place, content: unknown): string | null | undefined =>
  form === 'patient' ? item : (patient ?? (content as { patient_id?: string | null } | null)?.patient_id);

/** The record is not there for this person any more: what was typed about it is destroyed, here and on the disk. */
export const dropOfRecord = (patient: string): void => {
  if (drop(idsOf([...own, ...left], ({ name, content }) => patientOf(placeOf(name), content) === patient))) tellOthers();
};

export interface Offered<T> {
  /** The entry that it is in. */
  id: string;
  content: T;
  version: number | undefined;
  at: number;
  key?: string;
}

/** What this user typed there and the server has not accepted yet; gone after 24 hours. Of several the one that somebody chose, or the first. */
export const typedAt = <T>(place: Place, now = Date.now()): Offered<T> | undefined => {
  const name = nameOf(place);
  drop(idsOf(typedOf(name), ({ at }) => now - at > DAY));
  const found = typedOf(name);
  const [id, entry] = (wanted?.name === name ? found.find(([each]) => each === wanted?.id) : found[0]) ?? [];
  if (id === undefined || !entry) return undefined;
  const { content, version, at, key } = entry;
  return { id, content: content as T, version, at, ...(key === undefined ? {} : { key }) };
};

/** Whether something that was offered still waits: it may have been saved or thrown away in another tab. */
export const isWaiting = (id: string): boolean => own.has(id) || left.has(id);

/** Of what was brought back nothing more can be lost. */
export const hasTyped = (): boolean => own.size > 0;

/** What was typed and waits for this user, the newest first; nothing of forms that are open. */
export const keptForms = (): readonly UnsavedForm[] =>
  (shown ??= [...own, ...left]
    .filter(([, { name }]) => !open.has(name))
    .map(([id, { name, at, content }]) => ({ id, place: placeOf(name), at, content }))
    .sort((a, b) => b.at - a.at));

/** How many forms signing out would destroy: those that are open here too, and those of other tabs. */
export const countTyped = (): number => own.size + left.size;

/** The form of this place opens with what was typed in it, of several with this one. */
export const goOnWith = ({ id, place }: Pick<UnsavedForm, 'id' | 'place'>): void => {
  wanted = { name: nameOf(place), id };
};

/** Somebody chose to go on with the form of this place. */
export const isWanted = (place: Place): boolean => wanted?.name === nameOf(place);

/** What another page left under this id is held by a form here now, and kept by this page. */
export const supersede = (id: string): void => {
  if (left.delete(id)) sealed?.destroy([id]);
};

/** Says that a form is open; answers how to say that it is not any more. */
export const openForm = (place: Place): (() => void) => {
  const name = nameOf(place);
  open.set(name, (open.get(name) ?? 0) + 1);
  if (wanted?.name === name) wanted = undefined;
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
