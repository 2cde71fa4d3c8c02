const LETTERS: readonly [RegExp, string][] = [
  [/^(?:HH|(?:critical(?:ly)?|panic) high|kritisch hoch|\+\+)$/i, 'HH'],
  [/^(?:LL|(?:critical(?:ly)?|panic) low|kritisch niedrig|--)$/i, 'LL'],
  [/^(?:HU|significantly high)$/i, 'HU'],
  [/^(?:LU|significantly low)$/i, 'LU'],
  [/^(?:H|high|hoch|\+|↑|▲)$/i, 'H'],
  [/^(?:L|low|niedrig|[-–−]|↓|▼)$/i, 'L'],
  [/^(?:AA|critical(?:ly abnormal| abnormal)?)$/i, 'AA'],
  [/^(?:A|abn|abnormal|auffällig)$/i, 'A'],
  [/^\*{1,2}$/, '*'],
];

/** A laboratory's flag in its usual letters (H, L, HU, LU, HH, LL, A, AA, *), or undefined. German '+' and '-' are H and L. */
export const readFlag = (text: string): string | undefined =>
  LETTERS.find(([pattern]) => pattern.test(text.replace(/[()[\]]/g, '').trim()))?.[1];

/** Meaning of a flag for its value. */
export type FlagMeaning = 'low' | 'normal' | 'high' | 'abnormal';

/** The letters above and those of HL7 (ObservationInterpretation) that judge a value by limits. Others, such as POS or S, judge nothing. */
const MEANINGS: Readonly<Record<FlagMeaning, readonly string[]>> = {
  high: ['H', 'HH', 'H>', 'HU', 'HX', 'HI', 'HIGH'],
  low: ['L', 'LL', 'L<', 'LU', 'LX', 'LO', 'LOW'],
  abnormal: ['A', 'AA', 'EX', 'ABN', 'ABNORMAL', '*', '**', '***'],
  normal: ['N', 'NORMAL'],
};
const meanings = new Map((Object.keys(MEANINGS) as FlagMeaning[]).flatMap((meaning) => MEANINGS[meaning].map((flag) => [flag, meaning])));

const lettersOf = (flag: string): string => flag.trim().toUpperCase();

/** Meaning of a laboratory's flag, in letters or in words; undefined for none, and for one that compares with no limit. */
export const flagMeaning = (flag: string | undefined): FlagMeaning | undefined => {
  if (flag === undefined) return undefined;
  const meaning = meanings.get(lettersOf(flag));
  // a sign such as '+' may also say that something was detected
  return meaning ?? (/\p{L}{2}/u.test(flag) ? meanings.get(readFlag(flag) ?? '') : undefined);
};

/** Only the laboratory's own HH, LL and AA are critical (ruling 36). */
export const isCritical = ({ flag }: { flag?: string | undefined }): boolean => flag !== undefined && CRITICAL.has(lettersOf(flag));
const CRITICAL: ReadonlySet<string> = new Set(['HH', 'LL', 'AA']);
