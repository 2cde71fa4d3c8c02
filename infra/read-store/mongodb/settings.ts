import { isDeepStrictEqual } from 'node:util';
import type { Collection } from 'mongodb';
import { isDuplicate } from '../../mongodb/failures.ts';
import type { MongoDatabase } from '../../mongodb/mongo-database.ts';
import { storedId } from '../names.ts';
import type { JsonObject } from '../read-store.ts';

/** As text, for a swap compares a whole value. */
interface SettingDocument {
  _id: string;
  value: string;
}

/** Small settings, each a document that is replaced only where it still is what was read. */
export class MongoSettings {
  private readonly settings: Collection<SettingDocument>;

  constructor(private readonly database: MongoDatabase) {
    this.settings = database.db.collection<SettingDocument>('settings');
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
      // somebody else wrote in between: perhaps the same, in another order of its fields
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
