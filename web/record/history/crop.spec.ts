import { cropAround } from './crop.ts';

const page = { width: 1700, height: 2200 };

it('shows the line around a region, enlarged', () => {
  const crop = cropAround({ left: 800, right: 860, top: 500, bottom: 515 }, page, 600);
  expect(crop.scale).toBe(2);
  expect(crop.left).toBeLessThan(800);
  expect(crop.left + crop.width).toBeGreaterThan(860);
  expect(crop.top).toBeLessThan(500);
  expect(crop.top + crop.height).toBeGreaterThan(515);
});

it('stays on the page at its edges', () => {
  const crop = cropAround({ left: 1650, right: 1700, top: 2190, bottom: 2200 }, page, 600);
  expect(crop.left + crop.width).toBeLessThanOrEqual(1700);
  expect(crop.top + crop.height).toBeLessThanOrEqual(2200);
});

it('makes a region that is wider than the strip fit into it', () => {
  const crop = cropAround({ left: 0, right: 1600, top: 500, bottom: 520 }, page, 900);
  expect(crop.width * crop.scale).toBeLessThanOrEqual(900);
  expect(crop.width).toBeGreaterThan(1600);
});
