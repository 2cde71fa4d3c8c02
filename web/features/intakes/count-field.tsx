import { InputGroup } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { FieldRow } from '#web/ui/field-row.tsx';
import styles from './intakes.module.css';

interface Props {
  label: string;
  /** NaN where what is typed is no number. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: () => void;
  error?: readonly string[] | undefined;
  help?: ReactNode;
  disabled?: boolean;
}

const show = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
const same = (a: number | null, b: number | null): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));
const read = (text: string): number | null => (text.trim() === '' ? null : /^\s*\+?\d+(\.\d*)?\s*$/.test(text) ? Number(text) : Number.NaN);

/** A whole number; what is typed stays as it is, whether it is one is said below. */
export function CountField({ label, value, onChange, onBlur, error, help, disabled = false }: Props) {
  const [typed, setTyped] = useState({ text: show(value), value });
  // the value was changed from outside: show that one
  const text = same(typed.value, value) ? typed.text : show(value);
  return (
    <FieldRow label={label} required error={error} help={help} className={styles.count}>
      {(field) => (
        <InputGroup
          {...field}
          value={text}
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          disabled={disabled}
          onFocus={(event) => event.currentTarget.select()}
          onValueChange={(next) => {
            const counted = read(next);
            setTyped({ text: next, value: counted });
            onChange(counted);
          }}
          {...(onBlur ? { onBlur } : {})}
        />
      )}
    </FieldRow>
  );
}
