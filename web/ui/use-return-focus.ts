import { useEffect, useState } from 'react';

/** For what is opened by being rendered: when it goes, the focus is again where it was before it came. */
export const useReturnFocus = (): void => {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
};
