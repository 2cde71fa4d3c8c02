const NAME = 'anamnesis.token';
const LEFT = 'anamnesis.left';

let held: string | null | undefined;

/** The bearer token. Local storage keeps it over a reload; where storage is denied it lives as long as the page. */
export const currentToken = (): string | null => {
  if (held !== undefined) return held;
  try {
    held = localStorage.getItem(NAME);
  } catch {
    held = null;
  }
  return held;
};

export const rememberToken = (token: string | null): void => {
  held = token;
  try {
    if (token === null) localStorage.removeItem(NAME);
    else localStorage.setItem(NAME, token);
  } catch {
    // a browser that denies storage still works, it only asks again after a reload
  }
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
export const tellLeft = (): void => {
  try {
    localStorage.setItem(LEFT, String(Date.now()));
  } catch {
    // without storage the tabs have no token in common either
  }
};

/** Calls back when somebody signed out in another tab. */
export const onLeftElsewhere = (listener: () => void): (() => void) => {
  const heard = (event: StorageEvent) => event.key === LEFT && listener();
  addEventListener('storage', heard);
  return () => removeEventListener('storage', heard);
};
