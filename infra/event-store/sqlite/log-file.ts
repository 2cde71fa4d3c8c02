import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../event-store.ts';
import { Reader } from './reader.ts';

/**
 * Reads a file of a log that no store has open, such as a copy, and leaves it as it is, with room for everything else in the process in
 * between. @throws Error where it is no log or damaged
 */
export async function* readLogFile(file: string): AsyncGenerator<StoredEvent, void> {
  const reader = new Reader(file);
  try {
    const pages = reader.pages({}, 'forwards');
    const head = reader.head();
    for (let seen = -1; seen < head;) {
      const page = pages.read(seen, head);
      yield* page.events;
      seen = page.seen;
      await nextTurn();
    }
  } finally {
    reader.close();
  }
}

/** Its id. @throws Error where it is no log or damaged */
export const logIdOf = (file: string): string => {
  const reader = new Reader(file);
  try {
    return reader.logId();
  } finally {
    reader.close();
  }
};
