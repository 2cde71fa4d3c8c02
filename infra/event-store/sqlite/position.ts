import { BEGINNING, type Position } from '../event-store.ts';
import { InvalidInput } from '../valid-input.ts';

/** Wide enough for every integer that a number holds exactly, so that text order is number order. */
const WIDTH = 16;
const WRITTEN = new RegExp(`^\\d{${WIDTH}}$`);

/** The engine numbers events from 1 on; outside it is a text of 16 digits. */
export const toPosition = (number: number): Position => (number === 0 ? BEGINNING : String(number).padStart(WIDTH, '0'));

/** @throws InvalidInput for a text that this engine never made */
export const fromPosition = (position: Position): number => {
  if (position === BEGINNING) return 0;
  if (!WRITTEN.test(position)) throw new InvalidInput('this is not a position of this event store');
  return Number(position);
};
