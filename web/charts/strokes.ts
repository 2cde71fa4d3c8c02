import type { Polyline } from './columns.ts';

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

/** A line into the current path of a canvas. */
export const trace = (pen: CanvasRenderingContext2D, line: Polyline): void => {
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
