import { NEVER_ENDS } from '#contracts/rules/calendar-days';
import { compare } from '#contracts/rules/compare';
import { type AskingItem, questionsOf } from '#contracts/items/open-questions';

/** Fields of a document by which a list is sorted. */
interface Listed extends AskingItem {
  id: string;
  time_from: string | null;
  recorded_at: string;
  ongoing: boolean;
  last_day: string;
  draft: boolean;
}

/** A row of a list: the latest of several documents, with the earlier ones, the latest first. */
export interface FoldedRow<D> {
  /** Its `last_day` is the latest of all of them. */
  document: D;
  earlier: D[];
}

/** What lasts, before what is active by its source, before the rest. */
const rankOf = ({ ongoing, last_day }: Listed): number => (ongoing ? 2 : last_day === NEVER_ENDS ? 1 : 0);

const inList = ({ document: a }: FoldedRow<Listed>, { document: b }: FoldedRow<Listed>): number =>
  rankOf(b) - rankOf(a) || compare(b.time_from, a.time_from) || compare(b.recorded_at, a.recorded_at) || compare(b.id, a.id);

/**
 * The rows of a list, in its order. Drafts and what is asked wait for a person, each by itself.
 * @param keyOf names the row that a document shares; undefined for one that has its own
 * @param laterFirst sorts the documents of a row
 */
export const foldedRows = <D extends Listed>(
  documents: readonly D[],
  keyOf: (document: D) => string | undefined,
  laterFirst: (a: D, b: D) => number,
): FoldedRow<D>[] => {
  const rows: FoldedRow<D>[] = [];
  const groups = new Map<string, D[]>();
  for (const one of documents) {
    const key = one.draft || questionsOf(one).length > 0 ? undefined : keyOf(one);
    if (key === undefined) rows.push({ document: one, earlier: [] });
    else if (groups.get(key)?.push(one) === undefined) groups.set(key, [one]);
  }
  for (const group of groups.values()) {
    const [last, ...earlier] = group.sort((a, b) => laterFirst(a, b) || compare(b.id, a.id));
    const last_day = group.reduce((latest, one) => (compare(one.last_day, latest) > 0 ? one.last_day : latest), last!.last_day);
    rows.push({ document: { ...last!, last_day }, earlier });
  }
  return rows.sort(inList);
};
