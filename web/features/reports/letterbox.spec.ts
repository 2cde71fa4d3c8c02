import { ASPECT, letterbox } from './letterbox.ts';

/** What the canvas shows: its height is 1, its width 0.71. */
const shown = ({ width, height }: { width: number; height: number }) => ({ width: (width / 100) * ASPECT, height: height / 100 });

describe('a page in its canvas of height = width / 0.71', () => {
  it('fills the height where it is narrower, and the width where it is wider', () => {
    expect(letterbox({ width: 600, height: 1000 }, 0)).toEqual({ width: expect.closeTo(84.5, 1) as number, height: 100 });
    expect(letterbox({ width: 1000, height: 1000 }, 0)).toEqual({ width: 100, height: expect.closeTo(71, 5) as number });
  });

  it.each([0, 1, 2, 3] as const)('is never stretched and never cut, turned %d times', (turns) => {
    for (const page of [
      { width: 1654, height: 2339 },
      { width: 2339, height: 1654 },
      { width: 300, height: 3000 },
    ]) {
      const size = shown(letterbox(page, turns));
      expect(size.width / size.height).toBeCloseTo(page.width / page.height, 6);
      const [across, down] = turns % 2 === 0 ? [size.width, size.height] : [size.height, size.width];
      expect(across).toBeLessThanOrEqual(ASPECT + 1e-9);
      expect(down).toBeLessThanOrEqual(1 + 1e-9);
    }
  });

  it('is as large as the canvas while its size is not known', () => {
    expect(letterbox({ width: 0, height: 0 }, 1)).toEqual({ width: 100, height: 100 });
  });
});
