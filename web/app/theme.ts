import { useSyncExternalStore } from 'react';
import { store, stored } from '#web/lib/stored.ts';

/** What a person chose; 'system' follows the computer. */
export type Theme = 'light' | 'dark' | 'system';

const NAME = 'anamnesis.theme';
const DARK = 'bp6-dark';
const listeners = new Set<() => void>();

const remembered = (): Theme => {
  const text = stored(NAME);
  return text === 'light' || text === 'dark' ? text : 'system';
};

let chosen: Theme = 'system';

const apply = () => {
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle(DARK, dark);
  for (const listener of listeners) listener();
};

/** Sets the theme before the first drawing and follows the computer and other tabs from then on. */
export const followTheme = (): void => {
  chosen = remembered();
  apply();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key !== NAME) return;
    chosen = remembered();
    apply();
  });
};

export const chooseTheme = (theme: Theme): void => {
  chosen = theme;
  store(NAME, theme === 'system' ? null : theme);
  apply();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => chosen);
