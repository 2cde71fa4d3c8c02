import { useSyncExternalStore } from 'react';
import type { UnsavedForm } from '#web/lib/unsaved.ts';

interface PanelState {
  /** The person does not want to see the list now; or asked for it on the screen at this address. */
  wish: 'none' | 'hidden' | { shownAt: string };
  /** A comment to go on with, over whatever screen is open. */
  comment: UnsavedForm | undefined;
}

const START: PanelState = { wish: 'none', comment: undefined };
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
export const showKeptPanel = (shownAt: string): void => set({ wish: { shownAt } });
export const hideKeptPanel = (): void => set({ wish: 'hidden' });

const RECORD = /^\/(patients|ocr-page)\/./;

/**
 * Whether the list stands on the screen at this address. Where a record is open it never comes by itself: the names of other patients have no
 * place above it.
 */
export const isPanelShown = ({ wish }: PanelState, address: string): boolean =>
  wish === 'none' ? !RECORD.test(address) : wish !== 'hidden' && wish.shownAt === address;
export const resumeComment = (comment: UnsavedForm | undefined): void => set({ comment });
/** At the end of a session: the next one sees the list again. */
export const forgetKeptPanel = (): void => set(START);
