import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('./knowledge/', import.meta.url);

const rows = (name: string): string[][] =>
  readFileSync(new URL(name, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

const words = (cell: string | undefined, separator: string): string[] => (cell ?? '').split(separator).filter((word) => word !== '');

/** What is known of codes beside their official texts, by the code without its dot: how usual (1 to 9), and what people call it. */
export const usualDiseases = (): Map<string, { usual: number; names: string[] }> =>
  new Map(
    rows('usual-diseases.tsv').map(([code = '', usual, names]) => [
      code.replace('.', ''),
      { usual: Number(usual), names: words(names, '|') },
    ]),
  );

/** Further words by which people look for a word of an official text. */
export const furtherWords = (name: 'words-of-diseases.tsv' | 'words-of-medications.tsv'): Map<string, string[]> =>
  new Map(rows(name).map(([word = '', further]) => [word, words(further, ' ')]));

/** What an abbreviation stands for, in words of the official texts. */
export const abbreviations = (of: 'diseases' | 'medications'): Map<string, string[]> =>
  new Map(rows(`abbreviations-of-${of}.tsv`).map(([short = '', long]) => [short, words(long, ' ')]));

/** Changes with what is known: a catalogue that was made with other knowledge is made anew. */
export const knowledgeHash = (): string => {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted()) hash.update(readFileSync(new URL(name, folder)));
  return hash.digest('hex');
};
