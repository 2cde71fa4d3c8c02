import type { Collection } from 'mongodb';
import { isDuplicate } from './failures.ts';
import type { MongoDatabase } from './mongo-database.ts';

const OWNER = 'owner';

interface Owner {
  _id: typeof OWNER;
  installation: string;
}

/** The document that names the installation which a database belongs to. */
export class DatabaseOwner {
  private readonly owners: Collection<Owner>;

  constructor(private readonly database: MongoDatabase) {
    this.owners = database.db.collection<Owner>(OWNER);
  }

  /** Id of the installation; undefined if none has claimed the database. */
  async installation(): Promise<string | undefined> {
    return (await this.database.attempt(() => this.owners.findOne({ _id: OWNER })))?.installation;
  }

  /** Makes a database an installation's, if it is empty or the installation's already. @returns the owner after it; undefined if the database has other content */
  async claim(installation: string): Promise<string | undefined> {
    const collections = await this.database.collections('');
    if (collections.some((name) => !name.startsWith('system.'))) return this.installation();
    await this.database.attempt(async () => {
      try {
        await this.owners.insertOne({ _id: OWNER, installation });
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    });
    return this.installation();
  }

  async drop(): Promise<void> {
    await this.database.drop(OWNER);
  }
}
