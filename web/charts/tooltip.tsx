import { Button } from '@blueprintjs/core';
import { isKey } from '#web/lib/keys.ts';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { classes } from '#web/ui/table.tsx';
import chart from './surface.module.css';
import styles from './tooltip.module.css';

interface Props {
  /** Where it stands on the drawing. */
  dot: { x: number; y: number };
  width: number;
  /** Opened by a click or Enter: it takes the focus, its links can be used, Esc closes it. */
  pinned: boolean;
  onClose: () => void;
  children: ReactNode;
}

const WIDEST = 300;
/** What stands at the bottom of the window, the axis among it, in pixels. */
const FOOT = 36;
/** What stands at the top of the window: bar and banner. */
const ROOF = 108;
/** What a finger covers around the point. */
const FINGER = 28;
/** What a point's own chart is found by. */
const CHART = `.${chart.box}`;

/** What a point has to say, beside it and inside the chart. */
export function Tooltip({ dot, width, pinned, onClose, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!pinned) return;
    const before = document.activeElement;
    // the box, not its first button: the key that opened it is still down and would press that one
    box.current?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      // in a dialog that was opened from here it closes the dialog
      if (!isKey(event, 'chartLeave') || !box.current?.contains(document.activeElement)) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    // in another chart another point is looked at
    const onClick = ({ target }: MouseEvent) => {
      const chart = target instanceof Element && target.closest(CHART);
      if (chart && chart !== box.current?.closest(CHART)) close();
    };
    document.addEventListener('keydown', onKey, { capture: true });
    document.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKey, { capture: true });
      document.removeEventListener('click', onClick);
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [pinned]);

  // beside the point there is no room for it on a phone
  const isBelow = width < 2 * WIDEST;
  const right = dot.x + 16 + WIDEST > width && dot.x > width / 2;

  // what would go below the window goes up as far as its top; what stands below its point goes above it, and never over it
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    element.style.translate = '';
    const { top, bottom, height } = element.getBoundingClientRect();
    const over = Math.min(bottom + FOOT - window.innerHeight, top - 8);
    if (over <= 0) return;
    const up = isBelow ? height + 2 * FINGER : over;
    if (!isBelow || top - up > ROOF) element.style.translate = `0 ${-up}px`;
  });

  const side = isBelow
    ? { left: Math.max(8, Math.min(dot.x - WIDEST / 2, width - WIDEST - 8)) }
    : right
      ? { right: Math.min(width - dot.x + 14, Math.max(8, width - WIDEST)) }
      : { left: Math.min(dot.x + 14, Math.max(8, width - WIDEST)) };
  return (
    <div
      ref={box}
      tabIndex={-1}
      className={classes(styles.tooltip, pinned && styles.pinned)}
      role={pinned ? 'dialog' : 'tooltip'}
      aria-label="Result"
      style={{ top: isBelow ? dot.y + FINGER : Math.max(0, dot.y - 24), maxWidth: Math.min(WIDEST, width - 16), ...side }}
    >
      {children}
      {pinned && <Button className={styles.close} size="small" variant="minimal" icon={<Cross />} aria-label="Close" onClick={onClose} />}
    </div>
  );
}
