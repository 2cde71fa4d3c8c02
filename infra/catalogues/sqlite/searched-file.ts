import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import { rank, type Ranked, type TypedWord } from '../ranking.ts';
import { Vocabulary } from '../typing-errors.ts';
import { SILENT, spellings, stemOf, wordsOf } from '../words.ts';

/** Entries that are looked at closely, of each way in which they match; a page beyond them comes in the order of how usual they are. */
const CANDIDATES = 220;
const LONGEST_QUERY = 200;
const MOST_WORDS = 12;

interface Row extends Ranked {
  place: number;
  id: string;
  shown: string;
  item: string;
}

/** How often and how lately entries were used where somebody searches, 0 to 1 by id. */
export type Usage = ReadonlyMap<string, number>;

export interface Found {
  /** Parsed items, with the text that answered where it is another than the official one. */
  items: { item: object; synonym?: string }[];
  overall_count: number;
}

/** What to look for: all of its groups, each by any of its words, a beginning with '*'. */
type Match = readonly (readonly string[])[];

const quoted = (word: string, isBeginning: boolean): string => `"${word}"${isBeginning ? '*' : ''}`;
const expression = (match: Match): string =>
  match.map((words) => (words.length === 1 ? words[0] : `(${words.join(' OR ')})`)).join(' AND ');

/** Entries that have all words, or beginnings of words, in any of their spellings. */
const anyOf = (typed: readonly TypedWord[]): string =>
  expression(typed.map(({ spellings: words }) => words.map((word) => quoted(word, true))));

/** An index that is read. Calls are synchronous and short. */
export class SearchedFile {
  private readonly database: DatabaseSyncInstance;
  private readonly first: StatementSyncInstance;
  private readonly count: StatementSyncInstance;
  private readonly row: StatementSyncInstance;
  private readonly byId: StatementSyncInstance;
  private readonly begins: StatementSyncInstance;
  private words: Vocabulary | undefined;

  constructor(
    file: string,
    private readonly abbreviations: ReadonlyMap<string, readonly string[]>,
  ) {
    this.database = new DatabaseSync(file, { readOnly: true });
    this.database.exec('PRAGMA mmap_size = 268435456; PRAGMA cache_size = -16000;');
    this.first = this.database.prepare('SELECT rowid AS place FROM found WHERE found MATCH ? LIMIT ? OFFSET ?');
    this.count = this.database.prepare('SELECT count(*) AS n FROM found WHERE found MATCH ?');
    this.row = this.database.prepare('SELECT * FROM entries WHERE place = ?');
    this.byId = this.database.prepare('SELECT * FROM entries WHERE id = ?');
    this.begins = this.database.prepare('SELECT 1 AS one FROM found WHERE found MATCH ? LIMIT 1');
  }

  close(): void {
    this.database.close();
  }

  about(): Record<string, string> {
    const rows = this.database.prepare('SELECT name, value FROM about').all() as { name: string; value: string }[];
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }

  get(id: string): object | undefined {
    const row = this.byId.get(id) as { item: string } | undefined;
    return row && (JSON.parse(row.item) as object);
  }

  /** Everything, the most usual first. */
  browse(skip: number, take: number): Found {
    const rows = this.database.prepare('SELECT item FROM entries ORDER BY place LIMIT ? OFFSET ?').all(take, skip) as { item: string }[];
    return { items: rows.map(({ item }) => ({ item: JSON.parse(item) as object })), overall_count: Number(this.about()['entries']) };
  }

  search(query: string, { skip, take, usage }: { skip: number; take: number; usage?: Usage | undefined }): Found {
    const typed = typedWords(query);
    if (typed.length === 0) return this.browse(skip, take);
    const direct = this.matching(typed, skip, take, usage);
    if (direct) return direct;
    const spelledOut = this.spelledOut(typed);
    const long = spelledOut && this.matching(spelledOut, skip, take, usage);
    if (long) return long;
    const forgiven = this.forgiven(spelledOut ?? typed) ?? spelledOut ?? typed;
    return this.matching(forgiven, skip, take, usage) ?? this.nearest(forgiven, skip, take, usage);
  }

  /** Entries that have all words; undefined where there are none. */
  private matching(typed: readonly TypedWord[], skip: number, take: number, usage: Usage | undefined): Found | undefined {
    const all = typed.map(({ spellings: words }) => words.map((word) => quoted(word, true)));
    const match = expression(all);
    const total = this.countOf(typed);
    if (total === 0) return undefined;
    const whole = typed.map(({ spellings: words }) => words.map((word) => quoted(word, false)));
    const places = new Set<number>();
    const collect = (of: Match, most: number) => {
      for (const { place } of this.first.all(expression(of), most, 0) as { place: number }[]) places.add(place);
    };
    collect(all, CANDIDATES);
    if (total > CANDIDATES) {
      // what has the words themselves must not be lost among what only begins so
      collect(whole, CANDIDATES);
      if (typed.length > 1) collect([...whole.slice(0, -1), all.at(-1)!], CANDIDATES);
    }
    const used = usage ? this.usedOnes(usage, match, places) : [];
    for (const place of used) places.add(place);
    const ranked = this.ranked(places, typed, usage);
    if (skip + take <= ranked.length || ranked.length >= total)
      return { items: ranked.slice(skip, skip + take).map(({ row, text }) => shownOf(row, text)), overall_count: total };
    return { items: this.beyond(match, ranked, skip, take), overall_count: total };
  }

  private countOf(typed: readonly TypedWord[]): number {
    return (this.count.get(anyOf(typed)) as { n: number }).n;
  }

