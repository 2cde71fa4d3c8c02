import { store, stored } from './stored.ts';

const NAME = 'anamnesis.local';
let held: string | null = null;

/** Takes the secret out of the address that a start printed, where it is there; the browser keeps it for this tab. */
const take = (): boolean => {
  const [, secret] = /^#local=([\w-]+)$/.exec(location.hash) ?? [];
  if (secret === undefined) return false;
  held = secret;
  store(NAME, secret, 'sessionStorage');
  history.replaceState(history.state, '', location.pathname + location.search);
  return true;
};

/** Before anything is asked of the server; and again when the address is opened in a tab that shows the product already. */
export const takeLocalSecret = (): void => {
  take();
  addEventListener('hashchange', () => take() && location.reload());
};

/** What shows that this browser opened the address which the start printed: for the sign-in and the outbox. */
export const localSecret = (): Record<string, string> => {
  held ??= stored(NAME, 'sessionStorage');
  return held === null ? {} : { 'X-Local-Secret': held };
};
