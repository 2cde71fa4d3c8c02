import { Button, InputGroup } from '@blueprintjs/core';
import { Calendar as CalendarIcon } from '@blueprintjs/icons';
import { createContext, type KeyboardEvent, lazy, type ReactNode, type RefObject, Suspense, use, useMemo, useRef, useState } from 'react';
import { addDays } from '#contracts/rules/calendar-days';
import { showDate, showDateTime, todayIn } from '#web/lib/dates.ts';
import { isKey } from '#web/lib/keys.ts';
import { readTypedDate } from '#web/lib/typed-date.ts';
import { FieldRow } from './field-row.tsx';
import { ClosePopup, Popup } from './popup.tsx';
import { Readings } from './readings.tsx';
import { useEcho } from './long-date.tsx';
import { startHere } from './start-here.ts';
import styles from './date-field.module.css';

const Calendar = lazy(() => import('./calendar.tsx'));

interface Props {
  label: string;
  /** 'YYYY-MM-DDTHH:mm:ss', '' for nothing, or what was typed where that is no date. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string | readonly string[] | undefined;
  /** Beside the echo of the date, such as a question about a day in the future. */
  hint?: ReactNode;
  required?: boolean;
  /** No calendar for a date of birth, and its year has four digits or is asked. */
  isBirth?: boolean;
  /** Also takes a time of day: 'mm/dd/yyyy hh:mm'. */
  withTime?: boolean;
  /** The clinic's local day 'YYYY-MM-DD', for the key `t`; the reader's own where it is not known. */
  today?: string | undefined;
  autoFocus?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A typed date keeps the time of day that was there before, unless it brings its own. */
const withTimeOf = (date: string, before: string, withTime: boolean): string =>
  !withTime && readTime(before) ? `${date.slice(0, 10)}T${readTime(before)}` : date;
const readTime = (local: string): string | undefined => /^\d{4}-\d{2}-\d{2}T(\d{2}:\d{2}:\d{2})$/.exec(local)?.[1];
const isStored = (value: string): boolean => readTime(value) !== undefined;

/** What the calendar of a field shows and sets: in a context, so that its button stays the same element whatever the field holds. */
const Picking = createContext<{ value: string | undefined; pick: (date: string) => void; field: RefObject<HTMLInputElement | null> }>({
  value: undefined,
  pick: () => undefined,
  field: { current: null },
});

function PickingCalendar() {
  const { value, pick, field } = use(Picking);
  const close = use(ClosePopup);
  return (
    <Suspense fallback={<div className={styles.wait} />}>
      <Calendar
        value={value}
        onPick={(date) => {
          pick(date);
          close(field.current);
        }}
      />
    </Suspense>
  );
}

/** A date typed as mm/dd/yyyy. `t` is today, the arrows go by a day; below stands how it was read, or which of several days is meant. */
export function DateField(props: Props) {
  const {
    label,
    value,
    onChange,
    error,
    hint,
    required = false,
    isBirth = false,
    withTime = false,
    disabled = false,
    className = '',
  } = props;
  const show = withTime ? showDateTime : showDate;
  const [typed, setTyped] = useState({ text: show(value), value });
  // the value was changed from outside: show that one
  const text = typed.value === value ? typed.text : show(value);

  const set = (nextText: string, nextValue: string) => {
    setTyped({ text: nextText, value: nextValue });
    onChange(nextValue);
  };
  const today = props.today ?? todayIn(undefined);
  const typedDate = (from: string) => readTypedDate(from, { today, isBirth });
  const type = (nextText: string) => {
    const read = typedDate(nextText);
    set(nextText, read.kind === 'day' ? withTimeOf(read.day, value, withTime) : nextText.trim());
  };
  const pick = (date: string) => {
    const next = withTimeOf(`${date.slice(0, 10)}T00:00:00`, value, false);
    set(show(next), next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = isKey(event, 'dayLater') ? 1 : isKey(event, 'dayEarlier') ? -1 : undefined;
    if (isKey(event, 'today')) pick(today);
    // the rest of 'today', which its first letter has made a date
    else if (isStored(value) && /^[oday]$/i.test(event.key)) return event.preventDefault();
    else if (by !== undefined) pick(isStored(value) ? addDays(value, by) : today);
    else return;
    event.preventDefault();
  };

  // For each other element the field is measured anew, and the whole page laid out for it.
  const button = useMemo(
    () =>
      !isBirth && (
        <Popup placement="bottom-end" content={<PickingCalendar />}>
          <Button variant="minimal" icon={<CalendarIcon />} aria-label={`Calendar for ${label}`} disabled={disabled} tabIndex={-1} />
        </Popup>
      ),
    [isBirth, label, disabled],
  );

  const echoOf = useEcho();
  const echo = isStored(value) ? echoOf(value) : '';
  const input = useRef<HTMLInputElement>(null);
  const read = isStored(value) || disabled ? undefined : typedDate(text);
  const question = read?.kind === 'ask' && (
    <Readings
      readings={read.days.map(echoOf)}
      onPick={(shown) => {
        const day = read.days.find((each) => echoOf(each) === shown);
        if (day === undefined) return;
        set(show(day), day);
        input.current?.focus();
      }}
    />
  );
  return (
    <Picking value={{ value: isStored(value) ? value : undefined, pick, field: input }}>
      <FieldRow
        label={label}
        error={question ? undefined : error}
        required={required}
        className={className}
        help={
          (question || echo || hint) && (
            <>
              {question || echo} {hint}
            </>
          )
        }
      >
        {(field) => (
          <InputGroup
            {...field}
            value={text}
            placeholder={withTime ? 'mm/dd/yyyy hh:mm' : 'mm/dd/yyyy'}
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            {...(props.autoFocus ? startHere : {})}
            disabled={disabled}
            inputRef={input}
            onValueChange={type}
            onKeyDown={onKeyDown}
            onBlur={() => {
              if (isStored(value)) setTyped({ text: show(value), value });
              props.onBlur?.();
            }}
            {...(button ? { rightElement: button } : {})}
          />
        )}
      </FieldRow>
    </Picking>
  );
}
