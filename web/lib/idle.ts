import { store, stored } from './stored.ts';

/** So long without pointer or key locks the screen (ruling 40). */
const IDLE = 15 * 60 * 1000;
const NAME = 'anamnesis.active';
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
/** Activity is written down at most so often; every tab reads it, so that work in one keeps all open. */
const EVERY = 5000;

/** Calls back once when nobody has touched any tab for `IDLE`. Returns the way to stop watching. */
export const watchIdle = (onIdle: () => void): (() => void) => {
  let here = Date.now();
  const seen = (now: number) => {
    here = now;
    store(NAME, String(now));
  };
  const active = () => {
    const now = Date.now();
    if (now - here >= EVERY) seen(now);
  };
  // a sleeping computer fires no timers: the clock is compared, and looked at again when the tab is shown
  const look = () => {
    if (Date.now() - Math.max(here, Number(stored(NAME)) || 0) >= IDLE) onIdle();
  };
  // waking up must lock before the first key counts as activity
  const guarded = () => {
    look();
    active();
  };
  seen(here);
  const timer = setInterval(look, EVERY);
  for (const sign of SIGNS) addEventListener(sign, guarded, { passive: true, capture: true });
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) removeEventListener(sign, guarded, { capture: true });
    document.removeEventListener('visibilitychange', look);
  };
};
