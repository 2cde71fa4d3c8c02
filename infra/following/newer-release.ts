import type { StoredEvent } from '../event-store/event-store.ts';

/**
 * The next event of the log is of a type or schema that this release does not know: a newer release wrote it. Whoever follows the log
 * stops before it, parks nothing, and goes on exactly there once that release runs.
 */
export class NewerRelease extends Error {
  constructor({ type, position, metadata }: StoredEvent) {
    super(
      `The log holds an event of a newer release at position ${position} (${type}, schema ${metadata.schema}). ` +
        'What is read stays as it was before it. Start that release: it goes on from there',
    );
  }
}
