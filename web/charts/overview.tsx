import { scaleLinear } from 'd3';
import { isKey } from '#web/lib/keys.ts';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from 'react';
import { MARGIN } from './drawing.ts';
import shared from './drawing.module.css';
import styles from './overview.module.css';
import { DAY, dayLabel } from './local-time.ts';
import type { Span } from './series.ts';
import { type Timeframe, useShown } from './timeframe.ts';
import { useWidth } from './use-width.ts';

/** The events of one section. */
export interface Lane {
  label: string;
  times: readonly number[];
}

/** The strip is never folded: it shows how long everything took. */
const timeScale = ({ from, to }: Span, width: number) => scaleLinear([from, to], [MARGIN.left, width - MARGIN.right]);

const LANE = 7;
const TOP = 3;
/** Pixels beside an edge of the brush that still hold it, by a mouse and by a finger. */
const GRIP = { mouse: 9, finger: 22 };
/** Pixels before a finger outside of the brush draws it along: what goes up or down scrolls the page. */
const SLACK = 8;

/** What of the brush is held there. A narrow one keeps its middle third, so that it can still be moved. */
export const heldAt = (at: number, start: number, end: number, grip: number): 'start' | 'end' | 'body' | 'outside' => {
  const inner = Math.min(grip, (end - start) / 3);
  if (at < start - grip || at > end + grip) return 'outside';
  if (at <= start + inner) return 'start';
  return at >= end - inner ? 'end' : 'body';
};

/** From the first event to the last or today, whatever is shown included, with a little air. @param reach times that it has to hold too */
export const overviewSpan = (lanes: readonly Lane[], span: Span, today: number, reach: readonly number[] = []): Span => {
  let [from, to] = [Math.min(span.from, today), Math.max(span.to, today)];
  for (const times of [reach, ...lanes.map((lane) => lane.times)]) {
    for (const time of times) {
      if (time < from) from = time;
      if (time > to) to = time;
    }
  }
  const air = Math.max(7 * DAY, (to - from) / 100);
  return { from: from - air, to: to + air };
};

/** A tick per event, one for all that fall on the same pixel. */
export const tickPath = (times: readonly number[], x: (time: number) => number, y: number): string => {
  const columns = new Set(times.map((time) => Math.round(x(time))));
  return [...columns].map((column) => `M${column + 0.5},${y}v${LANE - 2}`).join('');
};

/** How far a key moves the start or the end. */
const STEPS = { spanEarlier: -1, spanLater: 1, spanFarEarlier: -10, spanFarLater: 10 } as const;

/** The whole record as a thin strip: a tick per event, a row per section, and the chosen span as a brush. */
export function Overview({ frame, lanes, reach }: { frame: Timeframe; lanes: readonly Lane[]; reach?: readonly number[] }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { span, settled, today, bounds } = useShown(frame);
  // it keeps still while the brush is dragged
  const whole = useMemo(() => overviewSpan(lanes, settled, today, reach), [lanes, settled, today, reach]);
  const held = useRef<{ part: ReturnType<typeof heldAt>; x: number; span: Span; before: Span } | null>(null);
  const height = TOP * 2 + Math.max(1, lanes.length) * LANE;
  const x = timeScale(whole, Math.max(100, width));
  const paths = useMemo(() => {
    const scale = timeScale(whole, Math.max(100, width));
    return lanes.map((lane, index) => ({ label: lane.label, d: tickPath(lane.times, scale, TOP + index * LANE + 1) }));
  }, [lanes, whole, width]);
  const [start, end] = [x(span.from), x(span.to)];

  const within = (next: Span): Span => {
    const [from, to] = [Math.max(bounds.from, next.from), Math.min(bounds.to, next.to)];
    return to - from < 7 * DAY ? span : { from, to };
  };
  const place = (event: PointerEvent) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse' && event.button !== 0) return;
    const at = place(event);
    event.currentTarget.setPointerCapture(event.pointerId);
    const isFinger = event.pointerType !== 'mouse';
    held.current = { part: heldAt(at, start, end, isFinger ? GRIP.finger : GRIP.mouse), x: at, span, before: span };
    // a finger may only be about to scroll
    if (!isFinger) bring();
  };
  /** Brings the brush to where it is held outside of it. */
  const bring = () => {
    const begun = held.current;
    if (begun?.part !== 'outside') return;
    const [middle, half] = [+x.invert(begun.x), (begun.span.to - begun.span.from) / 2];
    held.current = { ...begun, part: 'body', span: within({ from: middle - half, to: middle + half }) };
    frame.move(held.current.span);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (held.current?.part === 'outside' && Math.abs(place(event) - held.current.x) > SLACK) bring();
    const begun = held.current;
    if (!begun || begun.part === 'outside') return;
    const by = x.invert(place(event)) - x.invert(begun.x);
    const { from, to } = begun.span;
    frame.move(within({ from: begun.part === 'end' ? from : from + by, to: begun.part === 'start' ? to : to + by }));
  };
  const onKey = (part: 'start' | 'end') => (event: KeyboardEvent) => {
    const by = (Object.keys(STEPS) as (keyof typeof STEPS)[]).find((name) => isKey(event, name));
    if (by === undefined) return;
    event.preventDefault();
    const step = STEPS[by] * Math.max(DAY, (whole.to - whole.from) / 200);
    frame.move(within(part === 'start' ? { ...span, from: span.from + step } : { ...span, to: span.to + step }));
  };
  const grip = (part: 'start' | 'end') => (
    <div
      className={styles.grip}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a thumb of two on one track
      role="slider"
      tabIndex={0}
      aria-label={part === 'start' ? 'Start of the shown time' : 'End of the shown time'}
      aria-valuemin={whole.from}
      aria-valuemax={whole.to}
      aria-valuenow={part === 'start' ? span.from : span.to}
      aria-valuetext={dayLabel(part === 'start' ? span.from : span.to)}
      style={{ left: (part === 'start' ? start : end) - 3, height }}
      onKeyDown={onKey(part)}
    />
  );
  return (
    <div
      ref={box}
      className={styles.overview}
      data-overview
      style={{ height }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        bring();
        held.current = null;
      }}
      onPointerCancel={() => {
        // the browser took the finger to scroll with
        if (held.current) frame.move(held.current.before);
        held.current = null;
      }}
    >
      {width > 0 && (
        <>
          <svg className={shared.drawing} width={width} height={height} aria-hidden>
            <rect
              data-brush
              fill="var(--selected)"
              stroke="var(--accent)"
              x={start}
              y={0.5}
              width={Math.max(2, end - start)}
              height={height - 1}
            />
            {paths.map(({ label, d }) => (
              <path key={label} data-lane={label} stroke="var(--ink)" d={d} />
            ))}
            <line className={shared.today} x1={x(today)} x2={x(today)} y1={0} y2={height} />
          </svg>
          {grip('start')}
          {grip('end')}
        </>
      )}
    </div>
  );
}
