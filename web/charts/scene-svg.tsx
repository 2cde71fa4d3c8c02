import { memo, type SVGProps } from 'react';
import { showNumber } from '#web/lib/numbers.ts';
import { classes } from '#web/ui/table.tsx';
import { nameAt } from './axis.ts';
import { FoldMarks } from './fold-marks.tsx';
import type { Pane, Scene } from './drawing.ts';
import styles from './drawing.module.css';
import { opacityOf, placed, RANGE, type Sign } from './signs.ts';
import { pathOf } from './strokes.ts';

/**
 * Draws a scene. With `plain` the points and lines are left out: a canvas beneath draws them where there are thousands.
 * Colours come from CSS variables only, so that theme and print are a matter of the style sheet.
 */
export const SceneSvg = memo(function SceneSvg({ scene, id, plain = false }: { scene: Scene; id: string; plain?: boolean }) {
  return (
    <svg className={styles.drawing} width={scene.width} height={scene.height} viewBox={`0 0 ${scene.width} ${scene.height}`} aria-hidden>
      {scene.panes.map((pane) => (
        <PaneSvg key={pane.id} pane={pane} scene={scene} clip={`${id}-${pane.id.replace(/[^\w]/g, '_')}`} plain={plain} />
      ))}
      <TimeLine scene={scene} />
    </svg>
  );
});

function PaneSvg({ pane, scene, clip, plain }: { pane: Pane; scene: Scene; clip: string; plain: boolean }) {
  const { left, right, focused, today, hasAxis, panes } = scene;
  return (
    <g data-pane={pane.kind}>
      <clipPath id={clip}>
        <rect x={left} y={pane.top - 1} width={Math.max(0, right - left)} height={pane.bottom - pane.top + 2} />
      </clipPath>
      {pane.title && (
        <text fill="var(--ink)" x={left} y={pane.top - 7 - (pane.isNoteBeside ? 0 : (pane.notes ?? []).length * 16)}>
          {pane.title}
          {(pane.notes ?? []).map((note, index) => (
            <tspan
              key={note}
              {...(index < (pane.titleGoesOn ?? 0) ? {} : { fill: 'currentColor' })}
              {...(pane.isNoteBeside ? { dx: 8 } : { x: left, dy: 16 })}
            >
              {note}
            </tspan>
          ))}
        </text>
      )}
      {pane.measure && (
        <text x={MEASURE} y={pane.top - 12}>
          {pane.measure}
        </text>
      )}
      <g clipPath={`url(#${clip})`}>
        {pane.bands.map((band) => (
          <g key={band.area} data-band>
            <path fill="var(--band)" d={band.area} />
            <path fill="none" stroke="var(--band-edge)" d={band.edges} />
          </g>
        ))}
      </g>
      <line className={styles.frame} x1={left} x2={left} y1={pane.top} y2={pane.bottom} />
      {pane.axis.map((tick) => (
        <g key={tick.label} className={styles.tick}>
          <line x1={left - 4} x2={left} y1={tick.y} y2={tick.y} />
          <text x={left - 8} y={tick.y + 4} textAnchor="end">
            {tick.label}
            {tick.power !== undefined && (
              <tspan fontSize={9} dy={-4}>
                {showNumber(String(tick.power))}
              </tspan>
            )}
          </text>
        </g>
      ))}
      {pane.references.map((line) => (
        <line key={line.kind} {...REFERENCES[line.kind]} stroke="currentColor" x1={left} x2={right} y1={line.y} y2={line.y} />
      ))}
      <References pane={pane} left={left} right={right} />
      <FoldMarks folds={scene.folds} top={pane.top} bottom={pane.bottom} />
      {/* behind the points: what was measured today is not struck through */}
      {today !== null && (
        <>
          <Today x={today} top={pane.top} base={pane.bottom} words={hasAxis && pane === panes[0]} />
          {pane.dots
            .filter(({ isRangeChanged, x }) => isRangeChanged && Math.abs(x - today) < 4)
            .map(({ series, id, x, y }) => (
              <SignSvg key={`${series} ${id}`} sign={RANGE_HALO} transform={`translate(${x},${y})`} />
            ))}
        </>
      )}
      {!plain && (
        <>
          <g clipPath={`url(#${clip})`}>
            {pane.strokes.map(({ series, line, mark }) => (
              <path
                key={series}
                data-line={series}
                d={pathOf(line)}
                fill="none"
                stroke={mark.color}
                strokeWidth={mark.width}
                strokeDasharray={mark.dash}
                strokeLinejoin="round"
                {...fade(focused, series)}
              />
            ))}
          </g>
          {placed(pane.dots).map(({ dot: { series, id }, sign, x, y, isPoint }, index) =>
            typeof sign === 'string' ? (
              <text key={index} className={styles.words} x={x} y={y} {...fade(focused, series)}>
                {sign}
              </text>
            ) : (
              <SignSvg
                key={index}
                sign={sign}
                transform={`translate(${x},${y})`}
                {...(isPoint ? { 'data-point': id } : {})}
                {...fade(focused, series)}
              />
            ),
          )}
        </>
      )}
    </g>
  );
}

