import { z } from 'zod';
import { fieldsOf, saysTheSame } from '../rules/equal.ts';
import { Id, Instant } from '../wire/primitives.ts';
import { isCritical } from './flags.ts';
import { LabValue } from './lab-values.ts';

/** The doctor who pressed 'Seen' at a critical value, and when (ruling 62). */
export const CriticalSeen = z.object({ by: Id.nullable(), by_name: z.string().optional(), at: Instant });
export type CriticalSeen = z.infer<typeof CriticalSeen>;

/** A critical value as it was when a doctor saw it; a value that says anything else of these is another one. */
export const SeenValue = LabValue.pick({
  entry_id: true,
  name: true,
  comparator: true,
  value: true,
  text: true,
  unit: true,
  flag: true,
}).extend({
  /** Local time at which it was collected; not of rows on pages. */
  collected: z.string().optional(),
});
export type SeenValue = z.infer<typeof SeenValue>;
const fieldsOfValue = fieldsOf(SeenValue);

/** An entry as a doctor sees it. @param collected local time of its result */
export const seenValueOf = (entry: Omit<SeenValue, 'collected'>, collected?: string): SeenValue =>
  fieldsOfValue(collected === undefined ? entry : { ...entry, collected });

/** The critical values of a result. */
export const criticalValuesOf = ({ collected, parameters }: { collected?: string; parameters: readonly LabValue[] }): SeenValue[] =>
  parameters.filter(isCritical).map((entry) => seenValueOf(entry, collected));

/** True if a doctor saw exactly this value of this entry. */
export const isSeenIn = (seen: readonly SeenValue[], value: SeenValue): boolean => seenAs(seen, value) !== undefined;

/** The same among those that a doctor has seen. */
export const seenAs = <V extends SeenValue>(seen: readonly V[], value: SeenValue): V | undefined =>
  seen.find((one) => one.entry_id === value.entry_id && saysTheSame(fieldsOfValue(one), fieldsOfValue(value)));

/** Those among critical values that no doctor has seen. */
export const unseenOf = (values: readonly SeenValue[], seen: readonly SeenValue[]): SeenValue[] =>
  values.filter((value) => !isSeenIn(seen, value));

/** A value in a document, with the doctor who has seen it and the time. */
export const SeenBy = SeenValue.extend(CriticalSeen.omit({ by_name: true }).shape);
export type SeenBy = z.infer<typeof SeenBy>;

/** Values that a doctor has seen besides those before: the first one counts. */
export const withSeen = (before: readonly SeenBy[], values: readonly SeenValue[], by: Omit<CriticalSeen, 'by_name'>): SeenBy[] => [
  ...before,
  ...unseenOf(values, before).map((value) => ({ ...value, ...by })),
];
