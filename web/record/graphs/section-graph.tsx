import { Button, Drawer } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIsPhone } from '#web/lib/phone.ts';
import titles from '#web/ui/page-title.module.css';
import styles from './section-graph.module.css';

interface Props {
  /** Of the section, in the title of the sheet. */
  title: string;
  legend: ReactNode;
  /** 'Legend: 8 of 12 series', on the button that opens it on a phone. */
  summary: string;
  /** Somebody was led to a row of the legend. */
  isSought: boolean;
  chart: ReactNode;
}

/** Legend beside its chart, three columns of twelve; on a phone a sheet from below. */
export function SectionGraph({ title, legend, summary, isSought, chart }: Props) {
  const isPhone = useIsPhone();
  if (isPhone) return <SheetGraph title={title} legend={legend} summary={summary} isSought={isSought} chart={chart} />;
  return (
    <div className={styles.graph} data-graph>
      {legend}
      <div>{chart}</div>
    </div>
  );
}

/** Closes the sheet that is open: they all lie in the same place, and the one of another section must not be read for this one's. */
let closeOther: (() => void) | undefined;

function SheetGraph({ title, legend, summary, isSought, chart }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const drawing = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const heading = useId();
  const leave = () => {
    setIsOpen(false);
    opener.current?.focus({ preventScroll: true });
  };
  const [wasSought, setWasSought] = useState(false);
  if (isSought !== wasSought) {
    setWasSought(isSought);
    if (isSought) setIsOpen(true);
  }
  useEffect(() => {
    if (!isOpen) return;
    const close = () => setIsOpen(false);
    closeOther?.();
    closeOther = close;
    return () => {
      if (closeOther === close) closeOther = undefined;
    };
  }, [isOpen]);
  return (
    <div className={styles.graph} data-graph>
      <div ref={drawing}>{chart}</div>
      <Button ref={opener} className={styles.open} text={summary} onClick={() => setIsOpen(true)} />
      <Drawer
        isOpen={isOpen}
        onClose={leave}
        // one that makes room for another would take the page back to its own chart
        shouldReturnFocusOnClose={false}
        // above the sheet stands what it is the legend of; before it lay there, the last chart of the page could not be brought up
        onOpening={() => drawing.current?.scrollIntoView({ block: 'start' })}
        position="bottom"
        size="46%"
        hasBackdrop={false}
        enforceFocus={false}
        canOutsideClickClose={false}
      >
        <section className={styles.sheet} aria-labelledby={heading}>
          {/* Blueprint's own title is a heading of the fourth level, which follows none of the third */}
          <div className={titles.drawer}>
            <h2 id={heading}>Legend of {title.toLowerCase()}</h2>
            <Button variant="minimal" icon={<Cross />} aria-label="Close" onClick={leave} />
          </div>
          {legend}
        </section>
      </Drawer>
    </div>
  );
}
