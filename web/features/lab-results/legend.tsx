import { Button, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen, Search } from '@blueprintjs/icons';
import { memo, useState } from 'react';
import { fold } from '#contracts/folding';
import type { LabPoint, LabSeries } from '#contracts/lab-results';
import type { ChartSeries } from '#web/charts/series.ts';
import { LineSample, Sparkline } from '#web/charts/sparkline.tsx';
import { showDate } from '#web/lib/dates.ts';
import { showCount } from '#web/lib/numbers.ts';
import { useSession } from '#web/lib/session.tsx';
import { Unit, Value } from './value.tsx';

export interface LegendEntry {
  series: LabSeries;
  chart: ChartSeries;
  visible: boolean;
  /** The last checked value, or the one at or before the day of the focus line. */
  value: LabPoint | null;
}

interface Props {
  entries: readonly LegendEntry[];
  hidden: number;
  hiddenAbnormal: number;
  day: number | null;
  focused: string | null;
  onFocused: (series: string | null) => void;
  onToggle: (series: string, visible: boolean) => void;
  onShowAll: () => void;
}

/** The series of the chart: filter, A-Z sort, and per series its last value or the one at the focus line. */
export function Legend({ entries, hidden, hiddenAbnormal, day, focused, onFocused, onToggle, onShowAll }: Props) {
  const { user } = useSession();
  const [filter, setFilter] = useState('');
  const [sorted, setSorted] = useState(false);
  const wanted = fold(filter);
  const found = entries.filter(({ series }) => fold(series.name).includes(wanted));
  const rows = [...found].sort((a, b) =>
    sorted ? a.series.name.localeCompare(b.series.name) : Number(b.visible) - Number(a.visible) || a.chart.mark - b.chart.mark,
  );
  const sharesName = (name: string) => entries.filter(({ series }) => series.name === name).length > 1;
  return (
    <div className="lab-legend">
      <div className="legend-tools">
        <InputGroup
          size="small"
          leftElement={<Search className="legend-search" />}
          placeholder="Filter parameters"
          aria-label="Filter parameters"
          value={filter}
          onValueChange={setFilter}
        />
        <Button size="small" variant="minimal" text="A-Z" active={sorted} aria-pressed={sorted} onClick={() => setSorted(!sorted)} />
      </div>
      {hidden > 0 && (
        <div className="legend-hidden">
          <span>
            {showCount(hidden, 'series', 'series')} hidden
            {hiddenAbnormal > 0 && <span className="abnormal">, {hiddenAbnormal} abnormal</span>}
          </span>
          <Button size="small" variant="minimal" text="Show all" onClick={onShowAll} />
        </div>
      )}
      <ul className="legend-rows">
        {rows.map((entry) => (
          <LegendRow
            key={entry.chart.id}
            {...entry}
            isForeign={entry.series.organization_id !== user.organization_id}
            isNamedByUnit={sharesName(entry.series.name)}
            isAtDay={day !== null}
            isFocused={focused === entry.chart.id}
            onFocused={onFocused}
            onToggle={onToggle}
          />
        ))}
      </ul>
      {rows.length === 0 && (
        <p className="muted">No parameter of this name. {showCount(entries.length, 'parameter')} without the filter.</p>
      )}
    </div>
  );
}

interface RowProps extends LegendEntry, Pick<Props, 'onFocused' | 'onToggle'> {
  /** Another series has the same name: only the unit tells them apart. */
  isNamedByUnit: boolean;
  /** Of another clinic than the reader's own: its name is said. */
  isForeign: boolean;
  isAtDay: boolean;
  isFocused: boolean;
}

const LegendRow = memo(LegendRowContent);

function LegendRowContent({ series, chart, visible, value, isNamedByUnit, isForeign, isAtDay, isFocused, onFocused, onToggle }: RowProps) {
  const focus = () => onFocused(visible ? chart.id : null);
  const notes = [
    series.axis === 'raw' ? 'no range: raw values below' : series.meaning_of_one,
    ...series.scale_changes.slice(-1).map((change) => `scale changed ${showDate(change.at)}`),
  ].filter((note) => note !== null);
  return (
    <li
      className={`legend-row${isFocused ? ' is-focused' : ''}${visible ? '' : ' is-hidden'}`}
      onPointerEnter={focus}
      onPointerLeave={() => onFocused(null)}
    >
      <button
        type="button"
        className="legend-toggle"
        aria-pressed={visible}
        aria-label={`${visible ? 'Hide' : 'Show'} ${series.name}`}
        title={visible ? 'Hide' : 'Show'}
        onFocus={focus}
        onBlur={() => onFocused(null)}
        onClick={() => onToggle(chart.id, !visible)}
      >
        {visible ? <EyeOpen size={14} aria-hidden /> : <EyeOff size={14} aria-hidden />}
      </button>
      <div className="legend-name">
        <span>{series.name}</span>
        {isNamedByUnit && <span className="muted">, {series.axis === 'text' ? 'text' : series.unit || 'no unit'}</span>}
        {isForeign && series.organization_name && <span className="muted"> [{series.organization_name}]</span>}
        {series.unchecked > 0 && <span className="legend-unchecked"> {series.unchecked} unchecked</span>}
      </div>
      <div className="legend-value">
        {value ? (
          <>
            <Value entry={value} standing={value.standing} /> {value.value !== null && <Unit unit={value.unit} />}
          </>
        ) : (
          <span className="muted">{isAtDay ? 'none yet' : 'unchecked only'}</span>
        )}
      </div>
      <LineSample mark={chart.mark} hidden={!visible} />
      <Sparkline series={chart} />
      <div className="legend-date muted">{value && showDate(value.date_applies)}</div>
      {notes.length > 0 && <div className="legend-notes muted">{notes.join(', ')}</div>}
    </li>
  );
}
