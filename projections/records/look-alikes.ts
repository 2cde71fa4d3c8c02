/** A folded name as documents keep it. */
export interface FoldedName {
  last: string;
  /** First name, then middle names. */
  first: string;
}

const letters = (text: string): string[] => Array.from(text);

/** How many letters have to be changed, added, left out or swapped with their neighbour to make one of the other. */
const slips = (a: string, b: string): number => {
  const [one, other] = [letters(a), letters(b)];
  let before: number[] = [];
  let previous = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const swapped = isSwapped ? before[j - 2]! + 1 : Infinity;
      row[j] = Math.min(previous[j]! + 1, row[j - 1]! + 1, previous[j - 1]! + (isSame ? 0 : 1), swapped);
    }
    [before, previous] = [previous, row];
  }
  return previous[other.length]!;
};

/** Short names differ by one letter by nature. */
const isSlip = (a: string, b: string, short: number, long: number): boolean => {
  const [shorter, longer] = [Math.min(letters(a).length, letters(b).length), Math.max(letters(a).length, letters(b).length)];
  const most = shorter < 5 ? short : long;
  return longer - shorter <= most && slips(a, b) <= most;
};

const isInitialOf = (a: string, b: string): boolean => letters(a).length === 1 && b.startsWith(a);

/**
 * Whether two folded names are the same as far as both give them: middle names may be missing, or initials ('Doris M' and 'Doris Maria').
 * A record without any first name is called like another one without.
 */
export const isSameName = (a: FoldedName, b: FoldedName): boolean => {
  const [one, other] = [a.first.split(' '), b.first.split(' ')];
  const isLike = (word: string, at: number): boolean => {
    const its = other[at];
    return its === undefined || its === word || (at > 0 && (isInitialOf(word, its) || isInitialOf(its, word)));
  };
  return a.last === b.last && one[0] === other[0] && one.every(isLike);
};

const given = ({ first }: FoldedName): string => first.split(' ')[0] ?? '';

/**
 * Whether two people could be taken for each other (ruling 27): the same last name and first names that begin alike or are a slip apart,
 * or last names one slip apart and first names that are too. A record without one of the names may be of anybody who has the other.
 */
export const isLookAlike = (a: FoldedName, b: FoldedName): boolean => {
  const isLike = () => isSlip(given(a), given(b), 1, 2);
  if (a.last === b.last && (a.first === '' || b.first === '')) return true;
  if (a.last === '' || b.last === '') return given(a) !== '' && given(a) === given(b);
  if (a.last === b.last) return letters(a.first)[0] === letters(b.first)[0] || isLike();
  return isSlip(a.last, b.last, 0, 1) && isLike();
};
