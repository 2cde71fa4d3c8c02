import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { tableOf } from './names.ts';

/**
 * Writes a collection anew and drops what held it, whose pages secure_delete overwrites. Secure delete alone is not enough after a removal:
 * where a page was split before, the half that moved stays behind as unused bytes. Rows go in by their number and indexes sorted, so that
 * nothing is split on the way. To be called within a transaction; the log beside the file is to be emptied after it.
 */
export const rewriteCollection = (db: DatabaseSyncInstance, collection: string): void => {
  const [table, draft] = [tableOf(collection), '"rewriting"'];
  const name = JSON.parse(table) as string;
  const indexes = db.prepare("SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL").all(name);
  db.exec(`CREATE TABLE ${draft} (id TEXT PRIMARY KEY, position TEXT NOT NULL, data TEXT)`);
  db.exec(`INSERT INTO ${draft} SELECT id, position, data FROM ${table} ORDER BY rowid`);
  db.exec(`DROP TABLE ${table}; ALTER TABLE ${draft} RENAME TO ${table}`);
  for (const { sql } of indexes as { sql: string }[]) db.exec(sql);
};

/** Whether documents were ever removed from the collection. */
export const hasRemoved = (db: DatabaseSyncInstance, collection: string): boolean =>
  db.prepare(`SELECT 1 FROM ${tableOf(collection)} WHERE data IS NULL LIMIT 1`).get() !== undefined;
