import { setTimeout as pause } from 'node:timers/promises';
import { StoreUnavailable } from '../event-store.ts';
import type { Connection } from './connection.ts';
import type { Head } from './head.ts';
import type { LiveFeed } from './live-feed.ts';

/** What everybody who follows something needs. */
export interface Followed {
  connection: Connection;
  head: Head;
  feed: LiveFeed;
  signal?: AbortSignal | undefined;
}

/** Nobody wants more, or nothing more comes. */
export const isOver = ({ feed, signal }: Followed): boolean => feed.growth.closed || signal?.aborted === true;

/** Reads something however long the server is away; undefined once it is over. @throws what has nothing to do with the connection */
export const whenAvailable = async <T>(followed: Followed, read: () => Promise<T>): Promise<T | undefined> => {
  while (!isOver(followed)) {
    try {
      return await read();
    } catch (error) {
      if (isOver(followed)) return undefined;
      if (!(error instanceof StoreUnavailable)) throw error;
      await followed.connection.whenEnded(pause(1000, undefined, { signal: followed.signal })).catch(() => undefined);
    }
  }
  return undefined;
};
