import { Classes } from '@blueprintjs/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { besideRow } from '#web/lib/returning.ts';

const focusFallbacks = (row: string | undefined): readonly (Element | null)[] => [
  document.activeElement,
  ...(row === undefined ? [] : besideRow(row)),
];

/** Tells whether nobody was given the focus meanwhile: a dialog below takes it to its edge, and one that closes keeps it until it is gone. */
const isLeft = (element: Element | null): boolean =>
  element === document.body ||
  (element?.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}`) ?? false) ||
  (element?.closest(`.${Classes.OVERLAY}`)?.matches(`:not(.${Classes.OVERLAY_OPEN})`) ?? false);

/**
 * Returns the focus to where it was before a dialog came: at once when the dialog closes or is taken out of the page, and never from somebody
 * who has moved on. Blueprint alone returns it after the animation, from wherever the person is typing by then.
 * @param row id of the row that the dialog may remove: then the focus goes to the row that takes its place
 * @param isOpen for a dialog that stays rendered while it is closed
 * @param onReturned is called once it has closed and the focus is back
 */
export const useReturnFocus = (row?: string, isOpen = true, onReturned?: () => void): void => {
  const [fallbacks, setFallbacks] = useState(() => (isOpen ? focusFallbacks(row) : undefined));
  if (isOpen !== (fallbacks !== undefined)) setFallbacks(isOpen ? focusFallbacks(row) : undefined);
  const returned = useEffectEvent(() => onReturned?.());
  useEffect(() => {
    if (!fallbacks) return;
    return () => {
      if (isLeft(document.activeElement)) {
        const fallback = fallbacks.find(
          (each): each is HTMLElement => each instanceof HTMLElement && each !== document.body && each.isConnected,
        );
        fallback?.focus({ preventScroll: true });
      }
      returned();
    };
  }, [fallbacks]);
};
