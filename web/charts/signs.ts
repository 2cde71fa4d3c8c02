import { oneDigit } from './context.ts';
import type { Dot } from './drawing.ts';
import { AGAIN, arrowOffset, ARROWS, FLAGGED, type Mark, openArrowPath, RANGE_CHANGE, symbolPath, vaguePath } from './marks.ts';

/** A small drawing around 0,0. Colours are CSS variables of the theme, lengths are pixels. */
export interface Sign {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
  /** `stroke-dasharray`. */
  dash?: string;
  /** Half of the side of a square that holds it. Only signs that are drawn again and again have one. */
  reach?: number;
}

/** A sign, or words, where they stand. */
export interface Placed {
  dot: Dot;
  sign: Sign | string;
  x: number;
  y: number;
  /** The result itself: its symbol or open arrow. */
  isPoint?: true;
}

/** What is not in focus stands back. */
export const opacityOf = (focused: string | null, series: string): number => (focused === null || focused === series ? 1 : 0.3);

/** From here on a series has another range. */
export const RANGE: Sign = { d: RANGE_CHANGE, stroke: 'var(--ink)', width: 1.5, reach: 24 };
/** A corrected result. */
export const RING: Sign = { d: symbolPath('circle', 7), stroke: 'var(--doubt)', width: 1.5, reach: 8 };
const abnormal = (d: string): Sign => ({ d, fill: 'var(--abnormal)', reach: 8 });
/** A result that is out of its range or flagged; of a critical one two stand above each other. */
export const OUTSIDE: Readonly<Record<'up' | 'down' | 'flagged', Sign>> = {
  up: abnormal(ARROWS.up),
  down: abnormal(ARROWS.down),
  flagged: abnormal(FLAGGED),
};

const known = new Map<string, Sign>();

/** A result by its symbol, hollow where nobody checked it; an open arrow for '<' and '>'. */
export const pointSign = ({ color, symbol }: Pick<Mark, 'color' | 'symbol'>, shape: Dot['shape'], hollow: boolean): Sign => {
  const key = `${symbol} ${shape} ${hollow} ${color}`;
  let sign = known.get(key);
  if (!sign) {
    if (shape !== 'symbol') sign = { d: openArrowPath(shape === 'above' ? 'up' : 'down'), stroke: color, width: 1.5, reach: 12 };
    else if (hollow) sign = { d: symbolPath(symbol), fill: 'var(--ground)', stroke: color, width: 1.5, reach: 8 };
    else sign = { d: symbolPath(symbol), fill: color, stroke: color, width: 0.5, reach: 8 };
    known.set(key, sign);
  }
  return sign;
};

/** Everything that points are drawn by, in the order of painting: no symbol hides a triangle or a word. */
export const placed = (dots: readonly Dot[]): Placed[] => {
  const layers: Placed[][] = [[], [], [], [], [], []];
  for (const dot of dots) {
    const { mark, x, y, shape, hollow, vague, arrow, text } = dot;
    if (dot.isRangeChanged) layers[0]!.push({ dot, sign: RANGE, x, y });
    if (vague !== undefined) layers[1]!.push({ dot, sign: { d: vaguePath(vague), stroke: mark.color, width: 1.5, dash: '4 3' }, x, y });
    layers[2]!.push({ dot, sign: pointSign(mark, shape, hollow), x, y, isPoint: true });
    if (dot.corrected) layers[3]!.push({ dot, sign: RING, x, y });
    if (arrow) {
      const offset = arrowOffset(dot);
      layers[4]!.push({ dot, sign: OUTSIDE[arrow], x, y: oneDigit(y + offset) });
      const second = dot.isDisputed ? OUTSIDE.flagged : dot.isCritical ? OUTSIDE[arrow] : undefined;
      if (second) layers[4]!.push({ dot, sign: second, x, y: oneDigit(y + offset + Math.sign(offset) * AGAIN) });
    }
    if (text) layers[5]!.push({ dot, sign: text, x: oneDigit(x + 9), y: oneDigit(y + 4) });
  }
  return layers.flat();
};
