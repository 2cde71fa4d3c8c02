import type { FoldMark } from './empty-time.ts';
import type { Polyline } from './polylines.ts';
import type { Mark } from './marks.ts';
import type { ChartSeries, Span } from './series.ts';
import type { TimeTick } from './time-ticks.ts';

/** Pixels around the panes and between them. */
export const MARGIN = { left: 44, right: 14, top: 26, bottom: 26, plain: 8, between: 14 };

/** A point as it stands on the drawing, in pixels. */
export interface Dot {
  /** Id of the result. */
  id: string;
  series: string;
  mark: Mark;
  x: number;
  y: number;
  /** Open arrows stand for '<' and '>': the true value is somewhere below or above. */
  shape: 'symbol' | 'below' | 'above';
  /** Read, not checked. */
  hollow: boolean;
  corrected: boolean;
  /** Its series has another range from here on. */
  isRangeChanged?: true;
  /** Outside its own range, or flagged high or low without one; 'flagged' as abnormal, without a direction. */
  arrow: 'up' | 'down' | 'flagged' | null;
  /** By the laboratory's own flag. */
  isCritical?: true;
  /** The laboratory's flag names the opposite direction. */
  isDisputed?: true;
  /** Pixels to the right that its date may mean as well: only a year or a month was said. */
  vague?: number;
  /** Words beside the point, in the lane of text results. */
  text?: string;
}

/** A strip of the chart with a y axis of its own. */
export interface Pane {
  kind: 'common' | 'raw' | 'text';
  id: string;
  top: number;
  bottom: number;
  /** Series and unit above an axis of raw values. */
  title?: string;
  /** What the common axis measures, above it. */
  measure?: string;
  /** Why the values are raw: beside the title, or in lines below it where there is no room. */
  notes?: string[];
  /** So many of the notes go on with the title. */
  titleGoesOn?: number;
  isNoteBeside?: boolean;
  /** A label that ends in '×10' is raised to `power`. */
  axis: { y: number; label: string; power?: number }[];
  /** 'limit' is the upper limit of normal, 'zero' the lower one of relative series. */
  references: { kind: 'limit' | 'zero'; y: number; label: string }[];
  strokes: { series: string; mark: Mark; line: Polyline }[];
  /** The range of the focused series, and lower limits that have no upper one. */
  bands: { area: string; edges: string }[];
  dots: Dot[];
  /** Too many points for a symbol each. */
  dense?: Dense;
}

/** Points that stand closer than symbols: lines keep every extreme, symbols are left to what is out of the ordinary. */
export interface Dense {
  /** What stands behind the drawing. */
  points: number;
  outOfRange: number;
  /** Flagged, unchecked, corrected and open values, and first ones of another range, that have no symbol of their own. */
  unmarked: number;
  /** The point nearest to a place, as if it were drawn. */
  nearest: (x: number, y: number, reach: number) => Dot | null;
  /** A point wherever it is. */
  locate: (series: string, id: string) => Dot | undefined;
}

/** Everything that is drawn, computed without a DOM. */
export interface Scene {
  width: number;
  height: number;
  left: number;
  right: number;
  panes: Pane[];
  ticks: (TimeTick & { x: number })[];
  /** Where empty time is folded. */
  folds: readonly FoldMark[];
  today: number | null;
  /** Whether the chart has a time axis of its own. */
  hasAxis: boolean;
  /** The focused series stands out. */
  focused: string | null;
}

export interface SceneInput {
  series: readonly ChartSeries[];
  span: Span;
  /** The span whose values set the y axis, so that it keeps still while the chart is dragged. Default: `span`. */
  settled?: Span;
  width: number;
  /** Of the common pane; the others have their own. */
  paneHeight: number;
  today: number;
  focused?: string | null;
  /** Empty time that is folded, oldest first. Default: none. */
  folds?: readonly Span[];
  /** Left out where several charts share one axis. Default: drawn. */
  axis?: boolean;
  /** Only these of its panes, by id. Default: all. */
  only?: ReadonlySet<string> | undefined;
}
