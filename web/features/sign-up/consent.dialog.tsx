import { Button, Dialog, DialogFooter } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { Failed, Loading } from '#web/ui/faces.tsx';
import { useReturnFocus } from '#web/ui/use-return-focus.ts';
import { useConsentPage } from './use-consent-page.ts';
import styles from './consent.module.css';
import glyphs from '#web/ui/glyphs.module.css';

const PAGES = 2;
/** Of a page on the screen, in CSS pixels. */
const [WIDTH, HEIGHT] = [562, 792];
const TITLE = 'HIPAA compliance form and sharing information';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** The form that a person agrees to, page by page. */
export function ConsentDialog({ isOpen, onClose }: Props) {
  useReturnFocus(undefined, isOpen);
  return (
    <Dialog isOpen={isOpen} shouldReturnFocusOnClose={false} onClose={onClose} className={styles.dialog} title={TITLE}>
      <Pages />
    </Dialog>
  );
}

function Pages() {
  const [page, setPage] = useState(1);
  const { data, error, isLoading, mutate } = useConsentPage(page);
  return (
    <>
      {/* can be scrolled by keys */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className={styles.page} aria-label="The form" tabIndex={0}>
        {isLoading && <Loading label="Reading the form" rows={12} />}
        {!data && !isLoading && <Failed what="form" error={error} onRetry={() => void mutate()} />}
        {data && <Sheet key={page} image={data.image} label={`Page ${page} of ${PAGES}`} words={data.words} />}
      </section>
      <DialogFooter
        actions={
          <>
            <Button text="Previous page" disabled={error !== undefined || page === 1} onClick={() => setPage(page - 1)} />
            <Button text="Next page" disabled={error !== undefined || page === PAGES} onClick={() => setPage(page + 1)} />
          </>
        }
      >
        <span aria-live="polite">
          Page {page} of {PAGES}
        </span>
      </DialogFooter>
    </>
  );
}

/** A page as it was stored, drawn as sharp as the screen is; its words are for who does not see it. */
function Sheet({ image, label, words }: { image: Blob; label: string; words: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(image);
    const picture = new Image();
    picture.onload = () => canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, canvas.current.width, canvas.current.height);
    picture.src = address;
    return () => {
      picture.onload = null;
      URL.revokeObjectURL(address);
    };
  }, [image]);
  const density = Math.max(1, Math.round(devicePixelRatio));
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={label} className={styles.canvas} width={WIDTH * density} height={HEIGHT * density} />
      <p className={glyphs.spoken}>{words}</p>
    </>
  );
}
