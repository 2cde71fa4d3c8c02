import { useSyncExternalStore } from 'react';

const matching = (media: string) => {
  const query = (): MediaQueryList => matchMedia(media);
  const subscribe = (listener: () => void) => {
    const list = query();
    list.addEventListener('change', listener);
    return () => list.removeEventListener('change', listener);
  };
  return (): boolean => useSyncExternalStore(subscribe, () => query().matches);
};

/** Whether the page is as narrow as a phone: below 720 px. */
export const useIsPhone = matching('(max-width: 719px)');

/** Whether the menu would take the room that tables and charts need: below 1100 px, as on a screen of 1440 px at 150 % zoom. */
export const useIsNarrow = matching('(max-width: 1099px)');

/** Whether there is so little height that controls would fill the first screen: a laptop at 200 % zoom, a phone on its side. */
export const useIsLow = matching('(max-height: 520px)');
