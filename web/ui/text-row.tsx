import { InputGroup, type InputGroupProps } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { FieldRow } from './field-row.tsx';
import { startHere } from './start-here.ts';
import type { Fields } from './use-fields.ts';

type TextsOf<F> = { [K in keyof F]: F[K] extends string ? K : never }[keyof F] & string;

interface Props<F> extends Pick<InputGroupProps, 'type' | 'autoComplete' | 'inputMode' | 'disabled' | 'readOnly' | 'maxLength'> {
  of: Fields<F>;
  name: TextsOf<F>;
  label: string;
  required?: boolean;
  help?: ReactNode;
  /** The focus of its dialog begins here. */
  isFirst?: boolean;
}

/** One line of text of a form. */
export function TextRow<F>({ of, name, label, required = false, help, isFirst = false, ...input }: Props<F>) {
  return (
    <FieldRow label={label} required={required} error={of.errors[name]} help={help}>
      {(field) => (
        <InputGroup
          {...field}
          autoComplete="off"
          {...(isFirst ? startHere : {})}
          {...input}
          value={of.form[name] as string}
          onValueChange={(text) => of.change({ [name]: text } as Partial<F>)}
          onBlur={() => of.leave(name)}
        />
      )}
    </FieldRow>
  );
}
