import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import type { TypedWord } from '../ranking.ts';
import { Vocabulary } from '../typing-errors.ts';
import { stemOf } from '../words.ts';
import { anyOf, quoted, typedWords } from './typed-words.ts';

/** What may have been meant by what was typed, told by the words that an index has. */
export class QueryRewriting {
  private readonly begins: StatementSyncInstance;
  private words: Vocabulary | undefined;

  constructor(
    private readonly database: DatabaseSyncInstance,
    private readonly abbreviations: ReadonlyMap<string, readonly string[]>,
  ) {
    this.begins = database.prepare('SELECT 1 AS one FROM found WHERE found MATCH ? LIMIT 1');
  }

  /** Whether each is a word of the index, as it was typed. */
  areWords(typed: readonly TypedWord[]): boolean {
    return typed.every(({ spellings: [own = ''] }) => this.matches(quoted(own, false)));
  }

  /** Two or three letters that are a word themselves ('asa', 'inh', 'mi') are rather that than the beginning of another. */
  asKnown(word: TypedWord): TypedWord {
    const [own = ''] = word.spellings;
    return word.isOpen && own.length < 4 && this.matches(quoted(own, false)) ? { ...word, isOpen: false } : word;
  }

  /** Abbreviations within a longer text written out; undefined where there are none. */
  spelledOut(typed: readonly TypedWord[]): TypedWord[] | undefined {
    let isAny = false;
    const words = typed.flatMap((word) => {
      const [own = ''] = word.spellings;
      const long = this.abbreviations.get(own);
      if (!long) return [word];
      isAny = true;
      const [first = '', ...rest] = long;
      // 'sore' may mean pain, and may mean what it says
      if (rest.length === 0 && this.matches(quoted(own, true))) return [{ ...word, spellings: [...word.spellings, first] }];
      return long.flatMap((each) => typedWords(`${each} `));
    });
    return isAny ? words : undefined;
  }

  /** 'heat stroke' as 'heatstroke', where that is a word; undefined where no two neighbours make one. */
  joined(typed: readonly TypedWord[]): TypedWord[] | undefined {
    for (let at = 1; at < typed.length; at++) {
      const word = `${typed[at - 1]!.spellings[0]}${typed[at]!.spellings[0]}`;
      if (this.matches(quoted(word, false))) return typed.toSpliced(at - 1, 2, { ...typed[at]!, spellings: [word] });
    }
    return undefined;
  }

  /**
   * Words that nothing begins with replaced by their stem, or by those that may have been meant (`isGuess`); undefined where there are no
   * such.
   */
  forgiven(typed: readonly TypedWord[]): { words: TypedWord[]; isGuess: boolean } | undefined {
    let [isAny, isGuess] = [false, false];
    const words = typed.map((word) => {
      if (this.matches(anyOf([word]))) return word;
      const [own = ''] = word.spellings;
      const stem = stemOf(own);
      const near = this.vocabulary().near(own, word.isOpen);
      if (near.length > 0) isGuess = true;
      else if (stem !== undefined && this.matches(quoted(stem, true))) near.push(stem);
      if (near.length === 0) return word;
      isAny = true;
      return { ...word, spellings: near };
    });
    return isAny ? { words, isGuess } : undefined;
  }

  private matches(match: string): boolean {
    return this.begins.get(match) !== undefined;
  }

  private vocabulary(): Vocabulary {
    if (!this.words) {
      const rows = this.database.prepare('SELECT term, doc FROM words').all();
      this.words = new Vocabulary((rows as { term: string; doc: number }[]).map(({ term, doc }) => [term, doc] as const));
    }
    return this.words;
  }
}
