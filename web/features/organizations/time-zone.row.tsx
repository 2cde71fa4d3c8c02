import { useId, useState } from 'react';
import { Options, useCombobox } from '#web/ui/combobox.tsx';
import { FieldRow } from '#web/ui/field-row.tsx';
import { clockIn, type Zone, zonesLike } from './time-zones.ts';
import { LABELS } from './organization.form.ts';

interface Props {
  /** IANA name; '' while what is typed is none. */
  value: string;
  error: readonly string[] | undefined;
  disabled: boolean;
  onChange: (time_zone: string) => void;
  onLeave: () => void;
}

/** The time zone of a clinic, found by a part of its name, with the clock there: the zone decides on which day something happened. */
export function TimeZoneRow({ value, error, disabled, onChange, onLeave }: Props) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const typed = value === '' ? text.trim() : '';
  const isListed = isOpen && !disabled;
  // all where nobody has typed anything
  const rows = isListed ? zonesLike(typed) : [];
  const pick = (zone: Zone | undefined) => {
    if (!zone) return;
    setIsOpen(false);
    setText('');
    onChange(zone.id);
  };
  const combobox = useCombobox<Zone>({
    id: `${id}-zones`,
    typed,
    readiness: 'answered',
    rows,
    first: typed === '' ? rows.find((zone) => zone.id === value) : rows[0],
    isOpen: isListed,
    isListed,
    isKnown: true,
    onOpen: setIsOpen,
    onEnter: pick,
  });
  const clock = clockIn(value);
  return (
    <FieldRow
      label={LABELS.time_zone}
      required
      error={error}
      help={
        clock === '' ? 'Type a city or a continent' : `Clinic’s time zone: ${value}, now ${clock}. The clinic’s days begin and end by it.`
      }
    >
      {(field) => (
        <>
          <input
            {...field}
            {...combobox.input}
            className="bp6-input bp6-fill"
            placeholder="Choose a time zone"
            disabled={disabled}
            value={value === '' ? text : value}
            onChange={(event) => {
              const [exact] = zonesLike(event.target.value).filter((zone) => zone.id === event.target.value.trim());
              setText(event.target.value);
              setIsOpen(exact === undefined);
              onChange(exact?.id ?? '');
            }}
            onFocus={(event) => event.target.select()}
            onClick={() => setIsOpen(true)}
            onBlur={() => {
              combobox.close();
              onLeave();
            }}
          />
          {isListed && (
            <Options
              {...combobox.options}
              label="Time zones"
              rows={rows}
              isFormer={false}
              text={(zone) => zone.id}
              hint={(zone) => clockIn(zone.id)}
              notes={[rows.length === 0 && 'No matching time zone']}
              onPick={pick}
            />
          )}
        </>
      )}
    </FieldRow>
  );
}
