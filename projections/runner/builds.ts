import { isDeepStrictEqual } from 'node:util';
import { BEGINNING, type Position } from '#infra/event-store/event-store';
import { reached } from '#infra/following/checkpoints';
import { forgetLetters } from '#infra/following/dead-letters';
import { LeaseLost } from '#infra/following/lease';
import type { JsonObject, ReadStore } from '#infra/read-store/read-store';

/** A projection as code names it: code reads only its own version. */
export interface Named {
  readonly name: string;
  readonly version: number;
}

/** Which build of a projection serves, and which is being filled beside it. Kept as one setting, so that a switch is one write. */
export interface BuildState {
  /** Of the log that the documents were folded from. */
  log_id: string;
  serving: number | null;
  building: number | null;
  /** The highest build number ever given. */
  last: number;
  /** Of the runner that wrote this. */
  epoch: number;
}

/** Each build has a collection and a checkpoint of its own, which is why switching a number switches both. */
export const collectionOf = ({ name, version }: Named, build: number): string => `${name}@${version}+${build}`;
export const checkpointOf = (projection: Named, build: number): string => `projection:${collectionOf(projection, build)}`;
const stateKey = ({ name, version }: Named): string => `projection:${name}@${version}`;

export const readBuilds = async (store: ReadStore, projection: Named): Promise<BuildState | undefined> =>
  (await store.setting(stateKey(projection))) as unknown as BuildState | undefined;

/** The builds of one projection as its runner keeps them. Every change is a compare-and-set under the runner's epoch. */
export class Builds {
  private state!: BuildState;
  /** Changes, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: ReadStore,
    private readonly projection: Named,
    private readonly log_id: string,
    private readonly epoch: number,
  ) {}

  get current(): BuildState {
    return this.state;
  }

  /**
   * Takes the builds over. Documents and checkpoints of another log, or beyond the end of this one, are refused, as is a checkpoint whose documents
   * are gone: the projection is built anew and serves nothing until then.
   * @throws LeaseLost
   */
  async claim(head: Position): Promise<BuildState> {
    for (;;) {
      const present = await readBuilds(this.store, this.projection);
      if (present !== undefined && present.epoch > this.epoch) throw new LeaseLost();
      const kept = present !== undefined && (await this.belongs(present, head)) ? present : { serving: null, building: null };
      const last = present?.last ?? 0;
      const building = kept.serving === null && kept.building === null ? last + 1 : kept.building;
      const next = { log_id: this.log_id, serving: kept.serving, building, last: Math.max(last, building ?? 0), epoch: this.epoch };
      if (await this.swap(present, next)) return next;
    }
  }

  /** Begins a build beside the one that serves; answers the number of the one being filled already where there is one. */
  beginRebuild(): Promise<number> {
    return this.change((state) => (state.building === null ? { ...state, building: state.last + 1, last: state.last + 1 } : state)).then(
      ({ building }) => building!,
    );
  }

  /** The build that was filled serves from now on, documents and checkpoint. */
  async switchTo(build: number): Promise<void> {
    await this.change((state) => ({ ...state, serving: build, building: null }));
  }

  /**
   * Drops what no code reads any more: builds of this version that were replaced and, once this version serves, those of older versions.
   * Dead letters of a dropped build go with it.
   */
  async sweep(): Promise<void> {
    const { name, version } = this.projection;
    // a former owner must not drop what the present one serves
    if ((await readBuilds(this.store, this.projection))?.epoch !== this.epoch) return;
    const { serving, building } = this.state;
    for (const collection of await this.store.collections()) {
      const [, found, v, b] = /^(.+)@(\d+)\+(\d+)$/.exec(collection) ?? [];
      if (found !== name) continue;
      const older = Number(v) < version && serving !== null;
      const replaced = Number(v) === version && Number(b) !== serving && Number(b) !== building;
      if (older) await this.retire({ name, version: Number(v) });
      if (!older && !replaced) continue;
      await forgetLetters(this.store, `projection:${collection}`);
      await this.store.drop(collection);
    }
  }

  /** An older version whose documents are dropped must not be taken for served when its code runs again. */
  private async retire(projection: Named): Promise<void> {
    const present = await this.store.setting(stateKey(projection));
    if (present !== undefined) await this.store.swap(stateKey(projection), present, { ...present, serving: null, building: null });
  }

  private async belongs(present: BuildState, head: Position): Promise<boolean> {
    if (present.log_id !== this.log_id) return false;
    const collections = await this.store.collections();
    for (const build of [present.serving, present.building]) {
      if (build === null) continue;
      const checkpoint = await this.store.checkpoint(checkpointOf(this.projection, build));
      if (checkpoint !== undefined && checkpoint.log_id !== this.log_id) return false;
      const isGone = !collections.includes(collectionOf(this.projection, build));
      const position = await reached(this.store, checkpointOf(this.projection, build), this.log_id);
      if (position > head || (isGone && position !== BEGINNING)) return false;
    }
    return true;
  }

  /** @throws LeaseLost */
  private change(next: (state: BuildState) => BuildState): Promise<BuildState> {
    const change = async (): Promise<BuildState> => {
      const changed = next(this.state);
      if (changed !== this.state && !(await this.swap(this.state, changed))) throw new LeaseLost();
      return changed;
    };
    const mine = this.turn.then(change, change);
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async swap(present: BuildState | undefined, next: BuildState): Promise<boolean> {
    const done = await this.store.swap(
      stateKey(this.projection),
      present as unknown as JsonObject | undefined,
      next as unknown as JsonObject,
    );
    // the answer of an earlier attempt may have been lost
    const isOurs = done || isDeepStrictEqual(await readBuilds(this.store, this.projection), next);
    if (isOurs) this.state = next;
    return isOurs;
  }
}
