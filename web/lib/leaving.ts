import { useCallback, useEffect, useEffectEvent } from 'react';
import { type AroundNavHandler, useLocation } from 'wouter';
import { rememberPlace } from './returning.ts';

type Ask = (go: () => void) => void;

/** Who asks, and the browser's entry that it is shown at. */
let guard: { ask: Ask; at: number | undefined } | undefined;
let isReturning = false;

/** Goes where it is wanted, once whoever has something typed on the screen has said yes. */
export const askToLeave: Ask = (go) => {
  if (guard) guard.ask(go);
  else go();
};

/** For the router: another screen is only opened once that was asked; another state of the same one, and a redirect, always. */
export const aroundNavigation: AroundNavHandler = (navigate, to, options) => {
  const isElsewhere = new URL(to, location.href).pathname !== location.pathname;
  const go = () => {
    if (isElsewhere) rememberPlace();
    navigate(to, options);
  };
  if (isElsewhere && options?.replace !== true) askToLeave(go);
  else go();
};

interface Entries {
  currentEntry: { index: number } | null;
}
// not every browser numbers its entries; without it the back key leaves, and what was typed is offered on return
const entryIndex = (): number | undefined => (window as { navigation?: Entries }).navigation?.currentEntry?.index;

/** The browser's own back and forward: the screen stays until it was asked. */
const onPop = (event: PopStateEvent) => {
  if (isReturning) {
    isReturning = false;
    return event.stopImmediatePropagation();
  }
  const [here, there] = [guard?.at, entryIndex()];
  if (!guard || here === undefined || there === undefined || here === there) return;
  event.stopImmediatePropagation();
  isReturning = true;
  history.go(here - there);
  guard.ask(() => {
    guard = undefined;
    history.go(there - here);
  });
};
// before the router's own listener, which would already have shown the other screen
if (typeof window !== 'undefined') addEventListener('popstate', onPop);

/**
 * Keeps the screen from being left by arrow, menu, search or the browser's back key while something is typed in it.
 * @param ask shows the question; `go` leaves
 * @returns leaves without asking, as after saving
 */
export const useLeaving = (isTyped: boolean, ask: Ask): ((to: string, options?: { replace?: boolean; state?: unknown }) => void) => {
  const [, navigate] = useLocation();
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    if (!isTyped) return;
    const own = { ask: (go: () => void) => onAsk(go), at: entryIndex() };
    guard = own;
    return () => {
      if (guard === own) guard = undefined;
    };
  }, [isTyped]);
  return useCallback(
    (to, options) => {
      guard = undefined;
      navigate(to, options);
    },
    [navigate],
  );
};
