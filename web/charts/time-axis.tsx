import { useMemo } from 'react';
import { MARGIN } from './drawing.ts';
import { DayLabel } from './overlay.tsx';
import { timeScale } from './scene.ts';
import { Ticks } from './scene-svg.tsx';
import { timeTicks } from './time-ticks.ts';
import { type Timeframe, useDay, useShown } from './timeframe.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 28;

/** The axis that all charts of a screen share: quarters, years in bold, today, and the day of the focus line. */
export function TimeAxis({ frame, at }: { frame: Timeframe; at: 'top' | 'bottom' }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { span, today } = useShown(frame);
  const day = useDay(frame);
  const [left, right] = [MARGIN.left, width - MARGIN.right];
  const x = timeScale(span, width);
  const ticks = useMemo(() => {
    const scale = timeScale(span, width);
    return timeTicks(span, width - MARGIN.left - MARGIN.right).map((tick) => ({ ...tick, x: Math.round(scale(tick.time) * 10) / 10 }));
  }, [span, width]);
  const isTop = at === 'top';
  const base = isTop ? HEIGHT - 1 : 0.5;
  const now = x(today);
  const shows = (place: number) => place >= left && place <= right;
  return (
    <div ref={box} className={`time-axis is-${at}`} style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg className="chart-svg" width={width} height={HEIGHT} aria-hidden>
          <line className="chart-frame" x1={left} x2={right} y1={base} y2={base} />
          <Ticks ticks={ticks} base={base} words up={isTop} />
          {shows(now) && (
            <g className="axis-today" transform={`translate(${now},${base})`}>
              <line y2={isTop ? -10 : 10} />
              <text x={now > width / 2 ? -5 : 5} y={isTop ? -14 : 24} textAnchor={now > width / 2 ? 'end' : 'start'}>
                today
              </text>
            </g>
          )}
          {day !== null && shows(x(day)) && <DayLabel day={day} at={x(day)} from={left} to={right} y={isTop ? 2 : 6} />}
        </svg>
      )}
    </div>
  );
}
