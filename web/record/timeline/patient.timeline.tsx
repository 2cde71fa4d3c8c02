import { Button, ButtonGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { messages } from '#contracts/rules/messages';
import { isLocalDateTime } from '#contracts/wire/primitives';
import { DateField } from '#web/ui/date-field.tsx';
import { classes } from '#web/ui/table.tsx';
import { type DaySpan, PRESETS, presetSpan } from '#web/record/graphs/visuals.ts';
import styles from './timeline.module.css';
import { chosenButton, spanError } from './timeline.ts';

interface Props {
  /** Before, only its room is there: days that are about to be others would be read. */
  isKnown: boolean;
  span: DaySpan;
  /** The clinic's day. */
  today: string;
  onChange: (span: DaySpan) => void;
  /** The span is the one that fits. */
  isFit: boolean;
  /** Finds the span that holds all data. */
  onFit: () => void;
  /** Empty time is folded; what is folded, a sentence. */
  isFolded: boolean;
  folded: string;
  onFold: () => void;
  /** Makes the shown time shorter or longer by a factor, around its middle. */
  onZoom: (factor: number) => void;
}

const ALL = 'All: 50 years back to 1 year ahead, whatever there is';
const FIT = 'Fit: first entry to the last, or to today where something lasts';

const stored = (day: string): string => `${day}T00:00:00`;
const error = (value: string): string | undefined =>
  value === '' ? messages.required : isLocalDateTime(value) ? undefined : messages.date;

/** Start and end of what is shown. It applies as soon as it is valid and changed. */
export function Timeline({ isKnown, span, today, onChange, isFit, onFit, isFolded, folded, onFold, onZoom }: Props) {
  const [last, setLast] = useState({ from: stored(span.from), to: stored(span.to), span });
  // the span was changed by a preset or in the chart: what was typed before it is over
  const isOver = last.span.from !== span.from || last.span.to !== span.to;
  const typed = isOver ? { from: stored(span.from), to: stored(span.to) } : last;

  const errors = { from: error(typed.from), to: error(typed.to) };
  const order = errors.from || errors.to ? undefined : spanError(typed.from, typed.to);

  const change = (part: Partial<DaySpan>) => {
    const { from, to } = { from: typed.from, to: typed.to, ...part };
    const isValid = !error(from) && !error(to) && !spanError(from, to);
    const next = isValid ? { from: from.slice(0, 10), to: to.slice(0, 10) } : span;
    setLast({ from, to, span: next });
    if (next.from !== span.from || next.to !== span.to) onChange(next);
  };
  const button = chosenButton(span, isFit, today);

  return (
    <form
      className={classes(styles.timeline, !isKnown && styles.isUnknown)}
      aria-label="Timeline"
      onSubmit={(event) => event.preventDefault()}
    >
      <DateField
        className={styles.date}
        label="Start date"
        required
        value={typed.from}
        error={errors.from}
        today={today}
        onChange={(from) => change({ from })}
      />
      <DateField
        className={styles.date}
        label="End date"
        required
        value={typed.to}
        error={errors.to ?? order}
        today={today}
        onChange={(to) => change({ to })}
      />
      <ButtonGroup>
        {PRESETS.map((preset) => {
          const choose = () => onChange(presetSpan(preset, today));
          return <Button key={preset} text={preset} active={button === preset} onClick={choose} aria-label={`Last ${preset}`} />;
        })}
        <Button text="All" active={button === 'all'} title={ALL} onClick={() => onChange(presetSpan('all', today))} />
        <Button text="Fit" active={button === 'fit'} title={FIT} onClick={onFit} />
      </ButtonGroup>
      <Button text="Fold empty time" aria-pressed={isFolded} active={isFolded} title={folded} onClick={onFold} />
      <ButtonGroup className={styles.zoom}>
        <Button text="+" aria-label="Zoom in" title="Zoom in (Ctrl and the wheel)" onClick={() => onZoom(1 / 1.5)} />
        <Button text={'\u2212'} aria-label="Zoom out" title="Zoom out (Ctrl and the wheel)" onClick={() => onZoom(1.5)} />
      </ButtonGroup>
      {(button === 'fit' || button === 'all') && <span className={`bp6-text-muted ${styles.says}`}>{button === 'fit' ? FIT : ALL}</span>}
    </form>
  );
}
