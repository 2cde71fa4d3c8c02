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
  /** A click or tap that dragged nothing; what it is on was pointed at just before. */
  press: (at: Place) => void;
}

const isSideways = ({ deltaX, deltaY }: WheelEvent): boolean => Math.abs(deltaX) > Math.abs(deltaY);

/** Whether the page moved under a mouse that rests, while keys walk over a chart: the day that they chose stays. */
const isOnlyThePage = ({ movementX, movementY }: PointerEvent): boolean =>
  movementX === 0 && movementY === 0 && document.activeElement?.matches('[aria-roledescription="chart"]:focus-visible') === true;

/** Pixels before a press becomes a drag. */
const SLACK = 4;
/** Pixels that a finger may slide up or down while it taps. */
const TAP = 12;

interface Start {
  x: number;
  y: number;
  span: Span;
  /** Of two fingers: how far they are apart, and what lies between them. */
  gap: number;
  middle: { x: number; y: number };
  dragged: boolean;
  /** Whether the span moved with it. */
  moved: boolean;
}

/**
 * The wheel with Ctrl (or a pinch of the touch pad) and two fingers zoom; dragging with the mouse and a sideways wheel pan; one finger or
 * the bare pointer moves the focus line. The bare wheel, and fingers that go up or down, scroll the page: the span is saved, and must not
 * change because somebody reads on, nor the day that they look at.
 */
export const useGestures = (gestures: Gestures) => {
  const { element, width } = gestures;
  const fingers = useRef(new Map<number, { x: number; y: number }>());
  const start = useRef<Start | null>(null);

  const place = (event: { clientX: number; clientY: number }) => {
    const box = element.current?.getBoundingClientRect();
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) };
  };
  const { pan, zoom } = moves(width, gestures.folds, gestures.bounds);

  const pair = () => {
    const [a, b] = [...fingers.current.values()];
    return a && b ? { gap: Math.max(20, Math.abs(a.x - b.x)), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } } : null;
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
    const at = place(event);
    const two = pair();
    start.current = { ...at, span: gestures.span, gap: two?.gap ?? 0, middle: two?.middle ?? at, dragged: two !== null, moved: false };
  };

  const onPointerMove = (event: PointerEvent) => {
    const at = place(event);
    const finger = event.pointerType !== 'mouse';
    const begun = start.current;
    if (!fingers.current.has(event.pointerId) || !begun) return gestures.point({ ...at, finger });
    fingers.current.set(event.pointerId, at);
    const two = pair();
    if (two) {
      const by = two.middle.x - begun.middle.x;
      const sideways = Math.max(Math.abs(by), Math.abs(two.gap - begun.gap));
      if (!begun.moved && (sideways <= SLACK || sideways < Math.abs(two.middle.y - begun.middle.y))) return;
      if (!begun.moved) gestures.point(null);
      begun.moved = true;
      gestures.move(pan(zoom(begun.span, begun.gap / two.gap, begun.middle.x), -by));
    } else if (finger) {
      const by = Math.abs(at.x - begun.x);
      // what is left of two fingers points at nothing
      if (begun.moved) return;
      if (!begun.dragged && (by <= SLACK || by < Math.abs(at.y - begun.y))) return;
      begun.dragged = true;
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
    if (!known || !begun || begun.dragged) return;
    const at = { ...place(event), finger: event.pointerType !== 'mouse' };
    if (at.finger && Math.abs(at.y - begun.y) > TAP) return;
    if (at.finger) gestures.point(at);
    gestures.press(at);
  };

  const onPointerCancel = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    // the browser took the fingers to scroll with
    if (start.current?.moved) gestures.move(start.current.span);
    start.current = null;
  };

  const onPointerLeave = (event: PointerEvent) => {
    if (event.pointerType === 'mouse' && !start.current?.dragged && !isOnlyThePage(event)) gestures.point(null);
  };

  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave };
};
