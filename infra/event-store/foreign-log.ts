import type { EventStore } from './event-store.ts';

/** Events at the beginning of a log of which one at least is intact: a damaged one alone refuses no log. */
const TRIED = 10;

/** No event at the beginning of the log has a hash under the secret of this installation: nothing in it could be told from a forgery. */
export class ForeignLog extends Error {
  constructor() {
    super(
      'The events of this log have no hashes under the keys of this installation: other keys belong to it, or it is of a release whose hashes had no ' +
        'key, which cannot be read; put the right keys back, or begin anew with an empty data folder and an empty event store',
    );
  }
}

/** @throws ForeignLog, StoreUnavailable */
export const refuseForeign = async (store: Pick<EventStore, 'readAll'>): Promise<void> => {
  let isEmpty = true;
  for await (const { intact } of store.readAll({ limit: TRIED })) {
    if (intact) return;
    isEmpty = false;
  }
  if (!isEmpty) throw new ForeignLog();
};
