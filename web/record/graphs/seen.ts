import { compare } from '#contracts/rules/compare';
import type { GraphStyle, GraphType, SeenSeries } from '#contracts/items/graph-visuals';
import type { Need } from '#contracts/observations/lab-values';
import { itemKinds } from '#contracts/items/item-kinds';
import { MOST_SHOWN } from '#web/charts/shown.ts';
import { barMark, commonRank, lineMark, ownMark } from './parameter-marks.ts';

/** A series that a chart has. */
export interface Present {
  id: string;
  /** By which the parameter is known for every patient: its code, otherwise its id, otherwise its name. */
  parameter: string;
  /** How much it needs to be seen: 2 its last checked value is critical, 1 it is abnormal or the treatment lasts, 0 neither. */
  need: Need;
  /** When it was measured last. */
  time: number;
}

/** What needs to be seen most first: critical, abnormal, measured last, and of what is alike in all that the common parameters. */
export const byNeed = (a: Present, b: Present): number =>
  b.need - a.need || b.time - a.time || commonRank(a.parameter) - commonRank(b.parameter);

const hasLines = (type: GraphType): boolean => itemKinds[type].chart === 'lines';

/** Lines of laboratory results and of examinations meet on one chart, in trends; bars only meet bars of their type. */
const meets = (a: GraphType, b: GraphType): boolean => a === b || (hasLines(a) && hasLines(b));

/** The marks that series have which one of this type may meet: as they were given, and as the person chose. @param but the one that asks */
export const takenMarks = (
  seen: readonly SeenSeries[],
  styles: readonly GraphStyle[],
  type: GraphType,
  but?: string,
): ReadonlySet<number> =>
  new Set(
    [...seen, ...styles].flatMap(({ graph_type, parameter_id, mark }) =>
      mark !== undefined && meets(graph_type, type) && !(graph_type === type && parameter_id === but) ? [mark] : [],
    ),
  );

/**
 * What was seen, with a mark for each series that is new. A mark that was given is never changed and never given to another as long as
 * there are free ones, whatever comes, goes or moves (ruling 53).
 */
export const withMarks = (
  seen: readonly SeenSeries[],
  type: GraphType,
  present: readonly Pick<Present, 'id' | 'parameter'>[],
  styles: readonly GraphStyle[] = [],
): readonly SeenSeries[] => {
  const known = new Set(seen.flatMap(({ graph_type, parameter_id }) => (graph_type === type ? [parameter_id] : [])));
  const fresh = present.filter(({ id }) => !known.has(id));
  if (fresh.length === 0) return seen;
  const taken = new Set(takenMarks(seen, styles, type));
  const markFor = hasLines(type) ? lineMark : barMark;
  // in an order of their own: whoever sees the same series first gives them the same marks
  const inTurn = fresh.toSorted(
    (a, b) => ownMark(a.parameter) - ownMark(b.parameter) || compare(a.parameter, b.parameter) || compare(a.id, b.id),
  );
  const added = inTurn.map(({ id, parameter }): SeenSeries => {
    const mark = markFor(parameter, taken);
    taken.add(mark);
    return { graph_type: type, parameter_id: id, mark };
  });
  return [...seen, ...added];
};

/**
 * What was seen, with what is shown by default now. What was shown stays shown. What became needed since is added to it; so is, as long as
 * fewer than twelve are shown, what is needed most of the others. Only who sees a chart for the first time sees the twelve of it that are
 * needed most: the others that are needed are passed over, until they are needed anew (ruling 53). What is critical is never passed over.
 */
export const withShown = (seen: readonly SeenSeries[], type: GraphType, present: readonly Present[]): readonly SeenSeries[] => {
  const own = new Map(seen.flatMap((one) => (one.graph_type === type ? [[one.parameter_id, one] as const] : [])));
  const isFirst = ![...own.values()].some(({ shown }) => shown !== undefined);
  const isShown = (id: string): boolean => own.get(id)?.shown === true;
  const isNew = ({ id, need }: Present): boolean =>
    !isShown(id) && (need === 2 || (need === 1 && !isFirst && own.get(id)?.passed_over !== true));
  const added = new Set(present.filter(isNew).map(({ id }) => id));
  const room = MOST_SHOWN - present.filter(({ id }) => isShown(id)).length - added.size;
  const others = present.filter(({ id }) => !isShown(id) && !added.has(id)).toSorted((a, b) => byNeed(a, b) || compare(a.id, b.id));
  for (const { id } of others.slice(0, Math.max(0, room))) added.add(id);

  const now = new Map(present.map((one) => [one.id, one]));
  let isSame = true;
  const next = seen.map((one): SeenSeries => {
    const { graph_type, parameter_id, mark } = one;
    const found = graph_type === type ? now.get(parameter_id) : undefined;
    if (!found) return one;
    const shown = one.shown === true || added.has(parameter_id);
    const isPassed = found.need > 0 && !shown;
    if (one.shown === shown && (one.passed_over === true) === isPassed) return one;
    isSame = false;
    return { graph_type, parameter_id, mark, shown, ...(isPassed ? { passed_over: true } : {}) };
  });
  return isSame ? seen : next;
};
