import { OPS, Util, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { Word } from './word.ts';

/** Relative widths of characters, enough to place the words of one run of text whose whole width is known. */
const widthOf = (char: string): number => {
  if (/[ilI.,:;'|!()[\]/ ]/.test(char)) return 0.5;
  if (/[mwMW%@]/.test(char)) return 1.5;
  return /[A-ZÄÖÜ]/.test(char) ? 1.2 : 1;
};
const lengthOf = (text: string): number => Array.from(text).reduce((sum, char) => sum + widthOf(char), 0);

const isUpright = ([a, b]: readonly number[]): boolean => Math.abs(b ?? 0) < 0.02 * Math.abs(a ?? 0) && (a ?? 0) > 0;

/** Arrows of symbol fonts (Symbol, Wingdings), which have no character of their own in a text. */
const ARROWS: ReadonlyMap<string, string> = new Map([
  ...['\uf0ad', '\uf0e1', '\uf0e9', '\uf0f1'].map((char) => [char, '↑'] as const),
  ...['\uf0af', '\uf0e2', '\uf0ea', '\uf0f2'].map((char) => [char, '↓'] as const),
]);

/** Text without what its font gives no character for; '' where that is all. */
export const legible = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Co}/gu, (char) => ARROWS.get(char) ?? '')
    .replaceAll(/[\p{Cc}\ufffd]/gu, '');

/** The words of one run of text; its characters' places are estimated from the run's width. */
const wordsOf = (item: TextItem, toPixels: readonly number[], scale: number): Word[] => {
  const at: number[] = Util.transform([...toPixels], item.transform);
  if (!isUpright(at)) return [];
  const size = Math.hypot(at[2] ?? 0, at[3] ?? 0);
  const [left = 0, baseline = 0] = [at[4], at[5]];
  const unit = (item.width * scale) / Math.max(lengthOf(item.str), 0.01);
  return [...item.str.matchAll(/\S+/g)].flatMap((match) => {
    const text = legible(match[0]);
    if (text === '') return [];
    const start = left + lengthOf(item.str.slice(0, match.index)) * unit;
    const region = { left: start, right: start + lengthOf(match[0]) * unit, top: baseline - 0.75 * size, bottom: baseline + 0.22 * size };
    return [{ text, region, confidence: 1 }];
  });
};

/** The upright words of a page's own text, in pixels at `scale` (1 is 72 dpi). Rotated text, such as watermarks, is left out. */
export const textWords = async (page: PDFPageProxy, scale: number): Promise<Word[]> => {
  const { items } = await page.getTextContent();
  const viewport = page.getViewport({ scale });
  return items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? wordsOf(item, viewport.transform, scale) : []));
};

const INVISIBLE = 3;
const SHOWS = new Set<number>([OPS.showText, OPS.showSpacedText, OPS.nextLineShowText, OPS.nextLineSetSpacingShowText]);
const PAINTS = new Set<number>([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);

/**
 * Whether a picture covers most of the page and no visible text was drawn over it: then the text, if any, is what some scanner
 * recognised, and the picture is the document.
 */
export const isPicture = async (page: PDFPageProxy): Promise<boolean> => {
  const { fnArray, argsArray } = await page.getOperatorList();
  const { width, height } = page.getViewport({ scale: 1, rotation: 0 });
  let matrix: number[] = [1, 0, 0, 1, 0, 0];
  const saved: number[][] = [];
  let invisible = false;
  let covered = false;
  let shown = 0;
  fnArray.forEach((op, i) => {
    const args = argsArray[i] as unknown[];
    if (op === OPS.save) saved.push(matrix);
    else if (op === OPS.restore) matrix = saved.pop() ?? matrix;
    else if (op === OPS.transform) matrix = Util.transform(matrix, args as number[]);
    else if (op === OPS.setTextRenderingMode) invisible = args[0] === INVISIBLE;
    else if (PAINTS.has(op) && Math.abs((matrix[0] ?? 0) * (matrix[3] ?? 0) - (matrix[1] ?? 0) * (matrix[2] ?? 0)) > 0.6 * width * height) {
      covered = true;
      shown = 0;
    } else if (SHOWS.has(op) && !invisible) shown += Array.isArray(args[0]) ? args[0].length : 1;
  });
  return covered && shown < 40;
};
