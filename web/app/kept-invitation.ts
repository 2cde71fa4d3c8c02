import { store, stored } from '#web/lib/stored.ts';

/** The code of an invitation whose link was opened, kept in this tab until its reader, once signed in, has been asked about it. */
const KEY = 'invitation';

const listeners = new Set<() => void>();

export const keepInvitation = (code: string): void => {
  store(KEY, code, 'sessionStorage');
  for (const listener of listeners) listener();
};

/** Once: afterwards nothing is kept. */
export const takeInvitation = (): string | undefined => {
  const code = stored(KEY, 'sessionStorage');
  store(KEY, null, 'sessionStorage');
  return code ?? undefined;
};

/** Calls `listener` whenever a code is kept; answers how to stop. */
export const onKeptInvitation = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
