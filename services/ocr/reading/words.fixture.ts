import type { Word } from './word.ts';

/** Words of a made-up page: each line is its height from the top and its words with their left edges; letters are 10 wide and 20 high. */
export const wordsAt = (...lines: [top: number, ...cells: [left: number, text: string][]][]): Word[] =>
  lines.flatMap(([top, ...cells]) =>
    cells.flatMap(([left, text]) => {
      let at = left;
      return text.split(' ').map((word): Word => {
        const region = { top, bottom: top + 20, left: at, right: at + 10 * word.length };
        at = region.right + 6;
        return { text: word, region, confidence: 1 };
      });
    }),
  );
