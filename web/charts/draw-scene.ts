import type { Scene } from './drawing.ts';
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
const MANY = 2000;

/** Whether a scene is for a canvas. */
export const isForCanvas = (scene: Scene): boolean =>
  scene.panes.some((pane) => pane.dense) || scene.panes.reduce((sum, pane) => sum + pane.dots.length, 0) > MANY;

/**
 * Draws lines and points of a scene, the same marks as the SVG does. `color` resolves a CSS variable such as `var(--palette-3)`,
 * since a canvas knows none; `ratio` is the pixels of the device per CSS pixel.
 */
export const drawScene = (canvas: HTMLCanvasElement, scene: Scene, color: (variable: string) => string, ratio: number): void => {
  canvas.width = Math.round(scene.width * ratio);
  canvas.height = Math.round(scene.height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.scale(ratio, ratio);
  const [ground, abnormal, ring, ink] = ['var(--ground)', 'var(--abnormal)', 'var(--doubt)', 'var(--ink)'].map(color);
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
      const { color: name, symbol } = dot.mark;
      fade(dot.series);
      at(dot.x, dot.y);
      pen.strokeStyle = color(name);
      pen.lineWidth = 1.5;
      if (dot.shape === 'symbol') {
        const path = pathOf(symbol, () => symbolPath(symbol));
        pen.fillStyle = dot.hollow ? (ground ?? '') : color(name);
        pen.fill(path);
        if (dot.hollow) pen.stroke(path);
      } else {
        pen.stroke(pathOf(dot.shape, () => openArrowPath(dot.shape === 'above' ? 'up' : 'down')));
      }
      if (dot.corrected) {
        pen.strokeStyle = ring ?? '';
        pen.stroke(pathOf('ring', () => 'M-7,0A7,7 0 1,1 7,0A7,7 0 1,1 -7,0Z'));
      }
      if (dot.text) {
        pen.fillStyle = ink ?? '';
        pen.fillText(dot.text, 9, 4);
      }
      if (dot.arrow) {
        at(dot.x, dot.y + arrowOffset(dot));
        pen.fillStyle = abnormal ?? '';
        const { arrow } = dot;
        pen.fill(pathOf(arrow, () => arrowPath(arrow)));
      }
    }
    at(0, 0);
    pen.globalAlpha = 1;
  }
};
