import type { Grey } from './pages.ts';

/** Side of the squares in which the paper's brightness is judged, in parts of the longest side. */
const SQUARE = 1 / 80;
/** The paper is the brighter part of a square: this share of its pixels is darker. */
const PAPER = 0.8;
/** A square darker than this share of the page's paper is not paper in shadow but a picture or a bar. */
const SHADOW = 0.35;

const percentile = (histogram: Uint32Array, share: number): number => {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (let level = 0; level < 256; level++) {
    seen += histogram[level] as number;
    if (seen >= share * total) return level;
  }
  return 255;
};

/** Brightness of the paper, one number a square, neighbours averaged. */
const paperOf = ({ data, width, height }: Grey, side: number, columns: number, rows: number): Float32Array => {
  const levels = new Float32Array(columns * rows);
  const whole = new Uint32Array(256);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const histogram = new Uint32Array(256);
      for (let y = row * side; y < Math.min(height, (row + 1) * side); y += 2) {
        for (let x = column * side; x < Math.min(width, (column + 1) * side); x += 2)
          (histogram[data[y * width + x] as number] as number)++;
      }
      levels[row * columns + column] = percentile(histogram, PAPER);
      histogram.forEach((count, level) => ((whole[level] as number) += count));
    }
  }
  const usual = percentile(whole, 0.7);
  const level = (row: number, column: number): number => {
    const own = levels[Math.min(rows - 1, Math.max(0, row)) * columns + Math.min(columns - 1, Math.max(0, column))] as number;
    return own < SHADOW * usual ? usual : own;
  };
  return levels.map((_, at) => {
    const [row, column] = [Math.floor(at / columns), at % columns];
    let sum = 0;
    for (let y = -1; y <= 1; y++) for (let x = -1; x <= 1; x++) sum += level(row + y, column + x);
    return Math.max(1, sum / 9);
  });
};

/** Evens out shadows, tinted paper and shaded table rows: every pixel is measured against the paper around it. */
export const evenLight = (picture: Grey): void => {
  const { data, width, height } = picture;
  const side = Math.max(8, Math.round(Math.max(width, height) * SQUARE));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const paper = paperOf(picture, side, columns, rows);
  for (let y = 0; y < height; y++) {
    const v = Math.min(rows - 1, Math.max(0, y / side - 0.5));
    const [row, below, dv] = [Math.floor(v), Math.min(rows - 1, Math.floor(v) + 1), v % 1];
    for (let x = 0; x < width; x++) {
      const u = Math.min(columns - 1, Math.max(0, x / side - 0.5));
      const column = Math.floor(u);
      const right = Math.min(columns - 1, column + 1);
      const du = u - column;
      const upper = (paper[row * columns + column] as number) * (1 - du) + (paper[row * columns + right] as number) * du;
      const lower = (paper[below * columns + column] as number) * (1 - du) + (paper[below * columns + right] as number) * du;
      const at = y * width + x;
      data[at] = Math.min(255, ((data[at] as number) * 255) / (upper * (1 - dv) + lower * dv));
    }
  }
};
