import { InputGroup } from '@blueprintjs/core';
import { type Ref, useId, useState } from 'react';
import { FieldRow } from '#web/ui/field-row.tsx';

// In memory only: a reason may say something of a patient. The usual ones stand in for a first time.
let last: readonly string[] = [];
const USUAL = ['Typing error', 'Corrected by the laboratory', 'Entered for the wrong date'];
const MOST = 5;

/** Offers this reason first the next time. */
export const rememberReason = (reason: string): void => {
  const text = reason.trim();
  if (text !== '') last = [text, ...last.filter((other) => other !== text)].slice(0, MOST);
};

interface Props {
  value: string;
  onChange: (value: string) => void;
  error?: string | readonly string[] | undefined;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** The reason of a change, with the last ones as suggestions. */
export function Reason({ value, onChange, error, required = true, inputRef }: Props) {
  const list = useId();
  const [offered] = useState(() => [...last, ...USUAL.filter((usual) => !last.includes(usual))].slice(0, MOST));
  return (
    <FieldRow label="Comment" error={error} required={required} className="reason">
      {(field) => (
        <>
          <InputGroup
            {...field}
            value={value}
            onValueChange={onChange}
            maxLength={2000}
            list={list}
            {...(inputRef ? { inputRef } : {})}
            autoComplete="off"
            placeholder="Reason of this change"
          />
          <datalist id={list}>
            {offered.map((reason) => (
              <option key={reason} value={reason}>
                {reason}
              </option>
            ))}
          </datalist>
        </>
      )}
    </FieldRow>
  );
}
