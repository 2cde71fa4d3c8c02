import { store, stored } from '#web/lib/stored.ts';

/** The code of an invitation whose link was opened, kept in this tab until its reader is signed in. */
const KEY = 'invitation';

/** `accept`: the page said that it is accepted at sign-in (document 1 section 4.1); otherwise the person is asked. */
export interface Kept {
  code: string;
  accept: boolean;
}

export const keepInvitation = (kept: Kept): void => store(KEY, JSON.stringify(kept), 'sessionStorage');
/** Once: afterwards nothing is kept. */
export const takeInvitation = (): Kept | undefined => {
  const text = stored(KEY, 'sessionStorage');
  store(KEY, null, 'sessionStorage');
  return text === null ? undefined : (JSON.parse(text) as Kept);
};
