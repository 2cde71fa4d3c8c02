interface Size {
  width: number;
  height: number;
}

/** The canvas is as wide as its pane and height = width / 0.71. */
export const ASPECT = 0.71;

/** Quarter turns to the right. */
export type Turns = 0 | 1 | 2 | 3;

/**
 * A page turned and letterboxed into the canvas, never stretched: its size before the turn, in percent of the canvas.
 * @param page pixels; without any the page is as large as the canvas
 */
export const letterbox = ({ width, height }: Size, turns: Turns): Size => {
  if (width <= 0 || height <= 0) return { width: 100, height: 100 };
  const [across, down] = turns % 2 === 0 ? [width, height] : [height, width];
  const fit = Math.min(ASPECT / across, 1 / down);
  return { width: ((width * fit) / ASPECT) * 100, height: height * fit * 100 };
};
