/**
 * The rows of a form after a conflict: mine, each with what `merge` takes of the stored one, without those that were removed meanwhile and
 * chosen so; then the stored ones that I do not have and that were chosen.
 * @param taken names what was chosen of the stored version: '<entry_id>.row' is a whole row
 */
export const mergedRows = <R extends { entry_id: string }>(
  mine: readonly R[],
  theirs: readonly R[],
  taken: ReadonlySet<string>,
  merge: (mine: R, theirs: R) => R,
): R[] => {
  const stored = new Map(theirs.map((row) => [row.entry_id, row]));
  const known = new Set(mine.map(({ entry_id }) => entry_id));
  const isTaken = ({ entry_id }: R) => taken.has(`${entry_id}.row`);
  return [
    ...mine.flatMap((row) => {
      const other = stored.get(row.entry_id);
      if (other) return [merge(row, other)];
      return isTaken(row) ? [] : [row];
    }),
    ...theirs.filter((row) => !known.has(row.entry_id) && isTaken(row)),
  ];
};
