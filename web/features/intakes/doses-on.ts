import type { IntakeSegment, IntakeSeries } from '#contracts/treatments/intake-views';
import { DAY } from '#web/charts/local-time.ts';
import { barDates, isEndUnknown } from '#web/record/graphs/bar-dates.ts';

/** What is taken of one ingredient on a day by its orders; drafts and doses that were given never count. */
export interface DosesOn {
  /** Sum of the averages of what is taken regularly; null where there is none of them or one has no average. */
  total: number | null;
  /** The most that may be taken as needed besides. */
  upTo: number;
  segments: readonly IntakeSegment[];
  /** Two of them prescribe the same (ruling 30). */
  possiblySame: boolean;
}

/** A treatment that ended on an unknown day holds on no day. */
const holds = (segment: IntakeSegment, day: number): boolean => {
  const { from, to } = barDates(segment);
  return !isEndUnknown(segment) && (from === null || from < day + DAY) && (to === null || to >= day);
};

/** Without its doubts on a day that its order covers. */
const asOn = (segment: IntakeSegment, day: number): IntakeSegment => {
  const { confirmedTo } = barDates(segment);
  if (confirmedTo === undefined || confirmedTo < day) return segment;
  const { state_text: _state, confirmed_to: _confirmed, ...on } = segment;
  return on;
};

/** The dosages of a series on a day; null where nothing is taken. */
export const dosesOn = ({ segments, sums }: IntakeSeries, day: number): DosesOn | null => {
  const here = segments.filter((segment) => !segment.draft && !segment.given && holds(segment, day));
  if (here.length === 0) return null;
  const regular = here.filter(({ as_needed }) => !as_needed);
  const isSummed = regular.length > 0 && regular.every(({ average }) => average !== null);
  const sum = sums.find(({ from, to }) => {
    const dates = barDates({ from, to });
    return (dates.from === null || dates.from < day + DAY) && (dates.to === null || dates.to >= day);
  });
  return {
    total: isSummed ? regular.reduce((total, { average }) => total + (average ?? 0), 0) : null,
    upTo: here.filter(({ as_needed }) => as_needed).reduce((total, { average }) => total + (average ?? 0), 0),
    segments: here.map((segment) => asOn(segment, day)),
    possiblySame: sum?.possibly_same_order ?? false,
  };
};

/** What other clinics ordered of the same ingredient on that day; as much a day as here may be the same order (ruling 30). */
export const dosesElsewhere = (others: readonly IntakeSeries[], day: number, total: number | null) =>
  others.flatMap((series) => {
    const doses = dosesOn(series, day);
    return doses ? [{ series, segments: doses.segments, possiblySame: total !== null && doses.total === total }] : [];
  });
