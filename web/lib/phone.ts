import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => matchMedia('(max-width: 719px)');

const subscribe = (listener: () => void) => {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

/** Whether the page is as narrow as a phone: below 720 px. */
export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
