import { useState } from 'react';

const NONE: ReadonlyMap<string, number> = new Map();

/**
 * Gives every series a number and keeps those given before, so that no line changes its colour because data arrived. The first numbers,
 * which are told apart best, go to the first of `ids`.
 */
export const numbered = (ids: readonly string[], before: ReadonlyMap<string, number>): ReadonlyMap<string, number> => {
  const fresh = ids.filter((id) => !before.has(id));
  if (fresh.length === 0) return before;
  const marks = new Map(before);
  for (const id of fresh) marks.set(id, marks.size + 1);
  return marks;
};

/** Numbers of the series by id, those that need to be seen first. */
export const useMarks = (ids: readonly string[]): ReadonlyMap<string, number> => {
  const [marks, setMarks] = useState(NONE);
  const known = numbered(ids, marks);
  if (known !== marks) setMarks(known);
  return known;
};