const LETTER = 6.4;
const RANGE_CHANGED = 'range changed';
/** The ground around a changed range, where the line of today runs. */
const RANGE_HALO: Sign = { ...RANGE, stroke: 'var(--ground)', width: 5 };
/** Where the words above a y axis begin: over its numbers. */
const MEASURE = 8;

/** How a reference line and its words are drawn. */
const REFERENCES = { limit: { color: 'var(--reference)', strokeWidth: 1.5 }, zero: {} } as const;

/** What the reference lines mean, above the pane, where no point can hide it. */
function References({ pane, left, right }: { pane: Pane; left: number; right: number }) {
  const first = pane.measure ? Math.max(left, MEASURE + pane.measure.length * LETTER + 16) : left;
  const after = (lines: Pane['references']) => lines.reduce((sum, { label }) => sum + label.length * LETTER + 56, first);
  const end = after(pane.references);
  // the legend says the same where there is no room
  const isChanged = end + RANGE_CHANGED.length * LETTER < right && pane.dots.some((dot) => dot.isRangeChanged);
  return (
    <>
      {pane.references.map((line, index) => (
        <g key={line.kind} {...REFERENCES[line.kind]} transform={`translate(${after(pane.references.slice(0, index))},${pane.top - 12})`}>
          <line stroke="currentColor" x2={20} y1={-4} y2={-4} />
          <text x={26}>{line.label}</text>
        </g>
      ))}
      {pane.kind === 'common' && isChanged && (
        <g transform={`translate(${end},${pane.top - 12})`}>
          <SignSvg sign={RANGE} transform="translate(0,-4) scale(0.4)" />
          <text x={10}>{RANGE_CHANGED}</text>
        </g>
      )}
    </>
  );
}

/** Only what stands back says so. */
export const fade = (focused: string | null, series: string): { opacity?: number } => {
  const opacity = opacityOf(focused, series);
  return opacity === 1 ? {} : { opacity };
};

/** A sign around 0,0 of its group, or where `transform` puts it. */
export function SignSvg({ sign: { d, fill = 'none', stroke, width, dash }, ...rest }: { sign: Sign } & SVGProps<SVGPathElement>) {
  return <path d={d} fill={fill} stroke={stroke} strokeWidth={width} strokeDasharray={dash} {...rest} />;
}

/** The bottom of the chart with its time axis. Charts that share an axis keep the marks, the words stand on the axis. */
function TimeLine({ scene }: { scene: Scene }) {
  const base = scene.panes.at(-1)?.bottom ?? 0;
  return (
    <g>
      <line className={styles.frame} x1={scene.left} x2={scene.right} y1={base} y2={base} />
      {scene.hasAxis && (
        <text x={2} y={base + 19}>
          Date
        </text>
      )}
      <Ticks ticks={scene.ticks} base={base} words={scene.hasAxis} />
    </g>
  );
}

export function Ticks({ ticks, base, words }: { ticks: Scene['ticks']; base: number; words: boolean }) {
  return ticks.map((tick) => (
    <g key={tick.time} className={classes(styles.tick, tick.kind === 'year' && styles.year)} transform={`translate(${tick.x},${base})`}>
      {tick.kind !== 'name' && <line y2={tick.kind === 'year' ? 7 : 4} />}
      {words && tick.label && (
        <text y={19} {...(nameAt(tick) > tick.x ? { x: Math.round(nameAt(tick) - tick.x) } : {})} textAnchor="middle">
          {tick.label}
        </text>
      )}
    </g>
  ));
}

/** Today is a hairline; where there is an axis it is labelled. */
export function Today({ x, top, base, words }: { x: number; top: number; base: number; words: boolean }) {
  return (
    <g>
      <line className={styles.today} x1={x} x2={x} y1={top} y2={base} />
      {words && (
        <text className={styles.mutedWords} x={x - 4} y={top + 10} textAnchor="end">
          today
        </text>
      )}
    </g>
  );
}
