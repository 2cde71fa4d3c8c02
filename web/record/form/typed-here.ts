import type { Difference } from '#web/ui/conflict.tsx';

const rowOf = (field: string): string => field.replace(/\.\w+$/, '');
/** Whether a change of one is a change of the other: a row that only one side has stands for all its fields. */
const isSame = (field: string, other: string): boolean =>
  field === other || ((field.endsWith('.row') || other.endsWith('.row')) && rowOf(field) === rowOf(other));

/**
 * Fields that were typed in here, of those in which the form differs from what is stored now.
 * @param found differences between the form and what is stored now
 * @param own differences between the form and what it began with
 */
export const typedHere = (found: readonly Difference[], own: readonly Difference[]): ReadonlySet<string> =>
  new Set(found.flatMap(({ field }) => (own.some((each) => isSame(field, each.field)) ? [field] : [])));
