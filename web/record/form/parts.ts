import type { Difference } from '#web/ui/conflict.tsx';

/** What is compared and chosen as one: one field, or several that make no sense apart ('2 weeks'). */
export interface Part<Content> {
  label: string;
  fields: readonly (keyof Content)[];
  /** In readable form; '' for nothing. */
  show: (content: Content) => string;
}

/** Differences and merging of two versions of a form, part by part: for contents without lists. */
export const byParts = <Content extends object>(parts: Readonly<Record<string, Part<Content>>>) => ({
  differences: (mine: Content, theirs: Content): Difference[] =>
    Object.entries(parts).flatMap(([field, { label, show }]) => {
      const [own, other] = [show(mine), show(theirs)];
      return own === other ? [] : [{ field, label, mine: own, theirs: other }];
    }),

  merge: (mine: Content, theirs: Content, taken: ReadonlySet<string>): Content => {
    const merged = { ...mine };
    for (const [field, { fields }] of Object.entries(parts)) {
      if (!taken.has(field)) continue;
      for (const name of fields) {
        if (theirs[name] === undefined) delete merged[name];
        else merged[name] = theirs[name];
      }
    }
    return merged;
  },
});
