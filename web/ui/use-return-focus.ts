import { Classes } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { besideRow } from '#web/lib/returning.ts';

/**
 * For what is opened by being rendered: when it goes, the focus is again where it was before it came.
 * @param row id of the row that what was opened may remove: then the focus is on the row that takes its place
 */
export const useReturnFocus = (row?: string): void => {
  const [heirs] = useState(() => [document.activeElement, ...(row === undefined ? [] : besideRow(row))]);
  useEffect(
    () => () => {
      // somebody else was given it meanwhile; a dialog below takes it to its edge only because nobody has it
      const { activeElement } = document;
      if (activeElement !== document.body && !activeElement?.matches(`.${Classes.OVERLAY_START_FOCUS_TRAP}`)) return;
      const heir = heirs.find((each): each is HTMLElement => each instanceof HTMLElement && each !== document.body && each.isConnected);
      heir?.focus({ preventScroll: true });
    },
    [heirs],
  );
};
