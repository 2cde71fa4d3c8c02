import { createContext } from 'react';

/** Whether charts of the screen are still being read and drawn for the first time: what nobody sees is made afterwards. */
export const FirstDrawing = createContext(false);
