import type { Difference } from '../conflict.tsx';

/**
 * Parts that only the other person changed since the form was opened: they stand as stored, nothing of them was typed here.
 * What both changed is left to be chosen.
 */
export const takenOver = <Content>(
  differences: (mine: Content, theirs: Content) => Difference[],
  mine: Content,
  opened: Content,
  stored: Content,
): Difference[] => {
  const own = new Set(differences(mine, opened).map(({ field }) => field));
  return differences(mine, stored).filter(({ field }) => !own.has(field));
};
