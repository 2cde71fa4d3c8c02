/** The eight symbols of points; triangles are kept for values outside their range. */
export const symbols = ['circle', 'square', 'diamond', 'plus', 'cross', 'star', 'pentagon', 'hexagon'] as const;
export type MarkSymbol = (typeof symbols)[number];

/** How many colours the palette has; they are the CSS variables `--palette-1` to `--palette-19`. */
export const PALETTE = 19;

/** How a series is told apart: never by colour alone. */
export interface Mark {
  color: string;
  symbol: MarkSymbol;
  /** `stroke-dasharray`, one of the documents' styles. */
  dash: string;
  /** Of the line, in pixels. */
  width: number;
}

/** A person's choices: number of a colour in the palette, dash, width in pixels. */
export interface MarkStyle {
  color?: number | undefined;
  dash?: string | undefined;
  width?: number | undefined;
}

/** Of a line, in pixels. */
const WIDTH = 2;

const DASHES = ['0', '5, 5', '1, 1', '10, 10', '5, 10'];

/** Marks of one colour: one for each dash. */
const TURNS = DASHES.length;

/**
 * Which symbol and dash a colour has at each turn. Marks of one colour differ in both. The first 38 marks are told apart by symbol and dash
 * alone.
 */
const shapeOf = (color: number, turn: number): [symbol: number, dash: number] => {
  const first: [number, number] = [color % symbols.length, Math.floor(color / symbols.length)];
  if (turn === 0) return first;
  const second: [number, number] = color < 3 ? [color + 3, 2] : color < 16 ? [(color + 1) % symbols.length, 3 + first[1]] : [color - 15, 3];
  if (turn === 1) return second;
  const left = DASHES.map((_, dash) => dash).filter((dash) => dash !== first[1] && dash !== second[1]);
  return [(color + 2 + turn) % symbols.length, left[turn - 2]!];
};

/** Colour, symbol and dash of a number from 1: each colour of the palette in turn, then again with another symbol and dash. */
export const markOf = (number: number): Mark => {
  const index = Math.max(0, Math.floor(number) - 1);
  const [symbol, dash] = shapeOf(index % PALETTE, Math.floor(index / PALETTE) % TURNS);
  return {
    color: paletteColor((index % PALETTE) + 1),
    symbol: symbols[symbol] ?? 'circle',
    dash: DASHES[dash] ?? '0',
    width: WIDTH,
  };
};

/** The number of the colour that a mark has by default. */
export const colorOf = (number: number): number => (Math.max(0, Math.floor(number) - 1) % PALETTE) + 1;

/** The colour of a number as CSS: the theme says which it is. */
export const paletteColor = (color: number): string => `var(--palette-${color})`;

/** How a series is drawn: its mark with what a person chose. */
export const lookOf = ({ mark, style = {} }: { mark: number; style?: MarkStyle | undefined }): Mark => {
  const usual = markOf(mark);
  return {
    ...usual,
    ...(style.color === undefined ? {} : { color: paletteColor(style.color) }),
    ...(style.dash === undefined ? {} : { dash: style.dash }),
    ...(style.width === undefined ? {} : { width: style.width }),
  };
};

const polygon = (corners: [number, number][]): string => `M${corners.map(([x, y]) => `${round(x)},${round(y)}`).join('L')}Z`;

const round = (value: number): number => Math.round(value * 100) / 100;

/** Corners of a regular polygon, the first at the top; with an inner radius, of a star. */
const regular = (corners: number, radius: number, inner?: number): [number, number][] => {
  const count = inner === undefined ? corners : corners * 2;
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2;
    const reach = inner !== undefined && index % 2 === 1 ? inner : radius;
    return [Math.cos(angle) * reach, Math.sin(angle) * reach];
  });
};

