import type { Scene } from './drawing.ts';
import { arrowOffset, arrowPath, markOf, openArrowPath, symbolPath } from './marks.ts';

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
export const MANY = 2000;

export const pointsIn = (scene: Scene): number => scene.panes.reduce((sum, pane) => sum + pane.dots.length, 0);

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
  for (const pane of scene.panes) {
    pen.save();
    pen.beginPath();
    pen.rect(scene.left, pane.top - 1, scene.right - scene.left, pane.bottom - pane.top + 2);
    pen.clip();
    pen.lineWidth = 2;
    pen.lineJoin = 'round';
    for (const stroke of pane.strokes) {
      const mark = markOf(stroke.mark);
      fade(stroke.series);
      pen.strokeStyle = color(mark.color);
      pen.setLineDash(mark.dash === '0' ? [] : mark.dash.split(',').map(Number));
      pen.stroke(new Path2D(stroke.path));
    }
    pen.restore();
    for (const dot of pane.dots) {
      const mark = markOf(dot.mark);
      fade(dot.series);
      pen.save();
      pen.translate(dot.x, dot.y);
      pen.strokeStyle = color(mark.color);
      pen.lineWidth = 1.5;
      if (dot.shape === 'symbol') {
        const path = pathOf(mark.symbol, () => symbolPath(mark.symbol));
        pen.fillStyle = dot.hollow ? (ground ?? '') : color(mark.color);
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
        pen.font = getComputedStyle(canvas).font;
        pen.fillText(dot.text, 9, 4);
      }
      if (dot.arrow) {
        pen.translate(0, arrowOffset(dot));
        pen.fillStyle = abnormal ?? '';
        const { arrow } = dot;
        pen.fill(pathOf(arrow, () => arrowPath(arrow)));
      }
      pen.restore();
    }
  }
};
