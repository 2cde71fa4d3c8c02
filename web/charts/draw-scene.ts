import type { Dot, Scene } from './drawing.ts';
import { arrowOffset, arrowPath, openArrowPath, symbolPath } from './marks.ts';
import { trace } from './strokes.ts';

/** Symbols are drawn thousands of times: each path is made once. */
const paths = new Map<string, Path2D>();
const pathOf = (name: string, make: () => string): Path2D => {
  const known = paths.get(name);
  if (known) return known;
  const path = new Path2D(make());
  paths.set(name, path);
  return path;
};

/** From this many points on a canvas draws them: thousands of SVG nodes make dragging slow. */
const MANY = 500;

/** Whether a scene is for a canvas. */
export const isForCanvas = (scene: Scene): boolean =>
  scene.panes.some((pane) => pane.dense) || scene.panes.reduce((sum, pane) => sum + pane.dots.length, 0) > MANY;

/**
 * Draws lines and points of a scene, the same marks as the SVG does. `color` resolves a CSS variable such as `var(--palette-3)`,
 * since a canvas knows none; `ratio` is the pixels of the device per CSS pixel.
 */
export const drawScene = (canvas: HTMLCanvasElement, scene: Scene, color: (variable: string) => string, ratio: number): void => {
  const [width, height] = [Math.round(scene.width * ratio), Math.round(scene.height * ratio)];
  // setting the size makes new memory, also where it is the same
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  pen.scale(ratio, ratio);
  const fade = (series: string) => {
    pen.globalAlpha = scene.focused !== null && scene.focused !== series ? 0.3 : 1;
  };
  const at = (x: number, y: number) => pen.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
  for (const pane of scene.panes) {
    pen.save();
    pen.beginPath();
    pen.rect(scene.left, pane.top - 1, scene.right - scene.left, pane.bottom - pane.top + 2);
    pen.clip();
    // thousands of corners: a mitre or a round one cannot be seen and costs half of the time
    pen.lineJoin = pane.dense ? 'bevel' : 'round';
    for (const stroke of pane.strokes) {
      const { color: name, dash, width } = stroke.mark;
      fade(stroke.series);
      pen.strokeStyle = color(name);
      pen.lineWidth = width;
      pen.setLineDash(dash === '0' || pane.dense ? [] : dash.split(',').map(Number));
      pen.beginPath();
      trace(pen, stroke.line);
      pen.stroke();
    }
    pen.restore();
    pen.setLineDash([]);
    pen.font = getComputedStyle(canvas).font;
    for (const dot of pane.dots) {
      fade(dot.series);
      drawDot(pen, dot, { color, ratio, at });
    }
    at(0, 0);
    pen.globalAlpha = 1;
  }
};

interface Drawing {
  color: (variable: string) => string;
  ratio: number;
  /** Puts the origin at a place. */
  at: (x: number, y: number) => void;
}

const drawDot = (pen: CanvasRenderingContext2D, dot: Dot, { color, ratio, at }: Drawing): void => {
  const { color: name, symbol } = dot.mark;
  if (dot.shape === 'symbol') {
    stamp(pen, `${symbol} ${dot.hollow}`, color(name), ratio, dot.x, dot.y, (ink) => {
      const path = new Path2D(symbolPath(symbol));
      ink.fillStyle = dot.hollow ? color('var(--ground)') : color(name);
      ink.fill(path);
      ink.strokeStyle = color(name);
      ink.lineWidth = dot.hollow ? 1.5 : 0.5;
      ink.stroke(path);
    });
  } else {
    at(dot.x, dot.y);
    pen.strokeStyle = color(name);
    pen.lineWidth = 1.5;
    pen.stroke(pathOf(dot.shape, () => openArrowPath(dot.shape === 'above' ? 'up' : 'down')));
  }
  if (dot.corrected) {
    at(dot.x, dot.y);
    pen.strokeStyle = color('var(--doubt)');
    pen.lineWidth = 1.5;
    pen.stroke(pathOf('ring', () => 'M-7,0A7,7 0 1,1 7,0A7,7 0 1,1 -7,0Z'));
  }
  if (dot.text) {
    at(dot.x, dot.y);
    pen.fillStyle = color('var(--ink)');
    pen.fillText(dot.text, 9, 4);
  }
  if (dot.arrow) {
    const { arrow } = dot;
    stamp(pen, arrow, color('var(--abnormal)'), ratio, dot.x, dot.y + arrowOffset(dot), (ink) => {
      ink.fillStyle = color('var(--abnormal)');
      ink.fill(new Path2D(arrowPath(arrow)));
    });
  }
};

/** Half of the side of a stamp, in CSS pixels. */
const STAMP = 8;
const stamps = new Map<string, HTMLCanvasElement>();

/** A symbol is drawn once for each colour and then printed, on whole pixels of the device: ten times as fast as filling its path again. */
const stamp = (
  pen: CanvasRenderingContext2D,
  what: string,
  color: string,
  ratio: number,
  x: number,
  y: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): void => {
  const key = `${what} ${color} ${ratio}`;
  let print = stamps.get(key);
  if (!print) {
    print = document.createElement('canvas');
    print.width = print.height = Math.ceil(STAMP * 2 * ratio);
    const ink = print.getContext('2d');
    if (!ink) return;
    ink.scale(ratio, ratio);
    ink.translate(STAMP, STAMP);
    draw(ink);
    stamps.set(key, print);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(print, Math.round((x - STAMP) * ratio), Math.round((y - STAMP) * ratio));
};
