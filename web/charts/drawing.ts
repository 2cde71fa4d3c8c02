import type { ChartSeries, Span } from './series.ts';
import type { TimeTick } from './time-ticks.ts';

/** Pixels around the panes and between them. */
export const MARGIN = { left: 44, right: 14, top: 26, bottom: 26, between: 14 };

/** A point as it stands on the drawing, in pixels. */
export interface Dot {
  /** Id of the result. */
  id: string;
  series: string;
  mark: number;
  x: number;
  y: number;
  /** Open arrows stand for '<' and '>': the true value is somewhere below or above. */
  shape: 'symbol' | 'below' | 'above';
  /** Read, not checked. */
  hollow: boolean;
  corrected: boolean;
  /** Outside its own range. */
  arrow: 'up' | 'down' | null;
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
  /** Why the values are raw: beside the title, or in lines below it where there is no room. */
  notes?: string[];
  isNoteBeside?: boolean;
  axis: { y: number; label: string }[];
  /** 'limit' is the upper limit of normal, 'zero' the lower one of relative series. */
  references: { kind: 'limit' | 'zero'; y: number; label: string }[];
  strokes: { series: string; mark: number; path: string }[];
  /** The range of the focused series. */
  bands: { area: string; edges: string }[];
  dots: Dot[];
}

/** Everything that is drawn, computed without a DOM. */
export interface Scene {
  width: number;
  height: number;
  left: number;
  right: number;
  panes: Pane[];
  ticks: (TimeTick & { x: number })[];
  today: number | null;
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
}