const arms = (long: number, half: number, turned: boolean): [number, number][] => {
  const upright: [number, number][] = [
    [-half, -long],
    [half, -long],
    [half, -half],
    [long, -half],
    [long, half],
    [half, half],
    [half, long],
    [-half, long],
    [-half, half],
    [-long, half],
    [-long, -half],
    [-half, -half],
  ];
  const turn = Math.SQRT1_2;
  return turned ? upright.map(([x, y]) => [(x - y) * turn, (x + y) * turn]) : upright;
};

const symbolPaths = new Map<string, string>();

/** SVG path of a symbol around 0,0; all cover about the same area as a circle of this radius. */
export const symbolPath = (symbol: MarkSymbol, radius = 3.5): string => {
  const key = `${symbol} ${radius}`;
  const known = symbolPaths.get(key);
  if (known !== undefined) return known;
  const path = makeSymbol(symbol, radius);
  symbolPaths.set(key, path);
  return path;
};

const makeSymbol = (symbol: MarkSymbol, r: number): string => {
  switch (symbol) {
    case 'circle':
      return `M${-r},0A${r},${r} 0 1,1 ${r},0A${r},${r} 0 1,1 ${-r},0Z`;
    case 'square':
      return polygon([
        [-r * 0.89, -r * 0.89],
        [r * 0.89, -r * 0.89],
        [r * 0.89, r * 0.89],
        [-r * 0.89, r * 0.89],
      ]);
    case 'diamond':
      return polygon(regular(4, r * 1.3));
    case 'plus':
      return polygon(arms(r * 1.3, r * 0.42, false));
    case 'cross':
      return polygon(arms(r * 1.3, r * 0.42, true));
    case 'star':
      return polygon(regular(5, r * 1.55, r * 0.66));
    case 'pentagon':
      return polygon(regular(5, r * 1.16));
    case 'hexagon':
      return polygon(regular(6, r * 1.1));
  }
};

const ARROW = 3.5;
const arrow = (up: 1 | -1): string =>
  polygon([
    [0, -up * ARROW],
    [ARROW, up * ARROW * 0.8],
    [-ARROW, up * ARROW * 0.8],
  ]);

/** The filled triangles over or under a point: outside its own range. */
export const ARROWS = { up: arrow(1), down: arrow(-1) };

/** An exclamation mark over a point: abnormal by its laboratory's flag, which gives no direction or another than its range. */
export const FLAGGED = 'M-1.3,-4.5H1.3L0.8,1H-0.8ZM-1.1,2.2H1.1V4.4H-1.1Z';

/** Pixels from a sign to the second one of a critical result. */
export const AGAIN = 8;

/** Open arrow in place of a symbol: the value lies somewhere below ('<') or above ('>') the bar. */
export const openArrowPath = (direction: 'up' | 'down', size = 4): string => {
  const tip = direction === 'up' ? -2.5 * size : 2.5 * size;
  const barb = direction === 'up' ? tip + size : tip - size;
  return `M${-size},0L${size},0M0,0L0,${tip}M${round(-size * 0.75)},${barb}L0,${tip}L${round(size * 0.75)},${barb}`;
};

/** From a point over the time that its date may mean as well, with a bar at its end. */
export const vaguePath = (length: number): string => `M0,0H${length}M${length},-4V4`;

/** A broken line above and below a point, with a flag at each end that no line of the axis has: from here on its series has another range. */
export const RANGE_CHANGE = 'M6,-22H0V-18M0,-16V-12M0,-10V-6M0,6V10M0,12V16M0,18V22H-6';

/** Pixels down from a point to its triangle or exclamation mark: clear of a ring, and beyond the tip of an open arrow. */
export const arrowOffset = (dot: {
  arrow: 'up' | 'down' | 'flagged' | null;
  shape: 'symbol' | 'below' | 'above';
  corrected: boolean;
}): number => {
  const along = dot.arrow !== 'down' ? dot.shape === 'above' : dot.shape === 'below';
  const distance = (dot.corrected ? 13 : 10) + (along ? 6 : 0);
  return dot.arrow === 'down' ? distance : -distance;
};
