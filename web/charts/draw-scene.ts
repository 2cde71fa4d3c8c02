import type { Scene } from './drawing.ts';
import { opacityOf, placed, type Sign } from './signs.ts';
import { strokeLine } from './strokes.ts';

/** From this many points on a canvas draws them: hundreds of SVG nodes that change with every frame make dragging slow. */
const MANY = 200;

/** Whether a scene is for a canvas. */
export const isForCanvas = (scene: Scene): boolean =>
  scene.panes.some((pane) => pane.dense) || scene.panes.reduce((sum, pane) => sum + pane.dots.length, 0) > MANY;

/** Resolves a CSS variable such as `var(--palette-3)`: a canvas knows none. */
type Color = (variable: string) => string;

/** Draws lines and points of a scene, as the SVG does. `ratio` is the pixels of the device per CSS pixel. */
export const drawScene = (canvas: HTMLCanvasElement, scene: Scene, color: Color, ratio: number): void => {
  const [width, height] = [Math.round(scene.width * ratio), Math.round(scene.height * ratio)];
  // setting the size makes new memory, also where it is the same
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, width, height);
  for (const { strokes, dots, top, bottom } of scene.panes) {
    pen.save();
    pen.scale(ratio, ratio);
    pen.beginPath();
    pen.rect(scene.left, top - 1, scene.right - scene.left, bottom - top + 2);
    pen.clip();
    for (const { series, mark, line } of strokes) {
      pen.globalAlpha = opacityOf(scene.focused, series);
      pen.strokeStyle = color(mark.color);
      pen.setLineDash(dashesOf(mark.dash));
      strokeLine(pen, line, mark.width, ratio);
    }
    pen.restore();
    for (const { dot, sign, x, y } of placed(dots)) {
      pen.globalAlpha = opacityOf(scene.focused, dot.series);
      if (typeof sign !== 'string' && sign.reach !== undefined) {
        const print = stampOf(sign, sign.reach, color, ratio);
        // on whole pixels of the device
        pen.drawImage(print, Math.round((x - sign.reach) * ratio), Math.round((y - sign.reach) * ratio));
        continue;
      }
      pen.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
      if (typeof sign === 'string') drawWords(pen, sign, color);
      else drawSign(pen, sign, color);
      pen.setTransform(1, 0, 0, 1, 0, 0);
    }
  }
};

const dashesOf = (dash: string): number[] => (dash === '0' ? [] : dash.split(/[ ,]+/).map(Number));

const drawSign = (pen: CanvasRenderingContext2D, { d, fill, stroke, width = 1, dash = '0' }: Sign, color: Color): void => {
  const path = new Path2D(d);
  if (fill !== undefined) {
    pen.fillStyle = color(fill);
    pen.fill(path);
  }
  if (stroke !== undefined) {
    pen.strokeStyle = color(stroke);
    pen.lineWidth = width;
    pen.setLineDash(dashesOf(dash));
    pen.stroke(path);
  }
};

/** Words, with an edge that keeps them apart from what they stand on. */
const drawWords = (pen: CanvasRenderingContext2D, words: string, color: Color): void => {
  pen.font = getComputedStyle(pen.canvas).font;
  pen.strokeStyle = color('var(--ground)');
  pen.lineWidth = 3;
  pen.lineJoin = 'round';
  pen.setLineDash([]);
  pen.strokeText(words, 0, 0);
  pen.fillStyle = color('var(--ink)');
  pen.fillText(words, 0, 0);
};

const stamps = new Map<Sign, HTMLCanvasElement>();
let stampsOf = '';

/** A sign is drawn once in a theme and then printed: drawing thousands of paths costs more. */
const stampOf = (sign: Sign, reach: number, color: Color, ratio: number): HTMLCanvasElement => {
  const theme = `${ratio} ${color('var(--ink)')} ${color('var(--ground)')}`;
  if (theme !== stampsOf) stamps.clear();
  stampsOf = theme;
  const known = stamps.get(sign);
  if (known) return known;
  const print = document.createElement('canvas');
  print.width = print.height = Math.ceil(reach * 2 * ratio);
  const pen = print.getContext('2d');
  pen?.setTransform(ratio, 0, 0, ratio, reach * ratio, reach * ratio);
  if (pen) drawSign(pen, sign, color);
  stamps.set(sign, print);
  return print;
};
