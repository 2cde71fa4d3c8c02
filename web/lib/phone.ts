import { useSyncExternalStore } from 'react';

const narrowerThan = (width: number) => {
  const query = (): MediaQueryList => matchMedia(`(max-width: ${width - 1}px)`);
  const subscribe = (listener: () => void) => {
    const media = query();
    media.addEventListener('change', listener);
    return () => media.removeEventListener('change', listener);
  };
  return (): boolean => useSyncExternalStore(subscribe, () => query().matches);
};

/** Whether the page is as narrow as a phone: below 720 px. */
export const useIsPhone = narrowerThan(720);

/** Whether the menu would take the room that tables and charts need: below 1100 px, as on a screen of 1440 px at 150 % zoom. */
export const useIsNarrow = narrowerThan(1100);
