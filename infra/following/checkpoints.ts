import { BEGINNING, type Position } from '../event-store/event-store.ts';
import type { ReadStore } from '../read-store/read-store.ts';
import { RANGES } from './ranges.ts';

/** Name of the checkpoint of one range; of all ranges, where one owner has them all. */
export const checkpointName = (source: string, range?: number): string => (range === undefined ? source : `${source}/${range}`);

/**
 * Everything up to here was taken, in this range or (left out) in every range: what one owner of all kept speaks for each of them.
 * BEGINNING where the checkpoint is of another log.
 */
export const reached = async (store: ReadStore, source: string, log_id: string, range?: number): Promise<Position> => {
  const positionOf = async (name: string): Promise<Position> => {
    const checkpoint = await store.checkpoint(name);
    return checkpoint?.log_id === log_id ? checkpoint.position : BEGINNING;
  };
  let least = await positionOf(checkpointName(source, range ?? 0));
  for (let other = 1; range === undefined && least !== BEGINNING && other < RANGES; other++) {
    const position = await positionOf(checkpointName(source, other));
    if (position < least) least = position;
  }
  const ofAll = await positionOf(source);
  return least > ofAll ? least : ofAll;
};
