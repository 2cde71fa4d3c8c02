import { Callout } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { typedHere } from '#web/record/form/typed-here.ts';
import { Conflict, type Difference } from '#web/ui/conflict.tsx';

/** What the server holds instead, where a dialog's command came too late. */
export interface StaleAnswer {
  /** In the shape of what the form was opened with; null where it is gone. */
  current: unknown;
  version: number;
}

/** How two versions of a form are compared and put together. */
export interface Comparison<F> {
  /** The stored version as the form shows it. */
  stored: (current: never) => F;
  differences: (mine: F, theirs: F) => Difference[];
  /** What was typed, with the stored value for the fields that were chosen so. */
  merged: (mine: F, theirs: F, taken: ReadonlySet<string>) => F;
}

interface Props<F> extends Comparison<F> {
  /** The form and its version when it was opened. */
  opened: { form: F; version: number };
  /** As it is typed now. */
  form: F;
  stale: StaleAnswer | undefined;
  /** Goes on with what was chosen. */
  onResolve: (form: F) => void;
}

/** Lays both versions side by side where somebody else saved first; what was typed stays (ruling 12). `version` is the one to save on. */
export const useBothVersions = <F,>({ opened, form, stale, stored, differences, merged, onResolve }: Props<F>) => {
  const [base, setBase] = useState(opened);
  const both = (): ReactNode => {
    if (!stale) return undefined;
    if (stale.current === null) {
      return (
        <Callout intent="warning" compact icon={null} role="alert">
          Somebody else has removed this since you opened it. What you typed is still here to be read or copied.
        </Callout>
      );
    }
    const theirs = stored(stale.current as never);
    const found = differences(form, theirs);
    return (
      <Conflict
        differences={found}
        typed={typedHere(found, differences(form, base.form))}
        onResolve={(taken) => {
          setBase({ form: theirs, version: stale.version });
          onResolve(merged(form, theirs, taken));
        }}
      />
    );
  };
  return { version: base.version, conflict: both() };
};

/** Compares forms of single values, field by field. @param show a value in words */
export const byField = <F extends object>(
  labels: Readonly<Partial<Record<keyof F & string, string>>>,
  show: (value: F[keyof F & string], field: string) => string = String,
): Pick<Comparison<F>, 'differences' | 'merged'> => {
  const fields = Object.keys(labels) as (keyof F & string)[];
  return {
    differences: (mine, theirs) =>
      fields
        .map((field) => ({ field, label: labels[field] ?? field, mine: show(mine[field], field), theirs: show(theirs[field], field) }))
        .filter((each) => each.mine !== each.theirs),
    merged: (mine, theirs, taken) => ({
      ...mine,
      ...Object.fromEntries(fields.filter((field) => taken.has(field)).map((field) => [field, theirs[field]])),
    }),
  };
};
