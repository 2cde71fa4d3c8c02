import type { Grey } from './pages.ts';

/** Ink, where light letters on a bar are told from its ground. */
const DARK = 140;
/** Anything but paper: rules are often grey. */
const GREY = 200;
/** A run of dark pixels this long, in parts of the page's longest side, is no letter. */
const RUN = 1 / 40;
/** Ruled lines are thinner than this, in parts of the longest side; thicker bars are filled areas. */
const THICK = 1 / 340;

/** Length of the dark run through each pixel, up and down. 0 where it is light. */
const runsDown = ({ data, width, height }: Grey): Uint16Array => {
  const runs = new Uint16Array(data.length);
  for (let at = 0; at < data.length; at++) if ((data[at] as number) < GREY) runs[at] = at < width ? 1 : (runs[at - width] as number) + 1;
  for (let at = (height - 1) * width - 1; at >= 0; at--)
    if (runs[at] !== 0 && runs[at + width] !== 0) runs[at] = runs[at + width] as number;
  return runs;
};

/** The same from left to right. */
const runsAcross = ({ data, width, height }: Grey): Uint16Array => {
  const runs = new Uint16Array(data.length);
  for (let y = 0; y < height; y++) {
    const [start, end] = [y * width, (y + 1) * width];
    for (let at = start; at < end;) {
      let after = at;
      while (after < end && (data[after] as number) < GREY) after++;
      if (after > at) runs.fill(after - at, at, after);
      at = after + 1;
    }
  }
  return runs;
};

type Along = { origin: number; step: number; next: number; thick: number };

/** Wipes one pixel's breadth of a rule: crossings with other rules too, and the grey fringe beside it, but no letter that stands on it. */
const wipe = ({ data }: Grey, thickness: Uint16Array, { origin, step, next, thick }: Along, from: number, to: number): void => {
  for (let j = from; j <= to; j++) {
    let end = j;
    while (end <= to && (thickness[origin + end * step] as number) > thick) end++;
    if (end - j <= thick) {
      for (let n = j; n <= Math.min(end, to); n++) {
        const at = origin + n * step;
        data[at] = 255;
        for (const beside of [at - next, at + next])
          if (beside >= 0 && beside < data.length && (data[beside] as number) >= GREY) data[beside] = 255;
      }
    }
    j = end;
  }
};

/**
 * Blanks ruled lines in one direction: long runs whose thickness across is small. Runs may have small holes (dotted lines) if they
 * are thin throughout: the feet of a word's letters look alike, but have the letters above them.
 * @param thickness of what is dark across the line at each pixel
 */
const blank = (picture: Grey, thickness: Uint16Array, direction: 'down' | 'across'): void => {
  const { width, height } = picture;
  const longest = Math.max(width, height);
  const [run, thick] = [Math.round(longest * RUN), Math.max(2, Math.round(longest * THICK))];
  const [lines, length, step, next] = direction === 'across' ? [height, width, 1, width] : [width, height, width, 1];
  for (let line = 0; line < lines; line++) {
    const origin = line * next;
    for (let i = 0; i < length; i++) {
      if (thickness[origin + i * step] === 0) continue;
      let [end, filled, thin] = [i, 0, 0];
      for (let j = i; j < length && j - end <= thick / 2; j++) {
        const across = thickness[origin + j * step] as number;
        if (across === 0) continue;
        filled++;
        if (across <= thick) thin++;
        end = j;
      }
      const span = end - i + 1;
      const solid = filled > 0.97 * span;
      if (span >= run && thin > (solid ? 0.6 * span : 0.97 * filled)) wipe(picture, thickness, { origin, step, next, thick }, i, end);
      i = end;
    }
  }
};

/** Removes ruled and dotted lines: recognition takes them for letters. */
export const blankRules = (picture: Grey): void => {
  const [down, across] = [runsDown(picture), runsAcross(picture)];
  blank(picture, down, 'across');
  blank(picture, across, 'down');
};

/** Side of the squares that filled areas are looked for with, in parts of the longest side. */
const SQUARE = 1 / 220;
/** A filled area has at least so many squares in a row. */
const WIDE = 12;

/** Share of dark pixels in a rectangle. */
const darkness = ({ data, width }: Grey, left: number, top: number, right: number, bottom: number): number => {
  let dark = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if ((data[y * width + x] as number) < DARK) dark++;
  return dark / Math.max(1, (right - left) * (bottom - top));
};

/** Turns light letters on dark bars, such as a table's head, into dark letters on light ground. */
export const lightenBars = (picture: Grey): void => {
  const { data, width, height } = picture;
  const side = Math.max(4, Math.round(Math.max(width, height) * SQUARE));
  const columns = Math.floor(width / side);
  for (let row = 0; row < Math.floor(height / side); row++) {
    const shares = Array.from({ length: columns }, (_, column) =>
      darkness(picture, column * side, row * side, (column + 1) * side, (row + 1) * side),
    );
    let end = 0;
    for (let column = 0; column < columns; column = end + 1) {
      end = column;
      while (end < columns && (shares[end] as number) > 0.25) end++; // the squares of letters are half light
      const mean = shares.slice(column, end).reduce((sum, share) => sum + share, 0) / Math.max(1, end - column);
      if (end - column >= WIDE && mean > 0.55) {
        const [left, right] = [column * side, end * side];
        const isBar = (y: number): boolean => y >= 0 && y < height && darkness(picture, left, y, right, y + 1) > 0.5;
        let [top, bottom] = [row * side + Math.floor(side / 2), row * side + Math.floor(side / 2) + 1];
        while (isBar(top - 1)) top--;
        while (isBar(bottom)) bottom++;
        // a bar is filled above and below its letters; bold type is not
        const isFull = (y: number): boolean => darkness(picture, left, y, right, y + 1) > 0.9;
        const margin = Math.ceil((bottom - top) / 3);
        const rowsFrom = (from: number): boolean => Array.from({ length: margin }, (_, n) => from + n).filter(isFull).length >= 2;
        if (!rowsFrom(top) || !rowsFrom(bottom - margin)) continue;
        for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) data[y * width + x] = 255 - (data[y * width + x] as number);
      }
    }
  }
};
