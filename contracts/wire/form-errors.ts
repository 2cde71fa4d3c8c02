import type { z } from 'zod';

/** Messages keyed by the path of the field ('collected', 'parameters.0.value'). */
export type FormErrors = Record<string, string[]>;

/** Adds what a form's rules say. Where the shape of a field is wrong, its rules say nothing more. */
export const report = (errors: FormErrors, context: z.core.$RefinementCtx, at: readonly string[] = []): void => {
  const said = new Set(context.issues.map(({ path }) => path?.join('.')));
  for (const [field, texts] of Object.entries(errors)) {
    const path = [...at, ...field.split('.')];
    if (said.has(path.join('.'))) continue;
    for (const message of texts) context.addIssue({ code: 'custom', message, path });
  }
};

/** Schemas of payloads with their form's rules. */
export const checkedBy =
  <F>(errorsOf: (form: F) => FormErrors) =>
  <S extends z.ZodType<F>>(schema: S): S =>
    schema.superRefine((form, context) => report(errorsOf(form), context));
