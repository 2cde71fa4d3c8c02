import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { WrongSettings } from '#infra/config/configuration';
import { readJson, writeJson } from '#infra/data-folder/json-file';
import { databaseOf } from '#infra/mongodb/database-of';
import type { DatabaseOwner } from '#infra/mongodb/database-owner';
import type { Place } from './move-mark.ts';

/** Files or keys in a MongoDB database of their own. */
export interface Claimable {
  readonly owner: DatabaseOwner;
  /** Creates the indexes, unless they exist. */
  prepare(): Promise<void>;
  /** Drops everything, the owner last. */
  drop(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Is in a data folder whose files or keys are in a database: 'claiming' before they are all there, 'claimed' from then on, 'leaving' once they are all in
 * the folder again and those in the database remain to be removed. `installation` is the owner that the database has for them; `place` is for people:
 * server and database without credentials.
 */
const Mark = z.object({ state: z.enum(['claiming', 'claimed', 'leaving']), installation: z.uuid(), place: z.string() });
export type Mark = z.infer<typeof Mark>;

export interface ClaimsOptions<D extends Claimable> {
  what: 'files' | 'keys';
  /** Opens a database, and changes nothing in it. */
  openDatabase: (address: string) => Promise<D>;
  /** Whether a data folder holds any itself. */
  holdsAny: (folder: string) => Promise<boolean>;
  /** Handles copies that a broken-off move left. @param message for people */
  onRemains: (message: string) => void;
}

/** The database that has the files or the keys of an installation: the installation's mark in the data folder and the owner in the database name each other. */
export class DatabaseClaims<D extends Claimable> {
  /** Name of the setting that has the address. */
  readonly variable: string;
  readonly what: ClaimsOptions<D>['what'];

  constructor(private readonly options: ClaimsOptions<D>) {
    this.what = options.what;
    this.variable = `ANAMNESIS_${options.what.toUpperCase()}`;
  }

  /** Answers whether a data folder holds any itself. */
  holdsAny(folder: string): Promise<boolean> {
    return this.options.holdsAny(folder);
  }

  /** The command that moves them. */
  moveTo(place: Place): string {
    return `anamnesis move --to ${place} --only ${this.options.what}`;
  }

  /**
   * Opens the database that the settings name, which becomes this installation's the first time.
   * @returns undefined if the settings name none, and the data folder itself has them
   * @throws WrongSettings if they are elsewhere than the settings say, or the database belongs to another installation; the port's error if the server is unavailable
   */
  async open(folder: string, address: string | undefined): Promise<D | undefined> {
    const { what, holdsAny } = this.options;
    const mark = await this.readMark(folder);
    if (mark !== undefined) await this.noteRemains(folder, mark, address);
    if (address === undefined) {
      if (mark?.state === 'claimed')
        throw this.wrong(
          `the ${what} of this installation are in MongoDB at ${mark.place}. Set it to that database; or move them, with it set: ${this.moveTo('folder')}`,
        );
      return undefined;
    }
    if (mark?.state === 'leaving')
      throw this.wrong(`a move of the ${what} to the data folder was broken off. Finish it: ${this.moveTo('folder')}`);
    if (mark?.state === 'claimed') {
      const database = await this.openClaimed(address, mark);
      const place = databaseOf(address);
      if (place !== mark.place) await this.writeMark(folder, { ...mark, place });
      return database;
    }
    if (await holdsAny(folder)) {
      const to = this.moveTo('servers');
      if (mark) throw this.wrong(`a move of the ${what} to the database was broken off. Finish it: ${to}`);
      throw this.wrong(`the ${what} of this installation are in its data folder. Start without it; or move them: ${to}`);
    }
    const begun = await this.begin(folder, address, mark);
    await this.end(folder, begun.mark);
    return begun.database;
  }

  /** The same for a process beside the owner of the data folder: it claims no database. */
  async openBeside(folder: string, address: string | undefined): Promise<D | undefined> {
    if (address === undefined) return this.open(folder, address);
    const mark = await this.readMark(folder);
    if (mark !== undefined) await this.noteRemains(folder, mark, address);
    if (mark?.state !== 'claimed') throw this.wrong('the program itself has not been started with it: start it first');
    return this.openClaimed(address, mark);
  }

  /** Opens the database that an installation has, or, unless the mark is 'claimed', one that it gave up or never had. @throws WrongSettings, and the port's error */
  async openClaimed(address: string, mark: Mark): Promise<D> {
    const { what } = this.options;
    return this.orClose(address, async (database) => {
      const owner = await database.owner.installation();
      // before it was claimed, and after it was emptied
      const mayBeOthers = mark.state !== 'claimed' && mark.place === databaseOf(address);
      if (owner !== mark.installation && mayBeOthers) return database;
      if (owner === undefined)
        throw this.wrong(
          `the database holds no ${what}, and this installation stored ${what} in MongoDB at ${mark.place}. Name that database, or restore it`,
        );
      this.assertOwner(owner, mark);
      await database.prepare();
      return database;
    });
  }

  /**
   * Opens a database and makes it an installation's, while the data folder still has everything. The mark comes first, so that a start that is broken off
   * leaves no database without its installation.
   * @param before mark of an earlier start that was broken off
   * @throws WrongSettings also if that start was broken off with another database, which would keep copies that nothing removes; and the port's error
   */
  async begin(folder: string, address: string, before: Mark | undefined): Promise<{ database: D; mark: Mark }> {
    const { what } = this.options;
    return this.orClose(address, async (database) => {
      const present = await database.owner.installation(); // without the right to read it, nothing is begun
      if (before !== undefined && before.place !== databaseOf(address) && present !== before.installation)
        throw this.wrong(
          `storing ${what} in MongoDB at ${before.place} was begun and broken off. Name that database to finish it, or to give it up: ${this.moveTo('folder')}`,
        );
      if (before === undefined && present !== undefined) throw this.foreign();
      const mark: Mark = { state: 'claiming', installation: before?.installation ?? randomUUID(), place: databaseOf(address) };
      await this.writeMark(folder, mark);
      const owner = await database.owner.claim(mark.installation);
      if (owner !== mark.installation && before === undefined) await this.removeMark(folder);
      if (owner === undefined) throw this.wrong(`the database holds something else. The ${what} need an empty one of their own`);
      this.assertOwner(owner, mark);
      await database.prepare();
      return { database, mark };
    });
  }

  /** From here on the database has them. */
  end(folder: string, mark: Mark): Promise<void> {
    return this.writeMark(folder, { ...mark, state: 'claimed' });
  }

  /** Undefined if the database never had any. @throws DataFolderUnusable */
  readMark(folder: string): Promise<Mark | undefined> {
    return readJson(this.fileIn(folder), Mark);
  }

  writeMark(folder: string, mark: Mark): Promise<void> {
    return writeJson(this.fileIn(folder), mark);
  }

  removeMark(folder: string): Promise<void> {
    return rm(this.fileIn(folder), { force: true });
  }

  private fileIn(folder: string): string {
    return join(folder, `${this.options.what}.json`);
  }

  private wrong(message: string): WrongSettings {
    return new WrongSettings(`${this.variable}: ${message}`);
  }

  private assertOwner(owner: string, { installation }: Mark): void {
    if (owner !== installation) throw this.foreign();
  }

  private foreign(): WrongSettings {
    return this.wrong(`the database holds the ${this.options.what} of another installation`);
  }

  private async noteRemains(folder: string, mark: Mark, address: string | undefined): Promise<void> {
    const { what, holdsAny, onRemains } = this.options;
    const isInFolder = mark.state !== 'claimed';
    if (isInFolder ? address !== undefined : !(await holdsAny(folder))) return;
    if (mark.state === 'claiming' && !(await holdsAny(folder))) {
      const giveUp = this.moveTo('folder');
      return onRemains(
        `Storing ${what} in MongoDB at ${mark.place} was begun and broken off. Start with ${this.variable}; or give it up: ${giveUp}`,
      );
    }
    const remains = isInFolder ? `MongoDB at ${mark.place}` : 'the data folder';
    const to = mark.state === 'leaving' ? 'folder' : 'servers';
    const orNot = mark.state === 'claiming' ? `; or give it up: ${this.moveTo('folder')}` : '';
    onRemains(`A move of the ${what} was broken off, and copies of them may remain in ${remains}. Finish it: ${this.moveTo(to)}${orNot}`);
  }

  private async orClose<T>(address: string, work: (database: D) => Promise<T>): Promise<T> {
    const database = await this.options.openDatabase(address);
    try {
      return await work(database);
    } catch (error) {
      await database.close();
      throw error;
    }
  }
}
