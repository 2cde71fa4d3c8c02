import type { ReactNode } from 'react';
import type { BarSeries } from '#web/charts/bars.ts';
import type { LegendItem } from './legend-actions.tsx';

/** One medication or disease with what its legend says. */
export interface BarEntry {
  series: Omit<BarSeries, 'mark' | 'style' | 'thickness'>;
  /** Of another clinic than the reader's own: its name. */
  organization?: string | undefined;
  detail?: string | undefined;
  /** It lasts: shown first. */
  active: boolean;
  unchecked: number;
  notes?: readonly string[] | undefined;
  /** What holds on a day, or now. */
  valueAt: (day: number | null) => { value: ReactNode };
  /** The longest of that on any day: the row has room for it. */
  room: string;
  /** The same in words, for screen readers; null where nothing holds. */
  sayAt: (day: number) => string | null;
  /** What its legend says on paper: what holds now, spans, what has to be known of it. */
  says: () => string[];
  item: LegendItem;
}
