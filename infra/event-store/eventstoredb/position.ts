import { BEGINNING, type Position } from '../event-store.ts';
import { InvalidInput } from '../valid-input.ts';

/** Wide enough for 64 bits. */
const WIDTH = 20;
const WRITTEN = new RegExp(`^\\d{${WIDTH}}$`);

/** The commit position as 20 digits: of a checkpoint the prepare position may be 0. */
export const toPosition = ({ commit }: { commit: bigint }): Position => String(commit).padStart(WIDTH, '0');

/** @throws InvalidInput for a text that is no position of a server */
export const fromPosition = (position: Position): { commit: bigint; prepare: bigint } => {
  checkPosition(position);
  const commit = BigInt(position);
  return { commit, prepare: commit };
};

/** @throws InvalidInput */
export const checkPosition = (position: unknown): void => {
  if (typeof position !== 'string') throw new InvalidInput('the log is read after a position, which is a text');
  if (position !== BEGINNING && !WRITTEN.test(position)) throw new InvalidInput('this is not a position of this event store');
};
