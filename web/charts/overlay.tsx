import type { Dot, Scene } from './drawing.ts';
import { dayLabel } from './local-time.ts';

const LABEL = 76;

/** The focus line with its day, and a halo around the point that the pointer or the keys are on. */
export function Overlay({ scene, day, x, dot }: { scene: Scene; day: number | null; x: (time: number) => number; dot: Dot | undefined }) {
  const top = scene.panes[0]?.top ?? 0;
  const base = scene.panes.at(-1)?.bottom ?? 0;
  const at = dot?.x ?? (day === null ? null : x(day));
  const inside = at !== null && at >= scene.left && at <= scene.right;
  return (
    <svg className="chart-overlay" width={scene.width} height={scene.height} aria-hidden>
      {inside && day !== null && (
        <>
          <line className="chart-focus" x1={at} x2={at} y1={top} y2={base} />
          <g transform={`translate(${Math.min(Math.max(at, scene.left + LABEL / 2), scene.right - LABEL / 2)},${base})`}>
            <rect className="chart-focus-day" x={-LABEL / 2} y={5} width={LABEL} height={18} rx={4} />
            <text className="chart-focus-text" y={18} textAnchor="middle">
              {dayLabel(day)}
            </text>
          </g>
        </>
      )}
      {dot && <circle className="chart-halo" cx={dot.x} cy={dot.y} r={9} />}
    </svg>
  );
}
