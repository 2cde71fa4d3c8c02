import type { EventLog } from '#infra/event-store/event-log';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { readToken } from '#infra/event-store/position-token';
import { reached } from '#infra/following/checkpoints';
import type { Filter, JsonObject, Page, Query, ReadStore } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { checkpointOf, collectionOf, type Named, readBuilds } from './builds.ts';
import { progressOf } from './status.ts';

const LONGEST_WAIT = 2000;
/** Milliseconds after which it is looked again, for builds that were switched and for what other processes wrote. */
const LOOK_AGAIN = 50;

/** A ProjectionRunner is one; a process that runs none gives its parts. */
export interface ReaderOptions {
  log: EventLog;
  store: ReadStore;
  /** Whose positions can be waited for by name. */
  projections: readonly Named[];
  /** Milliseconds that `caughtUp` waits at most. Default: 2 s. */
  wait?: number;
}

/** Reads documents of whichever build of a projection serves. */
export class Reader {
  constructor(private readonly options: ReaderOptions) {}

  /** @throws Rebuilding until the projection has caught up for the first time */
  find<D = JsonObject>(projection: Named, query: Query): Promise<Page<D>> {
    return this.read(projection, (collection) => this.options.store.find<D>(collection, query));
  }

  /** The document; undefined where there is none, or none any more. @throws Rebuilding */
  async get<D = JsonObject>(projection: Named, id: string): Promise<D | undefined> {
    const document = await this.read(projection, (collection) => this.options.store.get<D>(collection, id));
    return document?.data ?? undefined;
  }

  /** The documents that exist, by id. @throws Rebuilding */
  async getMany<D = JsonObject>(projection: Named, ids: readonly string[]): Promise<Map<string, D>> {
    const unique = [...new Set(ids)];
    const documents = await this.read(projection, (collection) => this.options.store.getMany<D>(collection, unique));
    return new Map(documents.flatMap(({ id, data }) => (data === null ? [] : [[id, data] as const])));
  }

  /** A text that is another one as soon as any document that matches came, changed or went, or was built anew. @throws Rebuilding */
  stamp(projection: Named, filter: Filter): Promise<string> {
    return this.read(projection, async (collection) => `${collection} ${await this.options.store.stamp(collection, filter)}`);
  }

  /**
   * Waits at most 2 s until these projections have folded everything up to the token. False: answer with `stale: true`, also where the
   * token is of another log or is none. Parked keys hold nothing back. Without a token there is nothing to wait for.
   * @throws Rebuilding
   */
  async caughtUp(names: readonly string[], after: string | undefined): Promise<boolean> {
    if (after === undefined) return true;
    const { log_id } = this.options.log.store;
    const token = readToken(after);
    if (token === undefined || token.log_id !== log_id) return false;
    const projections = names.map((name) => this.named(name));
    const deadline = performance.now() + (this.options.wait ?? LONGEST_WAIT);
    for (;;) {
      const marks = await Promise.all(projections.map((projection) => this.mark(projection)));
      const behind = marks.filter(({ position }) => position < token.position);
      if (behind.length === 0) return true;
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await this.options.store.nextCheckpoint(
        behind.map(({ name }) => name),
        Math.min(LOOK_AGAIN, left),
      );
    }
  }

  /** The low-water mark: everything up to here is folded or parked. */
  private async mark(projection: Named): Promise<{ name: string; position: Position }> {
    const { log, store } = this.options;
    const name = checkpointOf(projection, await this.serving(projection));
    return { name, position: await reached(store, name, log.store.log_id) };
  }

  private async serving(projection: Named): Promise<number> {
    const { log, store } = this.options;
    const builds = await readBuilds(store, projection);
    const isOurs = builds?.log_id === log.store.log_id;
    if (isOurs && builds.serving !== null) return builds.serving;
    const filling = isOurs ? builds.building : null;
    const position = filling === null ? BEGINNING : await reached(store, checkpointOf(projection, filling), log.store.log_id);
    throw new Rebuilding(projection.name, position === BEGINNING ? 0 : progressOf(position, await log.store.head()));
  }

  /** A build may be replaced while it is read: then the one that replaced it is read. */
  private async read<T>(projection: Named, read: (collection: string) => Promise<T>): Promise<T> {
    for (;;) {
      const build = await this.serving(projection);
      try {
        return await read(collectionOf(projection, build));
      } catch (error) {
        if ((await this.serving(projection)) === build) throw error;
      }
    }
  }

  /** The projection of this name. */
  named(name: string): Named {
    const projection = this.options.projections.find((one) => one.name === name);
    if (projection === undefined) throw new Error(`there is no projection ${name}`);
    return projection;
  }
}
