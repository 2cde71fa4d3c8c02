import { Button, ButtonGroup } from '@blueprintjs/core';
import { Refresh, ZoomIn, ZoomOut, ZoomToFit } from '@blueprintjs/icons';
import { useEffect, useRef, useState } from 'react';
import { Failed } from '#web/ui/faces.tsx';
import { letterbox, type Turns } from './letterbox.ts';
import { isSame, type Mark, type Place } from './marks.ts';
import type { Image } from './use-page-image.ts';
import { usePanAndZoom } from './use-pan-and-zoom.ts';
import styles from './page.module.css';

interface Props {
  image: Image;
  /** Pixels of the page; zero where it was not read. */
  width: number;
  height: number;
  marks: readonly Mark[];
  /** What is highlighted: under the pointer, or with focus. */
  active: Place | undefined;
  /** What has focus: the image follows it. */
  focused: Place | undefined;
  onHover?: (mark: Mark | undefined) => void;
  /** Where the page is only looked at, there is nothing to pick. */
  onPick?: (mark: Mark) => void;
}

/** Brings an element into the middle of its pane, and moves nothing else; what is in view already stays where it is. */
const bringIntoView = (pane: HTMLElement, element: Element): void => {
  const [outer, inner] = [pane.getBoundingClientRect(), element.getBoundingClientRect()];
  const margin = 24;
  const isIn =
    inner.top >= outer.top + margin && inner.bottom <= outer.bottom - margin && inner.left >= outer.left && inner.right <= outer.right;
  if (isIn) return;
  pane.scrollBy({
    top: (inner.top + inner.bottom) / 2 - (outer.top + outer.bottom) / 2,
    left: (inner.left + inner.right) / 2 - (outer.left + outer.right) / 2,
    behavior: 'instant',
  });
};

/** The scanned page, letterboxed into a canvas of height = width / 0.71, with what was read marked on it. */
export function PageImage({ image: { url, problem, retry }, width, height, marks, active, focused, onHover, onPick }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const [turns, setTurns] = useState<Turns>(0);
  const [natural, setNatural] = useState({ width: 0, height: 0 });
  const { scale, isWidest, zoomIn, zoomOut, fitWidth, drag } = usePanAndZoom(frame);
  const size = width > 0 ? { width, height } : natural;
  const sheet = letterbox(size, turns);
  const isFailed = problem !== undefined && problem.status !== 404;

  const focusedName = focused && `${focused.row} ${focused.field ?? ''}`;
  useEffect(() => {
    const pane = frame.current;
    if (!pane || focusedName === undefined) return;
    const mark = pane.querySelector(`[data-mark="${CSS.escape(focusedName)}"]`) ?? pane.querySelector('[data-active]');
    if (mark) bringIntoView(pane, mark);
  }, [focusedName, scale, turns]);

  return (
    <section className={styles.image} aria-label="Scanned page">
      <ButtonGroup className={styles.tools}>
        <Button icon={<ZoomOut />} aria-label="Zoom out" title="Zoom out" disabled={scale === 1} onClick={zoomOut} />
        <Button icon={<ZoomIn />} aria-label="Zoom in" title="Zoom in (Ctrl and the wheel)" disabled={isWidest} onClick={zoomIn} />
        <Button icon={<ZoomToFit />} text="Fit width" onClick={fitWidth} />
        <Button icon={<Refresh />} text="Rotate" onClick={() => setTurns((now) => ((now + 1) % 4) as Turns)} />
      </ButtonGroup>
      {/* scrolls by arrow keys, as every pane that scrolls must */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={frame} className={styles.frame} tabIndex={0} role="region" aria-label="Page, scroll or drag to move" {...drag}>
        {problem?.status === 404 && <p>Sorry, but we couldn&apos;t find an image for this page</p>}
        {isFailed && <Failed what="page image" error={problem} onRetry={retry} />}
        <div className={styles.canvas} hidden={isFailed} style={{ width: `${scale * 100}%` }}>
          <div className={styles.sheet} style={{ width: `${sheet.width}%`, height: `${sheet.height}%`, rotate: `${turns * 90}deg` }}>
            {url !== undefined && (
              <img
                src={url}
                alt="The page as it was scanned"
                draggable={false}
                onLoad={({ currentTarget: image }) => setNatural({ width: image.naturalWidth, height: image.naturalHeight })}
              />
            )}
            {width > 0 && (
              <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
                {marks.map((mark) => {
                  const isRow = active?.row === mark.row;
                  return (
                    <rect
                      key={`${mark.row} ${mark.field}`}
                      className={styles.mark}
                      data-shade={mark.shade}
                      data-mark={`${mark.row} ${mark.field}`}
                      data-active={isSame(active, mark) ? 'field' : isRow ? 'row' : undefined}
                      x={mark.region.left - 4}
                      y={mark.region.top - 3}
                      width={mark.region.right - mark.region.left + 8}
                      height={mark.region.bottom - mark.region.top + 6}
                      rx={3}
                      onMouseEnter={() => onHover?.(mark)}
                      onMouseLeave={() => onHover?.(undefined)}
                      onClick={() => onPick?.(mark)}
                    />
                  );
                })}
              </svg>
            )}
          </div>
        </div>
      </div>
    </section>
  );
}
