import { InputGroup } from '@blueprintjs/core';
import { type Ref, useId } from 'react';
import { messages } from '#contracts/rules/messages';
import { LONGEST_COMMENT } from '#contracts/wire/primitives';
import { lastReasons } from '#web/lib/reasons.ts';
import { FieldRow } from './field-row.tsx';
import { startHere } from './start-here.ts';

export { rememberReason } from '#web/lib/reasons.ts';

interface Props {
  value: string;
  onChange: (reason: string) => void;
  /** Left empty, or refused by the server. */
  error?: string | readonly string[] | undefined;
  onBlur?: () => void;
  label?: string;
  /** Below the field where nothing is wrong. */
  help?: string;
  autoFocus?: boolean;
  className?: string | undefined;
  inputRef?: Ref<HTMLInputElement>;
}

/** The reason of a change, asked in the footer of the form, with the last reasons as suggestions. */
export function ReasonField({
  value,
  onChange,
  error,
  onBlur,
  label = 'Comment',
  help = 'Required: the reason for this change',
  autoFocus = false,
  className,
  inputRef,
}: Props) {
  const list = useId();
  return (
    <FieldRow label={label} required error={error} help={help} className={className}>
      {(field) => (
        <>
          <InputGroup
            {...field}
            list={list}
            autoComplete="off"
            value={value}
            onValueChange={onChange}
            {...(onBlur ? { onBlur } : {})}
            {...(autoFocus ? startHere : {})}
            {...(inputRef ? { inputRef } : {})}
          />
          <datalist id={list}>
            {lastReasons().map((reason) => (
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

/** What is wrong with a reason: the documents' words, or nothing. */
export const reasonError = (reason: string): string | undefined => {
  const words = reason.trim();
  if (words === '') return messages.comment;
  return words.length > LONGEST_COMMENT ? messages.maxLength(LONGEST_COMMENT) : undefined;
};
