import { type ErasureEvent, erasureTypes } from '#contracts/people/erasures';
import type { EventLog } from '#infra/event-store/event-log';
import { eventsOfTypes } from '#infra/event-store/of-types';
import { bytesOf } from '#infra/files/bytes-of';
import type { Files } from '#infra/files/files';
import type { Keys } from '#infra/keys/keys';

/** Result of applying the erasures of a log again. */
export interface ErasedAgain {
  /** Number of subjects whose key stood although an erasure had destroyed it. */
  destroyed_again: number;
  /** Number of files that were there although an erasure had removed them. */
  removed_again: number;
  /** Number of erasures that were ordered and are not done: reactions carry them out. */
  unfinished_erasures: number;
  /** Positions of events of erasures that are damaged or of a newer release, so that their keys and files are not known. */
  unreadable: string[];
}

interface Parts {
  log: EventLog;
  keys: Keys;
  files: Files;
}

/**
 * Destroys the keys and removes the files that erasures of the log took, where an older copy of the key store or of the files brought them back. Harmless
 * twice. It needs no key, since an older key store may lack those that sealed the reasons.
 * @throws KeysUnavailable, FilesUnavailable, StoreUnavailable
 */
export const eraseAgain = async ({ log, keys, files }: Parts): Promise<ErasedAgain> => {
  const standing = new Set<string>();
  for await (const { subject, destroyed_at } of keys.list()) if (destroyed_at === undefined) standing.add(subject);
  const ordered = new Map<string, readonly string[]>();
  const done: ErasedAgain = { destroyed_again: 0, removed_again: 0, unfinished_erasures: 0, unreadable: [] };
  for await (const stored of eventsOfTypes(log.store, erasureTypes)) {
    const data = log.knows(stored) ? log.unsealed(stored) : undefined;
    if (data === undefined) {
      done.unreadable.push(stored.position);
      continue;
    }
    const event = { type: stored.type, data } as unknown as ErasureEvent; // but for the reason
    if (event.type === 'ErasureOrdered') {
      ordered.set(event.data.erasure_id, event.data.files);
      continue;
    }
    for (const { subject } of event.data.keys) {
      await keys.destroy(subject);
      if (standing.delete(subject)) done.destroyed_again += 1;
    }
    for (const name of ordered.get(event.data.erasure_id) ?? []) {
      const isThere = (await bytesOf(files, name)) !== undefined;
      await files.remove(name);
      if (isThere) done.removed_again += 1;
    }
    ordered.delete(event.data.erasure_id);
  }
  return { ...done, unfinished_erasures: ordered.size };
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** For the person at the terminal: one line for each thing to know, none if all was as the log says. */
export const erasedAgainSaid = ({ destroyed_again, removed_again, unfinished_erasures, unreadable }: ErasedAgain): string[] => [
  ...(destroyed_again + removed_again > 0
    ? [`Erasures applied again: ${counted(destroyed_again, 'key')} destroyed, ${counted(removed_again, 'file')} removed`]
    : []),
  ...(unfinished_erasures > 0 ? [`${counted(unfinished_erasures, 'erasure')} ordered and not done yet: left to a running server`] : []),
  ...unreadable.map(
    (position) => `UNREADABLE: the event of an erasure at ${position}. Its keys and files are not known. See: anamnesis projections verify`,
  ),
];
