import { DatabaseSync, type DatabaseSyncInstance, type StatementSyncInstance } from '@photostructure/sqlite';
import type { CatalogueMatch } from '#contracts/catalogues/catalogues';
import { type Rank, rank, type Ranked, type TypedWord } from '../ranking.ts';
import { QueryRewriting } from './query-rewriting.ts';
import { anyOf, choices, expression, type Match, quoted, typedWords } from './typed-words.ts';

/** Entries that are looked at closely, of each way in which they match; a page beyond them comes in the order of how usual they are. */
const CANDIDATES = 220;
/** A text that has each word at least so well means what was typed. */
const SOUND = 0.6;
/** What it counts to have the telling words, where no entry has all. */
const TOLD = 10;
/** Words of a search that may name several things. */
const MOST_NAMED = 5;

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
  items: { place: number; item: object; synonym?: string }[];
  overall_count: number;
}

interface Matched extends Found {
  /** The first of it is called what was typed. */
  isWhole: boolean;
  /** The first of it has all that was typed in one of its texts, and not only as beginnings of words. */
  isSound: boolean;
  /** The first of it has all that was typed in one of its texts. */
  isTogether: boolean;
}

interface Answer extends Found {
  match: CatalogueMatch;
}

const answer = (match: CatalogueMatch, { items, overall_count }: Found): Answer => ({ items, overall_count, match });

/** An index that is read. Calls are synchronous and short. */
export class SearchedFile {
  private readonly database: DatabaseSyncInstance;
  private readonly first: StatementSyncInstance;
  private readonly count: StatementSyncInstance;
  private readonly row: StatementSyncInstance;
  private readonly byId: StatementSyncInstance;
  private readonly rewriting: QueryRewriting;

  constructor(file: string, abbreviations: ReadonlyMap<string, readonly string[]>) {
    this.database = new DatabaseSync(file, { readOnly: true });
    this.database.exec('PRAGMA mmap_size = 268435456; PRAGMA cache_size = -16000;');
    this.first = this.database.prepare('SELECT rowid AS place FROM found WHERE found MATCH ? LIMIT ? OFFSET ?');
    this.count = this.database.prepare('SELECT count(*) AS n FROM found WHERE found MATCH ?');
    this.row = this.database.prepare('SELECT * FROM entries WHERE place = ?');
    this.byId = this.database.prepare('SELECT * FROM entries WHERE id = ?');
    this.rewriting = new QueryRewriting(this.database, abbreviations);
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
    const rows = this.database.prepare('SELECT place, item FROM entries ORDER BY place LIMIT ? OFFSET ?').all(take, skip) as {
      place: number;
      item: string;
    }[];
    return {
      items: rows.map(({ place, item }) => ({ place, item: JSON.parse(item) as object })),
      overall_count: Number(this.about()['entries']),
    };
  }

  /** Weak is what has not all words that were typed, or not in one of its texts, or has them only where they are taken for errors of typing. */
  search(query: string, { skip, take, usage }: { skip: number; take: number; usage?: Usage | undefined }): Answer {
    const typed = typedWords(query).map((word) => this.rewriting.asKnown(word));
    // signs alone mean nothing; nothing typed at all is the whole list
    if (typed.length === 0)
      return query.trim() === '' ? answer('close', this.browse(skip, take)) : answer('weak', { items: [], overall_count: 0 });
    const direct = this.matching(typed, skip, take, usage);
    if (direct?.isSound) return answer('close', direct);
    const spelledOut = this.rewriting.spelledOut(typed);
    const long = direct ? undefined : spelledOut && this.matching(spelledOut, skip, take, usage);
    if (long?.isSound) return answer('close', long);
    const several = this.severalNames(typed, skip, take, usage);
    if (several) return answer('close', several);
    const parted = direct ?? long;
    if (parted) return answer(parted.isTogether ? 'close' : 'weak', parted);
    const joined = this.rewriting.joined(typed);
    const one = joined && this.matching(joined, skip, take, usage);
    if (one) return answer('close', one);
    const forgiven = this.rewriting.forgiven(spelledOut ?? typed);
    const words = forgiven?.words ?? spelledOut ?? typed;
    const meant = forgiven && this.matching(words, skip, take, usage);
    if (meant) return answer(forgiven.isGuess ? 'weak' : 'close', meant);
    return answer('weak', this.nearest(words, skip, take, usage));
  }