  /** Used entries that match and are not among the most usual. */
  private usedOnes(usage: Usage, match: string, known: ReadonlySet<number>): number[] {
    const found: number[] = [];
    for (const id of usage.keys()) {
      const row = this.byId.get(id) as Row | undefined;
      if (!row || known.has(row.place)) continue;
      if (this.database.prepare('SELECT 1 FROM found WHERE found MATCH ? AND rowid = ?').get(match, row.place)) found.push(row.place);
    }
    return found;
  }

  private ranked(places: Iterable<number>, typed: readonly TypedWord[], usage: Usage | undefined) {
    const ranked: { row: Row; score: number; text: number }[] = [];
    for (const place of places) {
      const stored = this.row.get(place) as Row & { kind: number };
      const row = { ...stored, isHeading: (stored.kind & 1) === 1, isRetired: (stored.kind & 2) === 2 };
      const { score, text } = rank(row, typed);
      ranked.push({ row, score: score + 3 * (usage?.get(row.id) ?? 0), text });
    }
    return ranked.sort((a, b) => b.score - a.score || a.row.place - b.row.place);
  }

  /** A page that goes beyond what was ranked: the rest in the order of the index. */
  private beyond(match: string, ranked: readonly { row: Row; text: number }[], skip: number, take: number): Found['items'] {
    const known = new Set(ranked.map(({ row }) => row.place));
    const items = ranked.slice(skip, skip + take).map(({ row, text }) => shownOf(row, text));
    const from = Math.max(0, skip - ranked.length);
    const rest = (this.first.all(match, from + take + ranked.length, 0) as { place: number }[]).filter(({ place }) => !known.has(place));
    for (const { place } of rest.slice(from, from + take - items.length)) items.push(shownOf(this.row.get(place) as Row, 0));
    return items;
  }

  /** Abbreviations within a longer text written out; undefined where there are none. */
  private spelledOut(typed: readonly TypedWord[]): TypedWord[] | undefined {
    let isAny = false;
    const words = typed.flatMap((word) => {
      const long = this.abbreviations.get(word.spellings[0]!);
      if (!long) return [word];
      isAny = true;
      return long.flatMap((each) => typedWords(`${each} `));
    });
    return isAny ? words : undefined;
  }

  /** Words that nothing begins with replaced by their stem, or by those that may have been meant; undefined where there are no such. */
  private forgiven(typed: readonly TypedWord[]): TypedWord[] | undefined {
    let isAny = false;
    const words = typed.map((word) => {
      if (this.begins.get(anyOf([word]))) return word;
      const [own = ''] = word.spellings;
      const stem = stemOf(own);
      const near = this.vocabulary().near(own, word.isOpen);
      if (near.length === 0 && stem !== undefined && this.begins.get(quoted(stem, true))) near.push(stem);
      if (near.length === 0) return word;
      isAny = true;
      return { ...word, spellings: near };
    });
    return isAny ? words : undefined;
  }

  /** Nothing has all words: entries that have most of them. */
  private nearest(typed: readonly TypedWord[], skip: number, take: number, usage: Usage | undefined): Found {
    const all = typed.map((word) => ({ ...word, entries: this.countOf([word]) }));
    // a word that few entries have tells more than one that many have
    const telling = all.map((word) => ({ ...word, worth: 1 / Math.log2(4 + word.entries) }));
    const known = telling.filter(({ entries }) => entries > 0);
    const places = new Set<number>();
    for (let left = known.length - (known.length === typed.length ? 1 : 0); left > 0 && places.size === 0; left--) {
      const ways = choices(known, left);
      const most = Math.max(40, Math.ceil((2 * CANDIDATES) / ways.length));
      for (const some of ways) for (const { place } of this.first.all(anyOf(some), most, 0) as { place: number }[]) places.add(place);
    }
    const ranked = this.ranked(places, telling, usage);
    return { items: ranked.slice(skip, skip + take).map(({ row, text }) => shownOf(row, text)), overall_count: ranked.length };
  }

  private vocabulary(): Vocabulary {
    if (!this.words) {
      const rows = this.database.prepare('SELECT term, doc FROM words').all();
      this.words = new Vocabulary((rows as { term: string; doc: number }[]).map(({ term, doc }) => [term, doc] as const));
    }
    return this.words;
  }
}

/** All ways to take so many of them; of many words only those that leave out neighbours' first, so that the work stays small. */
const choices = (words: readonly TypedWord[], left: number): TypedWord[][] => {
  if (left >= words.length) return [[...words]];
  if (left === 1) return words.map((word) => [word]);
  const out = words.length - left;
  if (out > 2) return words.slice(0, words.length - left + 1).map((_, from) => words.slice(from, from + left));
  return words.flatMap((_, index) => choices(words.toSpliced(index, 1), left)).slice(0, 30);
};

const typedWords = (query: string): TypedWord[] => {
  const text = query.slice(0, LONGEST_QUERY);
  const words = wordsOf(text);
  const telling = words.filter((word) => !SILENT.has(word));
  const kept = (telling.length > 0 ? telling : words).slice(0, MOST_WORDS);
  return kept.map((word, index) => ({ spellings: spellings(word), isOpen: index === kept.length - 1 && !/\s$/.test(text) }));
};

const shownOf = ({ item, shown }: Row, text: number): Found['items'][number] => {
  const synonym = shown.split('\n')[text] ?? '';
  return { item: JSON.parse(item) as object, ...(synonym === '' ? {} : { synonym }) };
};
