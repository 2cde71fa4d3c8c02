import { DatabaseSync } from '@photostructure/sqlite';
import type { Entry } from '../entry.ts';
import { packTexts } from '../ranking.ts';
import { tokenOf } from '../words.ts';

/** A new form of the file: one that is older is built anew. */
export const FORM = 2;

const SCHEMA = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE entries (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL, prior REAL NOT NULL, kind INTEGER NOT NULL,
    texts TEXT NOT NULL, extra TEXT NOT NULL, shown TEXT NOT NULL, item TEXT NOT NULL
  );
  CREATE VIRTUAL TABLE found USING fts5(words, content = '', detail = none, columnsize = 0, prefix = '1 2 3 4', tokenize = "unicode61 remove_diacritics 0 tokenchars '.%'");
  CREATE VIRTUAL TABLE vocabulary USING fts5vocab(found, row);
`;

const BATCH = 5000;

/**
 * Writes an index. Entries lie in the order of how usual they are: a search that takes the first so many of what matches has the most usual
 * of them, and never more work than that.
 * @param entries as often as asked, each time the same
 */
export const writeIndex = (file: string, entries: readonly { prior: number; make: () => Entry }[], about: Record<string, string>): void => {
  const database = new DatabaseSync(file);
  try {
    database.exec(SCHEMA);
    const entry = database.prepare('INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
    const found = database.prepare('INSERT INTO found (rowid, words) VALUES (?, ?)');
    const ordered = entries.toSorted((a, b) => b.prior - a.prior);
    for (let from = 0; from < ordered.length; from += BATCH) {
      database.exec('BEGIN');
      for (const [index, { make }] of ordered.slice(from, from + BATCH).entries()) {
        const place = from + index + 1;
        const { id, item, prior, texts, extra, isHeading, isRetired } = make();
        const shown = texts.map((text) => text.shown ?? '').join('\n');
        entry.run(
          place,
          id,
          prior,
          (isHeading ? 1 : 0) + (isRetired ? 2 : 0),
          packTexts(texts),
          extra.join(' '),
          shown,
          JSON.stringify(item),
        );
        const words = new Set([...texts.flatMap((text) => text.words), ...extra].flatMap((word) => word.split('|')));
        found.run(place, [...words].map(tokenOf).join(' '));
      }
      database.exec('COMMIT');
    }
    database.exec('CREATE UNIQUE INDEX entries_by_id ON entries (id)');
    database.exec("INSERT INTO found (found) VALUES ('optimize')");
    database.exec("CREATE TABLE words AS SELECT term, doc FROM vocabulary WHERE length(term) > 3 AND term NOT GLOB '*[0-9]*'");
    const note = database.prepare('INSERT INTO about VALUES (?, ?)');
    for (const [name, value] of Object.entries({ ...about, entries: String(entries.length), form: String(FORM) })) note.run(name, value);
  } finally {
    database.close();
  }
};
