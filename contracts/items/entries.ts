/**
 * Errors keyed by field ('parameters.1.entry_id') of the entries whose id an earlier one has: a correction is followed from value to value
 * by its entry_id, so that no two entries of an item may share one.
 */
export const sharedIdErrors = (field: string, entries: readonly { entry_id: string }[]): Record<string, string[]> => {
  const errors: Record<string, string[]> = {};
  const seen = new Set<string>();
  entries.forEach(({ entry_id }, index) => {
    if (seen.has(entry_id)) errors[`${field}.${index}.entry_id`] = ['Each entry needs an id of its own'];
    seen.add(entry_id);
  });
  return errors;
};
