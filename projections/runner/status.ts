import { BEGINNING, type EventStore, type Position } from '#infra/event-store/event-store';
import { reached } from '#infra/following/checkpoints';
import { type DeadLetter, storedLetters } from '#infra/following/dead-letters';
import { eventsBehind } from '#infra/following/events-behind';
import type { ReadStore } from '#infra/read-store/read-store';
import { checkpointOf, type Named, readBuilds } from './builds.ts';

/** Where a projection stands, for the command line and for operators. */
export interface ProjectionStatus {
  name: string;
  version: number;
  /** Of what is served; of what is being built where nothing is served yet. */
  position: Position;
  /** Events of the log not looked at yet, counted up to 10,000; 0 is caught up. */
  lag: number;
  /** Dead letters: documents that stand still. */
  parked: number;
  /** How many of these are due to an event that is not what was recorded. */
  forged: number;
  /** Share of the log that was read by the build being filled, 0 to 1: an estimate. */
  rebuilding?: { build: number; progress: number; serves_meanwhile: boolean };
  /** Why it does not move; without personal data. */
  waiting?: string;
}

/** What the read store says about a projection, whoever runs it. */
export const statusOf = async (log: EventStore, store: ReadStore, projection: Named): Promise<ProjectionStatus> => {
  const { name, version } = projection;
  const builds = await readBuilds(store, projection);
  const isOurs = builds?.log_id === log.log_id;
  const serving = isOurs ? builds.serving : null;
  const building = isOurs ? builds.building : null;
  const present = serving ?? building;
  const positionOf = async (build: number | null): Promise<Position> =>
    build === null ? BEGINNING : reached(store, checkpointOf(projection, build), log.log_id);
  const position = await positionOf(present);
  const parked = await parkedOf(store, projection, present);
  return {
    name,
    version,
    position,
    lag: await eventsBehind(log, position),
    parked: parked.length,
    forged: parked.filter(({ forged }) => forged).length,
    ...(building !== null && {
      rebuilding: {
        build: building,
        progress: progressOf(await positionOf(building), await log.head()),
        serves_meanwhile: serving !== null,
      },
    }),
  };
};

/** The dead letters of a build. */
export const parkedOf = async (store: ReadStore, projection: Named, build: number | null): Promise<DeadLetter[]> =>
  build === null ? [] : storedLetters(store, checkpointOf(projection, build));

const DIGITS = /^[0-9a-f]+$/i;

/**
 * Share of the log that was read, 0 to 1. Positions are opaque; both engines write them as digits, which is enough for an estimate to show
 * to a person. Where they are something else it is 0 until the end is reached.
 */
export const progressOf = (position: Position, head: Position): number => {
  if (position >= head) return 1;
  if (position === BEGINNING || !DIGITS.test(position) || !DIGITS.test(head)) return 0;
  const base = /[a-f]/i.test(position + head) ? '0x' : '';
  const [done, all] = [BigInt(base + position), BigInt(base + head)];
  return all === 0n ? 0 : Math.min(1, Number((done * 10_000n) / all) / 10_000);
};
