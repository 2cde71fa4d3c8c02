import { store, stored } from './stored.ts';

const NAME = 'anamnesis.token';
const LEFT = 'anamnesis.left';

let held: string | null | undefined;

/** The bearer token. Local storage keeps it over a reload; where storage is denied it lives as long as the page. */
export const currentToken = (): string | null => {
  if (held === undefined) held = stored(NAME);
  return held;
};

export const rememberToken = (token: string | null): void => {
  held = token;
  store(NAME, token);
};

/** Tells when another tab signed in, renewed or signed out. Returns the way to stop listening. */
export const onTokenElsewhere = (listener: (token: string | null) => void): (() => void) => {
  const heard = (event: StorageEvent) => {
    if (event.key !== NAME && event.key !== null) return;
    held = event.key === null ? null : event.newValue;
    listener(held);
  };
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
};

/** Says to the other tabs that somebody signed out; an idle one only loses its token. Call it before the token is forgotten. */
export const tellLeft = (): void => store(LEFT, String(Date.now()));

/** Calls back when somebody signed out in another tab. */
export const onLeftElsewhere = (listener: () => void): (() => void) => {
  const heard = (event: StorageEvent) => event.key === LEFT && listener();
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
};
