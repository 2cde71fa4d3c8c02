import { useMemo } from 'react';
import { axisTicks, clearOf, FIRST, foldsWithRoom, timeAxis, wordAt, wordsClearOf } from './axis.ts';
import styles from './drawing.module.css';
import { AxisFold } from './fold-marks.tsx';
import { DAY_LABEL, DayLabel } from './overlay.tsx';
import { Ticks } from './scene-svg.tsx';
import { type Timeframe, useDay, useShown } from './timeframe.ts';
import { useWidth } from './use-width.ts';

const HEIGHT = 28;
/** Where its line lies. */
const BASE = 0.5;
/** Half of what 'today' takes, in pixels, and how far it goes beyond the end of the axis. */
const TODAY = 17;
const BEYOND = 11;
/** From here on the ground lies under the words of the axis: the lowest number of the value axis beside it ends above. */
const BELOW_NUMBER = 6;

/** The axis below a chart, the same for all charts of a screen: quarters, years in bold, today, and the day of the focus line. */
export function TimeAxis({ frame }: { frame: Timeframe }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { span, today, folds } = useShown(frame);
  const day = useDay(frame);
  const axis = useMemo(() => timeAxis(span, width, folds), [span, width, folds]);
  const { x, left, right } = axis;
  const now = x(today);
  const shows = (place: number) => place >= left && place <= right;
  const isNowShown = shows(now);
  // today and the day of the focus line stand where a name of the axis would; the year gives way to the day alone, which says its own
  const words = useMemo(() => (isNowShown ? [wordAt(now, TODAY, FIRST, right + BEYOND)] : []), [isNowShown, now, right]);
  const ticks = useMemo(() => axisTicks(axis, words), [axis, words]);
  const label = day !== null && shows(x(day)) ? wordAt(x(day), DAY_LABEL, left, right) : undefined;
  const [nowWord] = wordsClearOf(words, label);
  const taken = [...words, ...(label ? [label] : [])];
  const named = clearOf(ticks, taken);
  const roomy = new Set(foldsWithRoom(axis, named, taken));
  return (
    <div ref={box} className={styles.axis} data-axis style={{ height: HEIGHT }}>
      {width > 0 && (
        <svg className={styles.drawing} width={width} height={HEIGHT} aria-hidden>
          {/* over the chart where the axis stays at the edge of the window, but not over the number that stands on its line */}
          <path fill="var(--ground)" d={`M${left},0H${width}V${HEIGHT}H0V${BELOW_NUMBER}H${left}Z`} />
          <line className={styles.frame} x1={left} x2={right} y1={BASE} y2={BASE} />
          <text x={2} y={BASE + 19}>
            Date
          </text>
          <Ticks ticks={named} base={BASE} words />
          {axis.folds
            .filter(({ opens, closes }) => opens && closes)
            .map((fold) => (
              <AxisFold key={fold.fold.from} mark={fold} base={BASE} named={roomy.has(fold)} />
            ))}
          {isNowShown && (
            <g transform={`translate(${now},${BASE})`}>
              <line stroke="var(--ink)" strokeWidth={1.5} y2={8} />
              {nowWord && (
                <text className={styles.words} x={nowWord.at - now} y={19} textAnchor="middle">
                  today
                </text>
              )}
            </g>
          )}
          {day !== null && shows(x(day)) && <DayLabel day={day} at={x(day)} from={left} to={right} y={6} />}
        </svg>
      )}
    </div>
  );
}
