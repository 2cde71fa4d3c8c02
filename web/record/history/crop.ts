import type { Region } from '#contracts/observations/lab-values';

interface Size {
  width: number;
  height: number;
}

/** What part of a page a strip shows, in the page's pixels, and how much it is enlarged. */
export interface Crop {
  left: number;
  top: number;
  width: number;
  height: number;
  scale: number;
}

/** Height of a read line in the strip, in CSS pixels. */
const LINE = 30;

/** The strip around a region: the whole row to both sides as far as it fits, one and a half lines high, at most three times enlarged. */
export const cropAround = (region: Region, page: Size, widest: number): Crop => {
  const line = Math.max(4, region.bottom - region.top);
  const scale = Math.min(3, Math.max(0.5, Math.min(LINE / line, widest / Math.max(1, region.right - region.left + line * 2))));
  const width = Math.min(page.width, widest / scale);
  const height = Math.min(page.height, line * 2.2);
  const [middle, center] = [(region.left + region.right) / 2, (region.top + region.bottom) / 2];
  return {
    left: Math.max(0, Math.min(page.width - width, middle - width / 2)),
    top: Math.max(0, Math.min(page.height - height, center - height / 2)),
    width,
    height,
    scale,
  };
};
