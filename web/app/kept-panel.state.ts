import { useSyncExternalStore } from 'react';
import type { KeptForm } from '#web/lib/keep.ts';

interface PanelState {
  /** The person does not want to see the list now. */
  isHidden: boolean;
  /** A comment to go on with, over whatever screen is open. */
  comment: KeptForm | undefined;
}

const START: PanelState = { isHidden: false, comment: undefined };
let state = START;
const listeners = new Set<() => void>();

// outlives the shell, which is drawn anew for each screen
const set = (changes: Partial<PanelState>): void => {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useKeptPanel = (): PanelState => useSyncExternalStore(subscribe, () => state);
export const showKeptPanel = (isShown: boolean): void => set({ isHidden: !isShown });
export const resumeComment = (comment: KeptForm | undefined): void => set({ comment });
/** At the end of a session: the next one sees the list again. */
export const forgetKeptPanel = (): void => set(START);
