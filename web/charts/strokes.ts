import type { Polyline } from './polylines.ts';

const digit = (value: number): number => Math.round(value * 10) / 10;

/** A line as the path of an SVG, with one digit after the point. */
export const pathOf = (line: Polyline): string => {
  let path = '';
  let isOpen = false;
  for (let at = 0; at < line.length; at += 2) {
    const [x, y] = [line[at]!, line[at + 1]!];
    if (Number.isNaN(x)) {
      isOpen = false;
      continue;
    }
    path += `${isOpen ? 'L' : 'M'}${digit(x)},${digit(y)}`;
    isOpen = true;
  }
  return path;
};

/** Wider than this in pixels of the device, and a line is stroked as it is. */
const WIDEST = 6;

/**
 * Strokes a line on a canvas. Where no graphics card helps, a line of one pixel costs a tenth of any wider one: so a wider one is drawn as
 * several beside each other. Its corners are open by less than a pixel, which a symbol or the next pixel column covers.
 */
export const strokeLine = (pen: CanvasRenderingContext2D, line: Polyline, width: number, ratio: number): void => {
  const count = Math.max(1, Math.round(width * ratio));
  if (count > WIDEST) {
    pen.lineWidth = width;
    pen.lineJoin = 'round';
    pen.beginPath();
    trace(pen, line);
    pen.stroke();
    return;
  }
  pen.lineWidth = 1 / ratio;
  pen.beginPath();
  if (count === 1) trace(pen, line);
  else for (let hair = 0; hair < count; hair += 1) traceBeside(pen, line, (hair - (count - 1) / 2) / ratio);
  pen.stroke();
};

/** A line into the current path of a canvas. */
const trace = (pen: CanvasRenderingContext2D, line: Polyline): void => {
  let isOpen = false;
  for (let at = 0; at < line.length; at += 2) {
    const x = line[at]!;
    if (x !== x) isOpen = false;
    else if (isOpen) pen.lineTo(x, line[at + 1]!);
    else {
      pen.moveTo(x, line[at + 1]!);
      isOpen = true;
    }
  }
};

/** The same at some pixels to its side, each piece at a right angle to its direction. */
const traceBeside = (pen: CanvasRenderingContext2D, line: Polyline, by: number): void => {
  let isOpen = false;
  for (let at = 2; at < line.length; at += 2) {
    const [x, y] = [line[at - 2]!, line[at - 1]!];
    const [nextX, nextY] = [line[at]!, line[at + 1]!];
    if (x !== x || nextX !== nextX) {
      isOpen = false;
      continue;
    }
    const length = Math.hypot(nextX - x, nextY - y) || 1;
    const dx = (-(nextY - y) / length) * by;
    const dy = ((nextX - x) / length) * by;
    if (isOpen) pen.lineTo(x + dx, y + dy);
    else pen.moveTo(x + dx, y + dy);
    pen.lineTo(nextX + dx, nextY + dy);
    isOpen = true;
  }
};
