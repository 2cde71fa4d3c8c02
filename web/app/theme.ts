import { useSyncExternalStore } from 'react';

/** What a person chose; 'system' follows the computer. */
export type Theme = 'light' | 'dark' | 'system';

const NAME = 'anamnesis.theme';
const DARK = 'bp6-dark';
const listeners = new Set<() => void>();

const remembered = (): Theme => {
  try {
    const text = localStorage.getItem(NAME);
    return text === 'light' || text === 'dark' ? text : 'system';
  } catch {
    return 'system';
  }
};

let chosen: Theme = 'system';

const apply = () => {
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle(DARK, dark);
};

/** Sets the theme before the first drawing and follows the computer and other tabs from then on. */
export const followTheme = (): void => {
  chosen = remembered();
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    apply();
    for (const listener of listeners) listener();
  });
  addEventListener('storage', (event) => {
    if (event.key !== NAME) return;
    chosen = remembered();
    apply();
    for (const listener of listeners) listener();
  });
};

export const chooseTheme = (theme: Theme): void => {
  chosen = theme;
  try {
    if (theme === 'system') localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, theme);
  } catch {
    // then it holds until the page is closed
  }
  apply();
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => chosen);
