import { Button, ButtonGroup } from '@blueprintjs/core';
import { Refresh, ZoomIn, ZoomOut, ZoomToFit } from '@blueprintjs/icons';
import { useEffect, useRef, useState, type WheelEvent } from 'react';
import type { Region } from '#contracts/lab-values';
import { http } from '#web/lib/http.ts';
import { toast } from '#web/ui/toasts.tsx';
import type { Field } from './page-draft.ts';

/** A region of the page linked with an input of the form. */
export interface Mark {
  row: string;
  field: Field;
  region: Region;
  /** Yellow where the field is empty, green where it is filled; none for unit and ignored rows. */
  shade: 'empty' | 'filled' | 'none';
}

/** The page's image as an address of this tab; the second try asks for PNG by name, as the documents want. */
export const usePageImage = (pageId: string): { url?: string; failed: boolean } => {
  const [state, setState] = useState<{ page: string; url?: string; failed: boolean }>({ page: pageId, failed: false });
  useEffect(() => {
    const controller = new AbortController();
    let url: string | undefined;
    const ask = (query: string) => http.blob(`/api/files/page/${pageId}${query}`, { signal: controller.signal, quiet: true });
    ask('')
      .catch(() => ask('?extension=png'))
      .then(
        (blob) => {
          url = URL.createObjectURL(blob);
          setState({ page: pageId, url, failed: false });
        },
        () => {
          if (controller.signal.aborted) return;
          setState({ page: pageId, failed: true });
          toast.show("Sorry, but we couldn't find an image for this page", 'warning', { title: 'Error loading image' });
        },
      );
    return () => {
      controller.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [pageId]);
  return state.page === pageId ? state : { failed: false };
};

interface Props {
  url: string | undefined;
  width: number;
  height: number;
  marks: readonly Mark[];
  active: { row: string; field?: Field | undefined } | undefined;
  onHover: (mark: Mark | undefined) => void;
  onPick: (mark: Mark) => void;
}

const STEPS = [1, 1.25, 1.5, 2, 3, 4] as const;

/** The scanned page, letterboxed into a canvas of height = width / 0.71, with what was read marked on it. */
export function PageImage({ url, width, height, marks, active, onHover, onPick }: Props) {
  const [zoom, setZoom] = useState(0);
  const [turns, setTurns] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const scale = STEPS[zoom] ?? 1;
  const step = (by: number) => setZoom((now) => Math.min(STEPS.length - 1, Math.max(0, now + by)));
  const onWheel = (event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    step(event.deltaY < 0 ? 1 : -1);
  };

  // The image follows the form: what has focus is brought into view.
  useEffect(() => {
    if (active) frame.current?.querySelector('[data-active="field"]')?.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, [active?.row, active?.field, active]);

  return (
    <section className="page-image" aria-label="Scanned page">
      <ButtonGroup className="page-image-tools">
        <Button icon={<ZoomOut />} aria-label="Zoom out" disabled={zoom === 0} onClick={() => step(-1)} />
        <Button icon={<ZoomIn />} aria-label="Zoom in" disabled={zoom === STEPS.length - 1} onClick={() => step(1)} />
        <Button icon={<ZoomToFit />} text="Fit width" onClick={() => setZoom(0)} />
        <Button icon={<Refresh />} text="Rotate" onClick={() => setTurns((now) => (now + 1) % 4)} />
      </ButtonGroup>
      <div ref={frame} className="page-image-frame" onWheel={onWheel} tabIndex={0} role="region" aria-label="Page, scroll to move">
        <div className="page-canvas" style={{ width: `${scale * 100}%`, transform: turns === 0 ? undefined : `rotate(${turns * 90}deg)` }}>
          {url !== undefined && <img src={url} alt="The page as it was scanned" draggable={false} />}
          {width > 0 && (
            <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="xMidYMid meet" aria-hidden>
              {marks.map((mark) => {
                const isRow = active?.row === mark.row;
                return (
                  <rect
                    key={`${mark.row} ${mark.field}`}
                    className={`mark mark-${mark.shade} ${isRow ? 'is-row' : ''}`}
                    data-active={isRow && active?.field === mark.field ? 'field' : undefined}
                    x={mark.region.left - 4}
                    y={mark.region.top - 3}
                    width={mark.region.right - mark.region.left + 8}
                    height={mark.region.bottom - mark.region.top + 6}
                    rx={3}
                    onMouseEnter={() => onHover(mark)}
                    onMouseLeave={() => onHover(undefined)}
                    onClick={() => onPick(mark)}
                  />
                );
              })}
            </svg>
          )}
        </div>
      </div>
    </section>
  );
}

interface StripProps {
  url: string | undefined;
  page: { width: number; height: number };
  region: Region;
}

/** The strip of the page that a doubtful field was read from, enlarged, so that nobody searches the image. */
export function Strip({ url, page, region }: StripProps) {
  if (url === undefined || page.width === 0) return null;
  const margin = (region.bottom - region.top) * 0.35;
  const left = Math.max(0, region.left - margin);
  const top = Math.max(0, region.top - margin);
  const box = `${left} ${top} ${region.right - left + margin} ${region.bottom - top + margin}`;
  return (
    <svg className="strip" viewBox={box} preserveAspectRatio="xMinYMid meet" role="img" aria-label="What stands on the page">
      <image href={url} width={page.width} height={page.height} />
    </svg>
  );
}
