import { createContext } from 'react';

/** The item of a form as it is stored by now. */
export interface ItemNow {
  /** Null once it was removed. */
  version: number | null;
  /** Opens the form anew with what is stored. */
  reopen: () => void;
}

/** Of the form's screen; undefined for a new item, and where it could not be read again. */
export const ItemNowContext = createContext<ItemNow | undefined>(undefined);
