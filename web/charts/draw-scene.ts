import type { Dot, Scene } from './drawing.ts';
import { arrowCorners, arrowOffset, openArrowPath, RANGE_CHANGE, symbolPath, vaguePath } from './marks.ts';
import { strokeLine } from './strokes.ts';

/** Symbols are drawn thousands of times: each path is made once. */
const paths = new Map<string, Path2D>();
const pathOf = (name: string, make: () => string): Path2D => {
  const known = paths.get(name);
  if (known) return known;
  const path = new Path2D(make());
  paths.set(name, path);
  return path;
};

/** From this many points on a canvas draws them: hundreds of SVG nodes that change with every frame make dragging slow. */
const MANY = 200;

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
  pen.globalAlpha = 1;
  pen.clearRect(0, 0, width, height);
  pen.scale(ratio, ratio);
  const ink: Ink = {
    pen,
    color,
    ratio,
    fade: (series) => {
      if (scene.focused !== null) pen.globalAlpha = scene.focused === series ? 1 : 0.3;
    },
  };
  for (const pane of scene.panes) {
    pen.save();
    pen.beginPath();
    pen.rect(scene.left, pane.top - 1, scene.right - scene.left, pane.bottom - pane.top + 2);
    pen.clip();
    for (const stroke of pane.strokes) {
      const { color: name, dash, width: thickness } = stroke.mark;
      ink.fade(stroke.series);
      pen.strokeStyle = color(name);
      pen.setLineDash(dash === '0' || pane.dense ? [] : dash.split(',').map(Number));
      strokeLine(pen, stroke.line, thickness, ratio);
    }
    pen.restore();
    drawDots(pane.dots, ink, canvas);
  }
};

interface Ink {
  pen: CanvasRenderingContext2D;
  color: (variable: string) => string;
  ratio: number;
  /** What is not in focus stands back. */
  fade: (series: string) => void;
}

/** Dashes of a date that is not known to the day, as in the style sheet. */
const VAGUE = [4, 3];

/** Kind after kind, so that the pen is set up once for each; words and arrows come last and are never hidden by a symbol. */
const drawDots = (dots: readonly Dot[], ink: Ink, canvas: HTMLCanvasElement): void => {
  const { pen, color, ratio, fade } = ink;
  pen.lineWidth = 1.5;
  const at = (x: number, y: number) => pen.setTransform(ratio, 0, 0, ratio, x * ratio, y * ratio);
  for (const dot of dots) {
    if (!dot.isRangeChanged) continue;
    fade(dot.series);
    at(dot.x, dot.y);
    pen.strokeStyle = color('var(--ink)');
    pen.stroke(pathOf('range', () => RANGE_CHANGE));
  }
  for (const dot of dots) {
    if (dot.vague === undefined) continue;
    fade(dot.series);
    at(dot.x, dot.y);
    pen.setLineDash(VAGUE);
    pen.strokeStyle = color(dot.mark.color);
    pen.stroke(new Path2D(vaguePath(dot.vague)));
    pen.setLineDash([]);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  for (const dot of dots) {
    if (dot.shape !== 'symbol') continue;
    fade(dot.series);
    stampSymbol(dot, ink);
  }
  for (const dot of dots) {
    if (dot.shape === 'symbol' && !dot.corrected && !dot.text) continue;
    fade(dot.series);
    at(dot.x, dot.y);
    if (dot.shape !== 'symbol') {
      pen.strokeStyle = color(dot.mark.color);
      pen.stroke(pathOf(dot.shape, () => openArrowPath(dot.shape === 'above' ? 'up' : 'down')));
    }
    if (dot.corrected) {
      pen.strokeStyle = color('var(--doubt)');
      pen.stroke(pathOf('ring', () => 'M-7,0A7,7 0 1,1 7,0A7,7 0 1,1 -7,0Z'));
    }
  }
  at(0, 0);
  drawArrows(dots, ink);
  if (!dots.some(({ text }) => text)) return;
  pen.font = getComputedStyle(canvas).font;
  pen.fillStyle = color('var(--ink)');
  for (const dot of dots) {
    if (!dot.text) continue;
    fade(dot.series);
    pen.fillText(dot.text, dot.x + 9, dot.y + 4);
  }
  pen.globalAlpha = 1;
};

/** All triangles are one path, or two where some stand back. */
const drawArrows = (dots: readonly Dot[], { pen, color, fade }: Ink): void => {
  const rows = new Map<number, Dot[]>();
  for (const dot of dots) {
    if (!dot.arrow) continue;
    fade(dot.series);
    const row = rows.get(pen.globalAlpha);
    if (row) row.push(dot);
    else rows.set(pen.globalAlpha, [dot]);
  }
  if (rows.size === 0) return;
  pen.fillStyle = color('var(--abnormal)');
  for (const [alpha, row] of rows) {
    pen.globalAlpha = alpha;
    pen.beginPath();
    for (const dot of row) {
      const y = dot.y + arrowOffset(dot);
      arrowCorners(dot.arrow ?? 'up').forEach(([dx, dy], corner) =>
        corner === 0 ? pen.moveTo(dot.x + dx, y + dy) : pen.lineTo(dot.x + dx, y + dy),
      );
      pen.closePath();
    }
    pen.fill();
  }
};

/** Half of the side of a stamp, in CSS pixels. */
const STAMP = 8;
const stamps = new Map<string, HTMLCanvasElement>();

/** A symbol is drawn once for each colour and then printed, on whole pixels of the device: filling its path each time costs more. */
const stampSymbol = ({ mark: { color: name, symbol }, hollow, x, y }: Dot, { pen, color, ratio }: Ink): void => {
  const key = `${symbol} ${hollow} ${color(name)} ${hollow ? color('var(--ground)') : ''} ${ratio}`;
  let print = stamps.get(key);
  if (!print) {
    print = document.createElement('canvas');
    print.width = print.height = Math.ceil(STAMP * 2 * ratio);
    const inner = print.getContext('2d');
    if (!inner) return;
    inner.scale(ratio, ratio);
    inner.translate(STAMP, STAMP);
    const path = new Path2D(symbolPath(symbol));
    inner.fillStyle = hollow ? color('var(--ground)') : color(name);
    inner.fill(path);
    inner.strokeStyle = color(name);
    inner.lineWidth = hollow ? 1.5 : 0.5;
    inner.stroke(path);
    stamps.set(key, print);
  }
  pen.drawImage(print, Math.round((x - STAMP) * ratio), Math.round((y - STAMP) * ratio));
};
