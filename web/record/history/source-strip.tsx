import { useEffect, useRef } from 'react';
import type { Region } from '#contracts/observations/lab-values';
import { useWidth } from '#web/charts/use-width.ts';
import { cropAround } from './crop.ts';
import glyphs from '#web/ui/glyphs.module.css';
import styles from './source-strip.module.css';

interface Props {
  bitmap: ImageBitmap;
  region: Region;
  /** What was read there. */
  name: string;
}

/** The strip of a page image that a value was read from, enlarged, the region underlined. */
export function SourceStrip({ bitmap, region, name }: Props) {
  const [frame, width] = useWidth<HTMLElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const crop = cropAround(region, bitmap, Math.max(120, width));
  useEffect(() => {
    const element = canvas.current;
    if (!element || width === 0) return;
    const ratio = window.devicePixelRatio || 1;
    element.width = Math.round(crop.width * crop.scale * ratio);
    element.height = Math.round(crop.height * crop.scale * ratio);
    const pen = element.getContext('2d');
    if (!pen) return;
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(bitmap, crop.left, crop.top, crop.width, crop.height, 0, 0, element.width, element.height);
    const scale = crop.scale * ratio;
    pen.strokeStyle = getComputedStyle(element).getPropertyValue('--reference');
    pen.lineWidth = 2 * ratio;
    pen.strokeRect(
      (region.left - crop.left - 3) * scale,
      (region.top - crop.top - 3) * scale,
      (region.right - region.left + 6) * scale,
      (region.bottom - region.top + 6) * scale,
    );
  }, [bitmap, region, crop.left, crop.top, crop.width, crop.height, crop.scale, width]);
  return (
    <figure ref={frame} className={styles.strip}>
      <canvas ref={canvas} aria-hidden style={{ width: crop.width * crop.scale, height: crop.height * crop.scale }} />
      <figcaption className={glyphs.spoken}>The page where {name} was read</figcaption>
    </figure>
  );
}
