import type { PreviousLabValue } from '#contracts/lab-results';
import { messages } from '#contracts/messages';
import { showDate } from '#web/lib/dates.ts';
import { Choice, Readings } from '#web/ui/form/readings.tsx';
import { limitReadings, readLimit, readValue, type Row, without } from './entry-rows.ts';
import { Range, Unit, Value } from '#web/ui/value.tsx';

interface Props {
  row: Row;
  error: string | undefined;
  onChange: (update: (row: Row) => Row) => void;
}

/** Under a value: how it was read, or what has to be decided about it. */
export function ValueNote({ row, error, onChange }: Props) {
  const typed = readValue(row);
  switch (typed.kind) {
    case 'ambiguous':
      return <Readings readings={typed.readings} onPick={(reading) => onChange((now) => ({ ...now, reading }))} />;
    case 'unclear':
      return (
        <span className="note-ask">
          {error ?? messages.number} <Choice text="As text" onPick={() => onChange((now) => ({ ...now, as_text: true }))} />
        </span>
      );
    case 'text':
      return <span>text result</span>;
    case 'number':
      if (Number(typed.decimal) === 0 && !typed.comparator && !row.zero_as_reported) {
        return (
          <span className={error ? 'note-ask field-error' : 'note-ask'}>
            {messages.notZero} <Choice text="Zero as reported" onPick={() => onChange((now) => ({ ...now, zero_as_reported: true }))} />
          </span>
        );
      }
      return (
        <span>
          <Value entry={{ value: typed.decimal, comparator: typed.comparator }} /> {row.unit.trim()}
          {row.zero_as_reported && Number(typed.decimal) === 0 ? ', as reported' : ''}
        </span>
      );
    case 'empty':
      return error ? <span className="field-error">{error}</span> : null;
  }
}

/** Under the limits: how they were read, where they come from, or that there is none. */
export function RangeNote({
  row,
  errors,
  onChange,
}: {
  row: Row;
  errors: (field: 'min' | 'max') => string | undefined;
  onChange: Props['onChange'];
}) {
  for (const field of ['min', 'max'] as const) {
    const key = field === 'min' ? 'min_reading' : 'max_reading';
    const readings = limitReadings(row[field], row[key]);
    if (!readings) continue;
    return <Readings readings={readings} onPick={(reading) => onChange((now) => ({ ...now, [key]: reading }))} />;
  }
  const error = errors('min') ?? errors('max');
  const isText = readValue(row).kind === 'text';
  if (row.max.trim() === '' && !isText && row.name.trim() !== '') {
    return row.no_upper_limit ? (
      <span>
        no upper limit <Choice text="Undo" onPick={() => onChange((now) => ({ ...now, no_upper_limit: false }))} />
      </span>
    ) : (
      <span>
        {error && <span className="field-error">{error} </span>}
        <Choice text="No upper limit" onPick={() => onChange((now) => ({ ...without(now, 'range_note'), no_upper_limit: true }))} />
      </span>
    );
  }
  if (error) return <span className="field-error">{error}</span>;
  if (row.range_note) return <span>{row.range_note}</span>;
  const [min, max] = [readLimit(row.min, row.min_reading) ?? null, readLimit(row.max, row.max_reading) ?? null];
  return min === null && max === null ? null : (
    <span>
      <Range min={min} max={max} />
    </span>
  );
}

/** Last time's value of the parameter, so that a slip of a decimal point shows. */
export function LastTime({ last }: { last: PreviousLabValue | undefined }) {
  if (!last) return null;
  return (
    <span className="last-time">
      <Value entry={last} /> {last.value !== null && <Unit unit={last.unit} />}{' '}
      <span className="last-date">{showDate(last.collected)}</span>
    </span>
  );
}
