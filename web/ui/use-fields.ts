import { useState } from 'react';
import type { z } from 'zod';
import { messages } from '#contracts/rules/messages';
import type { FieldErrors } from '#web/lib/problem.ts';

/** What the schema says is wrong with what would be sent, by field; what is required and empty says only that. */
export const errorsBy = (schema: z.ZodType, payload: Readonly<Record<string, unknown>>, required: readonly string[]): FieldErrors => {
  const errors: FieldErrors = {};
  for (const { path, message } of schema.safeParse(payload).error?.issues ?? []) (errors[path.join('.')] ??= []).push(message);
  for (const field of required) if ((payload[field] ?? '') === '') errors[field] = [messages.required];
  return errors;
};

/** What is typed: trimmed, without what is optional and empty. */
export const typedIn = <F extends Readonly<Record<string, string>>>(form: F, required: readonly (keyof F)[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form)
      .map(([field, text]) => [field, field === 'password' ? text : text.trim()] as const)
      .filter(([field, text]) => text !== '' || required.includes(field)),
  );

export interface Fields<F> {
  form: F;
  /** Errors that are to be seen: of fields that were left, of all once it was submitted, and what the server said. */
  errors: FieldErrors;
  /** All that is wrong with it here, seen or not. */
  all: FieldErrors;
  /** Nothing is wrong with it here. */
  isValid: boolean;
  isDirty: boolean;
  change: (changes: Partial<F>) => void;
  /** Of a form with rows also a path in it: 'rows.0.name'. */
  leave: (field: keyof F | `${string}.${string}`) => void;
  /** From now on all errors are seen. */
  submitted: () => void;
}

/** A form that is typed into. @param server errors by field; `onChange` is told of each change, so that they go */
export const useFields = <F extends object>(
  initial: F,
  errorsOf: (form: F) => FieldErrors,
  server: FieldErrors = {},
  onChange: () => void = () => undefined,
): Fields<F> => {
  const [form, setForm] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isSubmitted, setSubmitted] = useState(false);
  const all = errorsOf(form);
  const seen = Object.entries(all).filter(([field]) => isSubmitted || left.has(field));
  return {
    form,
    errors: { ...Object.fromEntries(seen), ...server },
    all,
    isValid: Object.keys(all).length === 0,
    isDirty: JSON.stringify(form) !== JSON.stringify(initial),
    change: (changes) => {
      setForm((before) => ({ ...before, ...changes }));
      onChange();
    },
    leave: (field) => setLeft((before) => new Set([...before, String(field)])),
    submitted: () => setSubmitted(true),
  };
};
