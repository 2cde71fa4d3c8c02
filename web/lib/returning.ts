import { useCallback, useSyncExternalStore } from 'react';
import { isTyping } from './keys.ts';

/** What had the focus: found again by its row or section and its own words when the screen is drawn anew. */
interface Focus {
  within: string;
  words: string | undefined;
}

/** Where somebody was on a screen when it was left. */
interface Place {
  search: string;
  state: unknown;
  scroll: number;
  focus: Focus | undefined;
}

/** How long a screen that is read again may take until it has what had the focus. */
const PATIENCE = 10_000;
/** What a person does next ends the waiting: nothing moves under the hand. */
const HANDS = ['pointerdown', 'wheel', 'keydown', 'touchstart'] as const;

const places = new Map<string, Place>();
/** The screen that somebody is on the way back to. */
let wanted: string | undefined;
/** A new object each time, so that the same row takes the focus again. */
let marked: { id: string } | undefined;
const listeners = new Set<() => void>();

const scroller = (): HTMLElement | null => document.getElementById('main');

const CONTROLS = 'a[href], button, input, select, summary';
const wordsOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent ?? '';

const focusOf = (element: Element | null): Focus | undefined => {
  if (!(element instanceof HTMLElement)) return undefined;
  const row = element.closest<HTMLElement>('[data-row]');
  const section = element.closest('section[id]');
  const within = row ? `[data-row="${CSS.escape(row.dataset['row'] ?? '')}"]` : section ? `#${CSS.escape(section.id)}` : '#main';
  return element.matches(CONTROLS) ? { within, words: wordsOf(element) } : row ? { within, words: undefined } : undefined;
};

const find = ({ within, words }: Focus): HTMLElement | null => {
  const around = document.querySelector<HTMLElement>(within);
  if (words === undefined || !around) return around;
  const controls = [...around.querySelectorAll<HTMLElement>(CONTROLS)];
  // a row has its actions while it is pointed at or has the focus
  const inRow = around.dataset['row'] === undefined ? undefined : around.tabIndex >= 0 ? around : controls[0];
  return controls.find((each) => wordsOf(each) === words) ?? inRow ?? null;
};

/** Remembers where one is on the screen that is about to be left. */
export const rememberPlace = (): void => {
  // marked until the screen is left that shows it
  if (marked && document.querySelector(`[data-row="${marked.id}"]`)) markRow(undefined);
  places.set(location.pathname, {
    search: location.search,
    state: history.state as unknown,
    scroll: scroller()?.scrollTop ?? 0,
    // what is in a menu is gone with it
    focus: focusOf(document.querySelector('[data-more] [aria-expanded="true"]') ?? document.activeElement),
  });
};

/** The query of a screen as it was left. */
export const queryOf = (path: string): URLSearchParams => new URLSearchParams(places.get(path)?.search);

/** The way to a screen as it was left, with its query and history state; `changes` sets or takes out parameters. */
export const wayBack = (path: string, changes: Readonly<Record<string, string | undefined>> = {}): { to: string; state: unknown } => {
  const query = queryOf(path);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  wanted = path;
  return { to: query.size === 0 ? path : `${path}?${query}`, state: places.get(path)?.state ?? history.state };
};

/** At the end of a session. */
export const forgetPlaces = (): void => {
  places.clear();
  wanted = undefined;
  markRow(undefined);
};

/** Marks the row of this id, which takes the focus as soon as it is there, unless somebody is typing: it was just saved, or is to be seen. */
export const markRow = (id: string | undefined): void => {
  marked = id === undefined ? undefined : { id };
  for (const listener of listeners) listener();
};

/** Of the row that was marked. */
export const useMarkedRow = (): string | undefined => useSyncExternalStore(subscribe, () => marked)?.id;

/** A row of this id and where the focus may go once it is gone: the rows after it, those before it, the heading of their section. */
export const besideRow = (id: string): HTMLElement[] => {
  const row = document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  if (!row) return [];
  const rows = [...(row.closest('table')?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(row);
  const heading = row.closest('section')?.querySelector<HTMLElement>('h2[tabindex]');
  return [...rows.slice(at), ...rows.slice(0, at).reverse(), ...(heading ? [heading] : [])];
};

/** Pixels that sticky headers may cover at the top. */
const HEADERS = 160;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Typing goes on where it began; a dialog that asked to see the row is about to close. */
const isFree = (focus: Element | null): boolean => !isTyping(focus) || focus?.closest('dialog, [role=dialog]') != null;

const show = (row: HTMLElement): void => {
  if (isFree(document.activeElement)) row.focus({ preventScroll: true });
  const { top, bottom } = row.getBoundingClientRect();
  // what is in sight stays where it is
  if (top < HEADERS || bottom > innerHeight) row.scrollIntoView({ block: 'center' });
};

/** Spread on a row: names it, marks it, and gives it the focus when it is the one that was marked. */
export const useRow = (id: string) => {
  const now = useSyncExternalStore(subscribe, () => marked);
  const mine = now?.id === id ? now : undefined;
  const ref = useCallback((row: HTMLElement | null) => (row && mine ? show(row) : undefined), [mine]);
  return { ref, 'data-row': id, isMarked: mine !== undefined };
};

/** Brings back scroll and focus of a screen that somebody returned to; any other begins at its top. @returns ends the waiting */
export const restorePlace = (): (() => void) => {
  const main = scroller();
  const place = wanted === location.pathname ? places.get(location.pathname) : undefined;
  wanted = undefined;
  // it was on the screen that was left, which is gone
  if (places.size > 0 && document.activeElement === document.body) main?.focus({ preventScroll: true });
  if (!main || !place) {
    main?.scrollTo(0, 0);
    return () => undefined;
  }
  const attempt = () => {
    if (Math.abs(main.scrollTop - place.scroll) > 1) main.scrollTo(0, place.scroll);
    if (marked) return main.querySelector(`[data-row="${marked.id}"]`) !== null;
    const found = place.focus === undefined ? main : find(place.focus);
    if (!found) return false;
    found.focus({ preventScroll: true });
    return Math.abs(main.scrollTop - place.scroll) <= 1;
  };
  const observer = new MutationObserver(() => attempt() && end());
  const timer = setTimeout(() => end(), PATIENCE);
  const end = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const hand of HANDS) removeEventListener(hand, end, { capture: true });
  };
  for (const hand of HANDS) addEventListener(hand, end, { capture: true });
  observer.observe(main, { childList: true, subtree: true });
  if (attempt()) end();
  return end;
};

if (typeof window !== 'undefined') {
  // the browser's own back and forward
  addEventListener('popstate', () => {
    wanted = location.pathname;
  });
}
