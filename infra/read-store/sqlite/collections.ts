import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { TABLE_PREFIX, tableOf } from './names.ts';

/** Names of the collections that the file holds. */
export const collectionsIn = (db: DatabaseSyncInstance): string[] => {
  const rows = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all() as { name: string }[];
  return rows.flatMap(({ name }) => (name.startsWith(TABLE_PREFIX) ? [name.slice(TABLE_PREFIX.length)] : []));
};

/** More documents than this, and what goes through all of them takes its time. */
const MANY = 2000;

/** Whether the collection holds, or held, more documents than can be gone through in passing. */
export const isLarge = (db: DatabaseSyncInstance, collection: string): boolean => {
  if (!collectionsIn(db).includes(collection)) return false;
  const { last } = db.prepare(`SELECT max(rowid) AS last FROM ${tableOf(collection)}`).get() as { last: number | null };
  return (last ?? 0) > MANY;
};
