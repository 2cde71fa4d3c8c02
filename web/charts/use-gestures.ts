import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { moves } from './axis.ts';
import type { Span } from './series.ts';

/** Where the pointer or a finger is on the drawing, in pixels. */
export interface Place {
  x: number;
  y: number;
  finger: boolean;
}

interface Gestures {
  element: RefObject<HTMLElement | null>;
  span: Span;
  bounds: Span;
  folds: readonly Span[];
  width: number;
  move: (span: Span) => void;
  /** The pointer or a finger is here; null when it left. */
  point: (at: Place | null) => void;
  /** A click or tap that dragged nothing. */
  press: (at: Place) => void;
}

const isSideways = ({ deltaX, deltaY }: WheelEvent): boolean => Math.abs(deltaX) > Math.abs(deltaY);

/** Pixels before a press becomes a drag. */
const SLACK = 4;

/**
 * The wheel with Ctrl (or a pinch of the touch pad) and two fingers zoom; dragging with the mouse and a sideways wheel pan; one finger or
 * the bare pointer moves the focus line. The bare wheel scrolls the page: the span is saved, and must not change because somebody reads on.
 */
export const useGestures = (gestures: Gestures) => {
  const { element, width } = gestures;
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef<{ x: number; span: Span; gap: number; middle: number; dragged: boolean } | null>(null);

  const place = (event: { clientX: number; clientY: number }) => {
    const box = element.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const { pan, zoom } = moves(width, gestures.folds, gestures.bounds);

  const pair = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? { gap: Math.max(20, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 } : null;
  };

  const wheel = useEffectEvent((event: WheelEvent) => {
    const { span, move } = gestures;
    const { x } = place(event);
    const next = isSideways(event) ? pan(span, event.deltaX) : zoom(span, Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004), x);
    // at the end of the reach the page scrolls again
    if (Math.abs(next.from - span.from) < 1000 && Math.abs(next.to - span.to) < 1000) return;
    event.preventDefault();
    move(next);
  });

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey || isSideways(event)) wheel(event);
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [element]);

  const onPointerDown = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    fingers.current.set(event.pointerId, place(event));
    const two = pair();
    start.current = { x: place(event).x, span: gestures.span, gap: two?.gap ?? 0, middle: two?.middle ?? 0, dragged: two !== null };
    if (event.pointerType !== 'mouse') gestures.point(two ? null : { ...place(event), finger: true });
  };

  const onPointerMove = (event: PointerEvent) => {
    const at = place(event);
    const finger = event.pointerType !== 'mouse';
    const begun = start.current;
    if (!fingers.current.has(event.pointerId) || !begun) return gestures.point({ ...at, finger });
    fingers.current.set(event.pointerId, at);
    const two = pair();
    if (two) {
      const closer = zoom(begun.span, begun.gap / two.gap, begun.middle);
      gestures.move(pan(closer, begun.middle - two.middle));
    } else if (finger) {
      if (Math.abs(at.x - begun.x) > SLACK) begun.dragged = true;
      gestures.point({ ...at, finger });
    } else if (begun.dragged || Math.abs(at.x - begun.x) > SLACK) {
      if (!begun.dragged) (event.currentTarget as Element).setPointerCapture(event.pointerId);
      begun.dragged = true;
      gestures.point(null);
      gestures.move(pan(begun.span, begun.x - at.x));
    }
  };

  const onPointerUp = (event: PointerEvent) => {
    const begun = start.current;
    const known = fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    start.current = null;
    if (known && begun && !begun.dragged) gestures.press({ ...place(event), finger: event.pointerType !== 'mouse' });
  };

  const onPointerCancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    start.current = null;
  };

  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !start.current?.dragged) gestures.point(null);
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
};
