import { type AnyBulkWriteOperation, type Collection, MongoBulkWriteError } from 'mongodb';
import { failuresIn, isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { storedId } from '../names.ts';
import { type Checkpoint, WriteConflict } from '../read-store.ts';

/** Name of the collection. */
export const CHECKPOINTS = 'checkpoints';

type Mark = { name: string } & Checkpoint;

interface CheckpointDocument extends Checkpoint {
  _id: string;
}

interface Waiting {
  mark: Mark;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/** The checkpoints of followers, a document for each. */
export class MongoCheckpoints {
  private readonly checkpoints: Collection<CheckpointDocument>;
  private waiting: Waiting[] = [];
  private advancing: Promise<void> | undefined;

  constructor(private readonly database: MongoDatabase) {
    this.checkpoints = database.db.collection<CheckpointDocument>(CHECKPOINTS);
  }

  async of(name: string): Promise<Checkpoint | undefined> {
    const found = await this.database.attempt(() => this.checkpoints.findOne({ _id: storedId(name) }, { projection: { _id: 0 } }));
    return found ?? undefined;
  }

  async ofLog(log_id: string): Promise<Mark[]> {
    const found = await this.database.attempt(() => this.checkpoints.find({ log_id }, { sort: { _id: 1 } }).toArray());
    return found.map(({ _id: name, position, epoch }) => ({ name, log_id, position, epoch }));
  }

  /** Ids of the logs that checkpoints are of. */
  async logs(): Promise<string[]> {
    const found = await this.database.attempt(() => this.checkpoints.find({}, { projection: { log_id: 1 } }).toArray());
    return [...new Set(found.map(({ log_id }) => log_id))];
  }

  /**
   * Writes a checkpoint. Dozens of followers advance at the same event, so checkpoints that arrive during a write are written together by the next one.
   * @throws WriteConflict if the checkpoint has a later owner
   */
  advance(mark: Mark): Promise<void> {
    storedId(mark.name);
    return new Promise((resolve, reject) => {
      this.waiting.push({ mark, resolve, reject });
      this.advancing ??= this.advanceAll();
    });
  }

  private async advanceAll(): Promise<void> {
    await Promise.resolve(); // includes checkpoints of the same tick
    while (this.waiting.length > 0) {
      const all = this.waiting;
      this.waiting = [];
      try {
        const late = await this.write(all.map(({ mark }) => mark));
        for (const [n, { mark, resolve, reject }] of all.entries()) {
          if (late.has(n)) reject(new WriteConflict(`the checkpoint ${mark.name} has a later owner`));
          else resolve();
        }
      } catch (error) {
        for (const { reject } of all) reject(error);
      }
    }
    // in the same tick as the last check for waiting checkpoints: the next one starts again
    this.advancing = undefined;
  }

  /** Writes those whose stored epoch is not later; otherwise the upsert fails as a duplicate. Returns the indices of the failed ones. */
  private async write(marks: readonly Mark[]): Promise<ReadonlySet<number>> {
    const operations = marks.map(({ name: _id, log_id, position, epoch }): AnyBulkWriteOperation<CheckpointDocument> => ({
      replaceOne: { filter: { _id, epoch: { $lte: epoch } }, replacement: { log_id, position, epoch }, upsert: true },
    }));
    try {
      await this.database.attempt(() => this.checkpoints.bulkWrite(operations, { ordered: false }));
      return new Set();
    } catch (error) {
      const failures = error instanceof MongoBulkWriteError ? failuresIn(error) : [];
      if (failures.length === 0 || !failures.every(isDuplicate)) throw error;
      return new Set(failures.map(({ index }) => index));
    }
  }
}
