import { type Collection, ObjectId } from 'mongodb';
import { isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';

/** Bytes that a name stands for, under an id of their own. `stored_at`: ISO time; `bytes`: their number. */
interface Content {
  content: ObjectId;
  stored_at: string;
  bytes: number;
}

interface Upload {
  content: ObjectId;
  since: Date;
}

/** Contents of a name. Each content is in one of the three places from before its first byte is stored until its last one is erased. */
export interface NameState {
  /** Absent if there is no such file. */
  current?: Content;
  /** Contents that are being stored. */
  uploads: readonly Upload[];
  /** Contents to be erased. */
  discarded: readonly ObjectId[];
}

/** Document of a name, which exists as long as the name has contents. */
interface StoredName extends NameState {
  _id: string;
  /** New with each change, so that a change is only applied to the state that it was made for. */
  version: ObjectId;
  /** Time of the first of the uploads, or of the change if contents were discarded; absent if there are neither. */
  unsettled_since?: Date;
}

const COLLECTION = 'names';
const EMPTY: NameState = { uploads: [], discarded: [] };
const PAGE = 1000;

const isEmpty = ({ current, uploads, discarded }: NameState): boolean => !current && uploads.length + discarded.length === 0;

const isUploadOf =
  (content: ObjectId) =>
  (upload: Upload): boolean =>
    upload.content.equals(content);

export const withUpload = (state: NameState, upload: Upload): NameState => ({ ...state, uploads: [...state.uploads, upload] });

export const withDiscarded = (state: NameState, contents: readonly ObjectId[]): NameState => ({
  ...state,
  discarded: [...state.discarded, ...contents],
});

/** The state after discarded contents were erased. */
export const withoutDiscarded = (state: NameState, erased: readonly ObjectId[]): NameState => ({
  ...state,
  discarded: state.discarded.filter((one) => !erased.some((other) => other.equals(one))),
});

/** The state after its current content was discarded. If it has none, but uploads, it becomes another one all the same: a late write of an abandoned call does not apply any more. */
export const withoutCurrent = (state: NameState): NameState => {
  const { current, ...rest } = state;
  if (current) return withDiscarded(rest, [current.content]);
  return rest.uploads.length > 0 ? rest : state;
};

/** The state after an upload became the current content; after it was discarded, if it is no upload any more because somebody took it for broken off. */
export const withCurrent = (state: NameState, next: Content): NameState => {
  if (state.current?.content.equals(next.content)) return state;
  const isUpload = isUploadOf(next.content);
  if (!state.uploads.some(isUpload)) return withDiscarded(state, [next.content]);
  return { ...withoutCurrent(state), uploads: state.uploads.filter((upload) => !isUpload(upload)), current: next };
};

/** The state after uploads that began before a time were discarded. */
export const withoutUploads = (state: NameState, before: Date): NameState => {
  const old = state.uploads.filter(({ since }) => since < before);
  if (old.length === 0) return state;
  const uploads = state.uploads.filter((upload) => !old.includes(upload));
  return withDiscarded(
    { ...state, uploads },
    old.map(({ content }) => content),
  );
};

/** States of all names. A state is changed by compare-and-set of its one document. */
export class Names {
  private readonly stored: Collection<StoredName>;

  /** @param now milliseconds of the time at which a change is made */
  constructor(
    private readonly database: MongoDatabase,
    private readonly now: () => number,
  ) {
    this.stored = database.db.collection<StoredName>(COLLECTION);
  }

  async prepare(): Promise<void> {
    await this.database.attemptUnhurried((option) => this.stored.createIndex({ unsettled_since: 1 }, { sparse: true, ...option }));
  }

  async drop(): Promise<void> {
    await this.database.drop(COLLECTION);
  }

  async state(name: string): Promise<NameState> {
    return (await this.find(name)) ?? EMPTY;
  }

  /**
   * Changes the state of a name; repeated on the newer state if another process changed it first.
   * @param to answers the same state if nothing is to be changed
   * @returns the state after it
   */
  async change(name: string, to: (state: NameState) => NameState): Promise<NameState> {
    for (;;) {
      const before = await this.find(name);
      const state = before ?? EMPTY;
      const after = to(state);
      if (after === state || (await this.swap(name, before, after))) return after;
    }
  }

  /** Current contents with this beginning of their names, sorted by name. */
  async *current(prefix: string): AsyncIterable<{ name: string } & Content> {
    const end = { $lt: `${prefix}~` }; // greater than all characters of a name
    for (let from: object = { $gte: prefix }; ;) {
      const page = this.stored.find({ _id: { ...from, ...end }, current: { $exists: true } }, { sort: { _id: 1 }, limit: PAGE });
      const found = await this.database.attempt(() => page.toArray());
      for (const { _id: name, current } of found) if (current) yield { name, ...current };
      if (found.length < PAGE) return;
      from = { $gt: found.at(-1)!._id };
    }
  }

  /** Names with uploads that began, or contents that were discarded, before this time; at most 1000 of them. */
  async unsettled(before: Date): Promise<string[]> {
    const page = this.stored.find({ unsettled_since: { $lt: before } }, { projection: { _id: 1 }, limit: PAGE });
    return (await this.database.attempt(() => page.toArray())).map(({ _id }) => _id);
  }

  private find(name: string): Promise<StoredName | null> {
    return this.database.attempt(() => this.stored.findOne({ _id: name }));
  }

  /** Answers whether the state still was as before. */
  private async swap(name: string, before: StoredName | null, { current, uploads, discarded }: NameState): Promise<boolean> {
    const state = { ...(current && { current }), uploads, discarded };
    const times = [...uploads.map(({ since }) => since.getTime()), ...(discarded.length > 0 ? [this.now()] : [])];
    const since = times.length > 0 ? { unsettled_since: new Date(Math.min(...times)) } : {};
    const after = { ...state, ...since, version: new ObjectId() };
    if (!before) return isEmpty(state) || this.insert({ _id: name, ...after });
    const same = { _id: name, version: before.version };
    if (isEmpty(state)) return (await this.database.attempt(() => this.stored.deleteOne(same))).deletedCount === 1;
    return (await this.database.attempt(() => this.stored.replaceOne(same, after))).matchedCount === 1;
  }

  private insert(document: StoredName): Promise<boolean> {
    return this.database.attempt(async () => {
      try {
        await this.stored.insertOne(document);
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    });
  }
}
