import { wordAt } from './axis.ts';
import type { Dot, Scene } from './drawing.ts';
import styles from './drawing.module.css';
import { dayLabel } from './local-time.ts';

/** Half of what the day of the focus line takes on the axis, in pixels. */
export const DAY_LABEL = 38;

/** The focus line with its day, and a halo around the point that the pointer or the keys are on. */
export function Overlay({ scene, day, x, dot }: { scene: Scene; day: number | null; x: (time: number) => number; dot: Dot | undefined }) {
  const top = scene.panes[0]?.top ?? 0;
  const base = scene.panes.at(-1)?.bottom ?? 0;
  const at = dot?.x ?? (day === null ? null : x(day));
  const inside = at !== null && at >= scene.left && at <= scene.right;
  return (
    <svg className={styles.over} width={scene.width} height={scene.height} aria-hidden>
      {inside && day !== null && (
        <>
          <line
            data-focus-line
            stroke="var(--accent)"
            x1={at}
            x2={at}
            y1={scene.hasAxis ? top : 0}
            y2={scene.hasAxis ? base : scene.height}
          />
          {scene.hasAxis && <DayLabel day={day} at={at} from={scene.left} to={scene.right} y={base + 5} />}
        </>
      )}
      {dot && <circle data-halo fill="none" stroke="var(--accent)" strokeWidth={2} cx={dot.x} cy={dot.y} r={9} />}
    </svg>
  );
}

/** The focus line alone, where the chart has no axis of its own. */
export function FocusLine({ width, height, at, from, to }: { width: number; height: number; at: number | null; from: number; to: number }) {
  return (
    <svg className={styles.over} width={width} height={height} aria-hidden>
      {at !== null && at >= from && at <= to && <line data-focus-line stroke="var(--accent)" x1={at} x2={at} y1={0} y2={height} />}
    </svg>
  );
}

/** The day of the focus line, on the axis. */
export function DayLabel({ day, at, from, to, y }: { day: number; at: number; from: number; to: number; y: number }) {
  return (
    <g transform={`translate(${wordAt(at, DAY_LABEL, from, to).at},${y})`}>
      <rect fill="var(--accent)" x={-DAY_LABEL} width={2 * DAY_LABEL} height={18} rx={4} />
      <text fill="var(--on-accent)" fontWeight={600} y={13} textAnchor="middle">
        {dayLabel(day)}
      </text>
    </g>
  );
}
