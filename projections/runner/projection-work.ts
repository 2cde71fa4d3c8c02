import { OpenedEvents, type Readable } from '#infra/following/opened-events';
import { Follower, type FollowerOptions, type Work } from '#infra/following/follower';
import { LeaseLost } from '#infra/following/lease';
import type { DeadLetterDraft } from '#infra/following/dead-letters';
import type { Position, StoredEvent } from '#infra/event-store/event-store';
import { DocumentTooLarge, ReadStoreUnavailable, WriteConflict } from '#infra/read-store/read-store';
import { Batch } from './batch.ts';
import { checkpointOf, collectionOf } from './builds.ts';
import { erasedBy, isErasure, typesFollowed, withErasure } from './erasing.ts';
import type { AnyProjection } from './projection.ts';

const REFOLDS = 5;
/** In batches of more events documents that begin are not looked for: while there is much to fold they are new, but for those of a crash. */
const FEW = 64;

export interface ProjectionWorkOptions extends FollowerOptions {
  projection: AnyProjection;
  build: number;
  /** Of buckets; left out: all. */
  range?: number;
  /** Told at each arrival at the end of the log. */
  onArrival: (work: ProjectionWork) => Promise<void>;
}

/**
 * Folds batches of the log into one build of one projection, documents and checkpoint in one write. What cannot be folded is parked with
 * the later events of its key; everything else goes on.
 */
export class ProjectionWork implements Work {
  readonly follower: Follower;
  readonly collection: string;
  /** Undefined: all. */
  private readonly types: ReadonlySet<string> | undefined;
  /** Until it was wrong once. */
  private presumesNew = true;

  constructor(private readonly options: ProjectionWorkOptions) {
    const { projection, build, range } = options;
    this.collection = collectionOf(projection, build);
    this.follower = new Follower(options, checkpointOf(projection, build), this, range);
    const types = typesFollowed(projection);
    this.types = types && new Set(types);
  }

  get build(): number {
    return this.options.build;
  }

  prepare(): Promise<void> {
    return this.options.store.define(this.collection, this.options.projection.indexes);
  }

  follows(type: string): boolean {
    return this.types?.has(type) ?? true;
  }

  arrive(): Promise<void> {
    return this.options.onArrival(this);
  }

  /**
   * An erasure is a batch of its own: what it takes along is looked for among the documents as they are stored.
   * @throws KeysUnavailable, LeaseLost and what the store throws: then nothing of the batch is folded
   */
  async take(events: readonly StoredEvent[], position: Position, opened: OpenedEvents): Promise<void> {
    const readable = await this.open(events, opened);
    const [first] = readable;
    const isErasing = first !== undefined && first.kind !== 'unreadable' && isErasure(events[0]!.type);
    const erased = isErasing ? erasedBy(this.options.projection, first) : undefined;
    await this.fold(readable, position, () => this.follower.parked.draft(), erased && { erased, position });
  }

  /**
   * Folds the events of a dead letter again, in order. Answers whether nothing of it is held any more; otherwise it stays with its latest
   * fault.
   * @param isDropped leaves its first event out, the one that failed
   * @throws KeysUnavailable, LeaseLost, UnknownEvent
   */
  retry(key: string, isDropped = false): Promise<boolean> {
    const { follower } = this;
    return follower.inTurn(async () => {
      const letter = follower.parked.get(key);
      if (letter === undefined) return true;
      const stored: StoredEvent[] = [];
      for await (const event of follower.held(letter.events.slice(isDropped ? 1 : 0))) stored.push(event);
      const readable = await this.open(stored, new OpenedEvents(this.options.log));
      await this.fold(readable, follower.position, () => {
        const draft = follower.parked.draft();
        draft.release(letter);
        return draft;
      });
      return letter.holds.every((hold) => follower.parked.holder(hold) === undefined);
    });
  }

  private open(stored: readonly StoredEvent[], opened: OpenedEvents): Promise<Readable[]> {
    const { projection } = this.options;
    return 'of' in projection ? opened.of(stored, ({ type }) => !isErasure(type)) : opened.of(stored);
  }

  /** Folds and writes; where a document was written by somebody else in between, reads again and folds again. */
  private async fold(
    events: readonly Readable[],
    position: Position,
    draft: () => DeadLetterDraft,
    erasure?: Parameters<typeof withErasure>[4],
  ): Promise<void> {
    const { projection, store } = this.options;
    let isCareful = false;
    const tooLarge = new Set<string>();
    for (let attempt = 1; ; attempt++) {
      const presumesNew = this.presumesNew && events.length > FEW;
      const batch = new Batch(projection, this.collection, this.follower, draft(), { isCareful, presumesNew, tooLarge });
      const folded = await batch.fold(events, store);
      if (batch.isDoubtful) {
        this.presumesNew = false;
        continue;
      }
      const writes = erasure ? await withErasure(projection, store, this.collection, folded, erasure) : folded;
      try {
        return await this.follower.keep(position, { writes, draft: batch.parking });
      } catch (error) {
        if (error instanceof LeaseLost || error instanceof ReadStoreUnavailable || attempt === REFOLDS) throw error;
        if (error instanceof DocumentTooLarge) for (const id of error.ids) tooLarge.add(id);
        else if (isCareful && !(error instanceof WriteConflict)) throw error;
        else if (presumesNew) this.presumesNew = false;
        else isCareful = true; // one document that cannot be stored must not stop the rest
      }
    }
  }
}
