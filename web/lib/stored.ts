type Storage = 'localStorage' | 'sessionStorage';

/** A text that the browser keeps, over a reload or (`sessionStorage`) for this tab. One that denies storage keeps nothing, and still works. */
export const stored = (name: string, where: Storage = 'localStorage'): string | null => {
  try {
    return globalThis[where].getItem(name);
  } catch {
    return null;
  }
};

/** Keeps a text; null forgets it. */
export const store = (name: string, text: string | null, where: Storage = 'localStorage'): void => {
  try {
    if (text === null) globalThis[where].removeItem(name);
    else globalThis[where].setItem(name, text);
  } catch {
    // denied, or full
  }
};
