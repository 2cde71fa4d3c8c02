import type { ImportContext } from './context.ts';
import { WITHDRAWN } from './current-item.ts';

/** What became of resources. */
export type Became = Map<string, 'imported' | 'withdrawn' | 'unchanged' | 'skipped' | 'superseded'>;

/** Remembers what became of resources: reports follow those that they list, and what was left out is noted. */
export const watched = (context: ImportContext): { context: ImportContext; became: Became } => {
  const became: Became = new Map();
  const { tally } = context;
  const watching = Object.create(tally) as typeof tally;
  watching.imported = (reference) => {
    became.set(reference, 'imported');
    tally.imported(reference);
  };
  watching.withdrawn = (reference) => {
    became.set(reference, 'withdrawn');
    tally.withdrawn(reference);
  };
  watching.unchanged = (reference) => {
    became.set(reference, 'unchanged');
    tally.unchanged(reference);
  };
  watching.skipped = (reference, reason) => {
    if (!became.has(reference)) became.set(reference, reason === WITHDRAWN ? 'superseded' : 'skipped');
    tally.skipped(reference, reason);
  };
  return { context: { ...context, tally: watching }, became };
};
