/** Letters that a word has, as bits: two words that are near each other differ in few. */
const lettersOf = (word: string): number => {
  let bits = 0;
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) % 31);
  return bits;
};

const bitCount = (bits: number): number => {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count += 1;
  return count;
};

/** How many errors of typing are forgiven: none in what is too short to be told from another word. */
const forgiven = (length: number): number => (length < 4 ? 0 : length < 6 ? 1 : 2);

/**
 * The fewest errors (a letter wrong, missing, too many, two swapped) between what was typed and a word, or the beginning of one where
 * `isOpen`; more than `most` as `most + 1`.
 */
export const distance = (typed: string, word: string, most: number, isOpen: boolean): number => {
  const width = word.length;
  let [before, last] = [[] as number[], Array.from({ length: width + 1 }, (_, at) => at)];
  for (let row = 1; row <= typed.length; row++) {
    const now = [row];
    let least = row;
    for (let at = 1; at <= width; at++) {
      const same = typed[row - 1] === word[at - 1];
      let cost = Math.min(last[at - 1]! + (same ? 0 : 1), last[at]! + 1, now[at - 1]! + 1);
      if (row > 1 && at > 1 && typed[row - 1] === word[at - 2] && typed[row - 2] === word[at - 1])
        cost = Math.min(cost, before[at - 2]! + 1);
      now.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return most + 1;
    [before, last] = [last, now];
  }
  return isOpen ? Math.min(...last) : last[width]!;
};

/** The words of a catalogue, for finding those that somebody may have meant. */
export class Vocabulary {
  private readonly letters: Int32Array;

  /** @param words with how many entries have each */
  constructor(private readonly words: readonly (readonly [word: string, entries: number])[]) {
    this.letters = Int32Array.from(words, ([word]) => lettersOf(word));
  }

  /** Words near to what was typed, the nearest and most frequent first; none where it is too short. */
  near(typed: string, isOpen: boolean, count = 6): string[] {
    const most = forgiven(typed.length);
    if (most === 0) return [];
    const bits = lettersOf(typed);
    const found: { word: string; errors: number; entries: number }[] = [];
    for (const [index, [word, entries]] of this.words.entries()) {
      if (word.length < typed.length - most || (!isOpen && word.length > typed.length + most)) continue;
      const missing = bits & ~this.letters[index]!;
      if (missing !== 0 && bitCount(missing) > most) continue;
      if (!isOpen && bitCount(this.letters[index]! & ~bits) > most) continue;
      const whole = distance(typed, word, most, false);
      const errors = whole <= most || !isOpen ? whole : distance(typed, word.slice(0, typed.length + most), most, true) + 0.5;
      if (errors <= most) found.push({ word, errors: errors + (word[0] === typed[0] ? 0 : 0.6), entries });
    }
    found.sort((a, b) => a.errors - b.errors || b.entries - a.entries);
    // only those that are about as near as the nearest
    return found
      .filter(({ errors }) => errors <= found[0]!.errors + 0.5)
      .slice(0, count)
      .map(({ word }) => word);
  }
}
