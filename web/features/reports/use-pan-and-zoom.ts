import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** Widths of the canvas in widths of its pane. */
const STEPS = [1, 1.25, 1.5, 2, 3, 4] as const;
/** Pixels a pressed pointer moves before that is a drag and no click. */
const SLACK = 4;

interface Held {
  x: number;
  y: number;
  left: number;
  top: number;
  isDrag: boolean;
}

/** Zooming by steps around the pointer (with Ctrl and the wheel) or the middle, and moving by drag; fingers scroll and pinch by themselves. */
export const usePanAndZoom = (frame: RefObject<HTMLDivElement | null>) => {
  const [step, setStep] = useState(0);
  /** What stays in place while the zoom changes: a point of the pane, and of the canvas in parts of it. */
  const anchor = useRef<{ x: number; y: number; across: number; down: number } | undefined>(undefined);
  const held = useRef<Held | undefined>(undefined);

  const zoomTo = (next: number, at?: { x: number; y: number }) => {
    const pane = frame.current;
    const to = Math.min(STEPS.length - 1, Math.max(0, next));
    if (!pane || to === step) return;
    const { x, y } = at ?? { x: pane.clientWidth / 2, y: pane.clientHeight / 2 };
    anchor.current = { x, y, across: (pane.scrollLeft + x) / pane.scrollWidth, down: (pane.scrollTop + y) / pane.scrollHeight };
    setStep(to);
  };
  useLayoutEffect(() => {
    const [pane, still] = [frame.current, anchor.current];
    anchor.current = undefined;
    if (!pane || !still) return;
    pane.scrollTo({ left: still.across * pane.scrollWidth - still.x, top: still.down * pane.scrollHeight - still.y, behavior: 'instant' });
  }, [frame, step]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault(); // not the whole page
    const box = frame.current?.getBoundingClientRect();
    if (box) zoomTo(step + (event.deltaY < 0 ? 1 : -1), { x: event.clientX - box.left, y: event.clientY - box.top });
  });
  useEffect(() => {
    const pane = frame.current;
    if (!pane) return;
    const listener = (event: WheelEvent) => onWheel(event);
    pane.addEventListener('wheel', listener, { passive: false });
    return () => pane.removeEventListener('wheel', listener);
  }, [frame]);

  return {
    scale: STEPS[step] ?? 1,
    isWidest: step === STEPS.length - 1,
    zoomIn: () => zoomTo(step + 1),
    zoomOut: () => zoomTo(step - 1),
    fitWidth: () => zoomTo(0),
    drag: {
      onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
        const pane = frame.current;
        if (!pane || event.pointerType !== 'mouse' || event.button !== 0) return;
        held.current = { x: event.clientX, y: event.clientY, left: pane.scrollLeft, top: pane.scrollTop, isDrag: false };
      },
      onPointerMove: (event: PointerEvent<HTMLDivElement>) => {
        const [pane, from] = [frame.current, held.current];
        if (!pane || !from) return;
        const [x, y] = [event.clientX - from.x, event.clientY - from.y];
        if (!from.isDrag && Math.hypot(x, y) < SLACK) return;
        if (!from.isDrag) pane.setPointerCapture(event.pointerId);
        from.isDrag = true;
        pane.scrollTo({ left: from.left - x, top: from.top - y, behavior: 'instant' });
      },
      onPointerUp: () => {
        held.current = undefined;
      },
      onPointerCancel: () => {
        held.current = undefined;
      },
    },
  };
};