  /** Entries that have all words; undefined where there are none. */
  private matching(typed: readonly TypedWord[], skip: number, take: number, usage: Usage | undefined): Matched | undefined {
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
    const { isWhole = false, least = 0 } = ranked[0] ?? {};
    const about = { overall_count: total, isWhole, isSound: typed.length === 1 || least >= SOUND, isTogether: least > 0 };
    if (skip + take <= ranked.length || ranked.length >= total)
      return { items: ranked.slice(skip, skip + take).map(({ row, text }) => shownOf(row, text)), ...about };
    return { items: this.beyond(match, ranked, skip, take), ...about };
  }

  /**
   * Words that are the names of several things ('aki on ckd'): what each of them means, in turns; undefined where they are not, or where one
   * name is all of it.
   */
  private severalNames(typed: readonly TypedWord[], skip: number, take: number, usage: Usage | undefined): Found | undefined {
    if (typed.length < 2 || typed.length > MOST_NAMED) return undefined;
    if (!this.rewriting.areWords(typed)) return undefined;
    const named: Matched[] = [];
    const parts: string[] = [];
    for (let from = 0; from < typed.length;) {
      let to = named.length === 0 ? typed.length - 1 : typed.length;
      for (; to > from; to--) {
        const words = typed.slice(from, to).map((word) => ({ ...word, isOpen: false }));
        const one = this.matching(words, 0, skip + take, usage);
        if (!one?.isWhole) continue;
        named.push(one);
        parts.push(anyOf(words));
        break;
      }
      if (to === from) return undefined;
      from = to;
    }
    const turns = new Map<number, Found['items'][number]>();
    for (let at = 0; at < skip + take; at++)
      for (const { items } of named) {
        const one = items[at];
        if (one && !turns.has(one.place)) turns.set(one.place, one);
      }
    const { n } = this.count.get(parts.join(' OR ')) as { n: number };
    return { items: [...turns.values()].slice(skip, skip + take), overall_count: n };
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
    const ranked: (Rank & { row: Row })[] = [];
    for (const place of places) {
      const stored = this.row.get(place) as Row & { kind: number };
      const row = { ...stored, isHeading: (stored.kind & 1) === 1, isRetired: (stored.kind & 2) === 2 };
      const fit = rank(row, typed);
      ranked.push({ ...fit, row, score: fit.score + 3 * (usage?.get(row.id) ?? 0) });
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

  /** Nothing has all words: entries that have most of them. */
  private nearest(typed: readonly TypedWord[], skip: number, take: number, usage: Usage | undefined): Found {
    const all = typed.map((word) => ({ ...word, entries: this.countOf([word]) }));
    // a word that few entries have tells more than one that many have
    const weighed = all.map((word) => ({ ...word, worth: 1 / Math.log2(4 + word.entries) }));
    const known = weighed.filter(({ entries }) => entries > 0);
    const places = new Set<number>();
    for (let left = known.length - (known.length === typed.length ? 1 : 0); left > 0 && places.size === 0; left--) {
      const ways = choices(known, left);
      const most = Math.max(40, Math.ceil((2 * CANDIDATES) / ways.length));
      for (const some of ways) for (const { place } of this.first.all(anyOf(some), most, 0) as { place: number }[]) places.add(place);
    }
    // what has the telling word comes before what is usual
    const ranked = this.ranked(places, weighed, usage).toSorted((a, b) => b.score + TOLD * b.share - a.score - TOLD * a.share);
    return { items: ranked.slice(skip, skip + take).map(({ row, text }) => shownOf(row, text)), overall_count: ranked.length };
  }
}

const shownOf = ({ place, item, shown }: Row, text: number): Found['items'][number] => {
  const synonym = shown.split('\n')[text] ?? '';
  return { place, item: JSON.parse(item) as object, ...(synonym === '' ? {} : { synonym }) };
};
