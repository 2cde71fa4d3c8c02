import { isDeepStrictEqual } from 'node:util';
import type { Collection } from 'mongodb';
import { isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { storedId } from '../names.ts';
import type { JsonObject } from '../read-store.ts';

/** Name of the collection. */
export const SETTINGS = 'settings';

/** The value is stored as text, because a swap compares it as a whole. */
interface SettingDocument {
  _id: string;
  value: string;
}

/** Small settings, each in a document that is only replaced if it still has the value that was read. */
export class MongoSettings {
  private readonly settings: Collection<SettingDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.settings = database.db.collection<SettingDocument>(SETTINGS);
  }

  async of(key: string): Promise<JsonObject | undefined> {
    const text = await this.text(key);
    return text === undefined ? undefined : (JSON.parse(text) as JsonObject);
  }

  async swap(key: string, expected: JsonObject | undefined, next: JsonObject): Promise<boolean> {
    const value = JSON.stringify(next);
    if (expected === undefined) return this.insert(storedId(key), value);
    for (;;) {
      const present = await this.text(key);
      if (present === undefined || !isDeepStrictEqual(JSON.parse(present), expected)) return false;
      const replaced = { _id: key, value: present };
      const { matchedCount } = await this.database.attempt(() => this.settings.updateOne(replaced, { $set: { value } }));
      if (matchedCount > 0) return true;
      // changed in the meantime, perhaps only in the order of its fields
    }
  }

  private async text(key: string): Promise<string | undefined> {
    const found = await this.database.attempt(() => this.settings.findOne({ _id: storedId(key) }));
    return found?.value;
  }

  private async insert(key: string, value: string): Promise<boolean> {
    try {
      await this.database.attempt(() => this.settings.insertOne({ _id: key, value }));
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
