import type { ReactElement } from 'react';
import { clearOf, FIRST, wordAt } from '../axis.ts';
import { barScene } from '../bar-scene.ts';
import { BarSvg } from '../bar-svg.tsx';
import { densityNote } from '../density-note.ts';
import { MARGIN } from '../drawing.ts';
import styles from '../drawing.module.css';
import { scene } from '../scene.ts';
import { SceneSvg, Ticks } from '../scene-svg.tsx';
import type { Drawing } from './figure.ts';
import { barMarks, lineMarks, type MarkKey } from './marks-key.tsx';

/** A chart as vectors with an axis of its own, and what has to be said with it. */
export interface Drawn {
  height: number;
  /** An `svg` of the given width. */
  svg: ReactElement;
  marks: readonly MarkKey[];
  /** How it is read. */
  notes: readonly string[];
  /** What does not stand in it for want of room. */
  leftOut: readonly string[];
}

/** Pixels of the common axis. */
export const PANE = 300;
/** Pixels of the time axis below bars. */
export const AXIS = 26;
/** Half of what 'today' takes. */
const TODAY = 17;

/** Draws a chart for paper; the range of a series that stands alone is shaded. `id` keeps what it defines apart from other drawings. */
export const drawn = (drawing: Drawing, width: number, id: string): Drawn => {
  const { span, today, bounds } = drawing;
  if (drawing.kind === 'lines') {
    const { series, only } = drawing;
    const focused = series.length === 1 ? (series[0]?.id ?? null) : null;
    const lines = scene({ series, span, width, paneHeight: PANE, today, focused, only });
    const dense = densityNote(lines)?.replace(' Zoom in to see each.', '');
    const isCut = lines.panes.some(({ kind, dots }) => kind === 'text' && dots.some(({ text }) => !text || text.endsWith('…')));
    return {
      height: lines.height,
      svg: <SceneSvg scene={lines} id={id} />,
      marks: lineMarks(lines),
      notes: [],
      leftOut: [...(dense ? [dense] : []), ...(isCut ? ['Words of text results where there was no room'] : [])],
    };
  }
  const bars = barScene({ series: drawing.series, span, bounds, width, today });
  const base = bars.height - MARGIN.plain;
  const height = base + AXIS;
  // today stands where a name of the axis would
  const words = bars.today === null ? [] : [wordAt(bars.today, TODAY, FIRST, width - 1)];
  const named = clearOf(bars.ticks, words);
  const doses = drawing.series.some(({ kind }) => kind === 'dose');
  return {
    height,
    svg: (
      <svg className={styles.drawing} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        <BarSvg scene={bars} id={id} />
        <Ticks ticks={named} base={base} words />
        <text x={2} y={base + 19}>
          Date
        </text>
        {words.map(({ at }) => (
          <text key={at} x={at} y={base + 19} textAnchor="middle">
            today
          </text>
        ))}
      </svg>
    ),
    marks: barMarks(bars),
    notes: doses ? ['Height of a bar: average daily dosage as a share of the highest of its row'] : [],
    leftOut: [],
  };
};
