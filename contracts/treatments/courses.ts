import { z } from 'zod';
import { addDays, shownDay } from '../rules/calendar-days.ts';
import { dayShown, lastDayOf, type Precision } from '../wire/precision.ts';
import { type Giving, givenText, mayGoOn } from './given.ts';
import { isOngoing } from './schedules.ts';

/** A day that an external order names and that does not end it (ruling 64). */
export const ExpectedUntil = z.object({
  /** Local, `YYYY-MM-DD`. */
  day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  /** Kind of the day: end of the supply with its refills, of the prescription, of a length in doubtful words, or the last dated dose. */
  by: z.enum(['supply', 'prescription', 'length', 'doses']),
});
export type ExpectedUntil = z.infer<typeof ExpectedUntil>;

/** The end of a treatment, as far as it is known. */
export interface Course extends Pick<Giving, 'time_from_offset' | 'time_to_offset' | 'part_of_dose'> {
  /** Its last day, local; null where none is known. */
  ends: string | null;
  time_to_precision?: Precision | undefined;
  /** The last day follows from a duration that may also be that of one administration. */
  time_to_probable?: true | undefined;
  clinical_status?: string | undefined;
  expected_until?: ExpectedUntil | undefined;
  /** A dose that was given, from `time_from` to `ends`: no order. */
  given?: true | undefined;
  time_from?: string | null | undefined;
  time_from_precision?: Precision | undefined;
  /** Last day of an order that was over earlier, on an unknown day; with the precision of `time_to_precision`. */
  ordered_until?: string | undefined;
}

const OVER: ReadonlySet<string> = new Set(['completed', 'stopped', 'cancelled', 'ended']);

/** True if its source calls it over, with or without a day. */
export const isOver = ({ clinical_status = '' }: Pick<Course, 'clinical_status'>): boolean => OVER.has(clinical_status);

/**
 * Its last day, or that of its order where it was over before.
 * @param ends the last day of the order
 * @param recorded the day on which its status was recorded first, `YYYY-MM-DD` in UTC: that of the clinic may be the next one
 */
export const lastDayKnown = (
  { clinical_status, time_to_precision, given }: Pick<Course, 'clinical_status' | 'time_to_precision' | 'given'>,
  ends: string | null,
  recorded: string,
): Pick<Course, 'ends' | 'ordered_until'> =>
  ends !== null && !given && isOver({ clinical_status }) && lastDayOf(ends, time_to_precision) > addDays(recorded, 1)
    ? { ends: null, ordered_until: ends }
    : { ends };

/**
 * Whether it is taken (ruling 31): no end, or one whose day is not over in the clinic's time zone. What an external record calls stopped or
 * completed is not, whether or not its last day is known; nor is a dose that was given, unless it is being given or may go on.
 * @param today the clinic's local day, `YYYY-MM-DD`
 */
export const isActive = ({ ends, time_to_precision, clinical_status, given }: Course, today: string): boolean =>
  (given ? mayGoOn({ clinical_status, time_to: ends }) : !isOver({ clinical_status })) &&
  (ends === null || isOngoing(lastDayOf(ends, time_to_precision), today));

/** True if its probable end is past. @param today the clinic's local day */
export const isProbablyOver = (course: Course, today: string): boolean =>
  course.time_to_probable === true && !isOver(course) && !isActive(course, today);

const NAMED: Readonly<Record<ExpectedUntil['by'], (day: string) => string>> = {
  supply: (day) => `supply until ${day} by the order`,
  prescription: (day) => `prescription valid until ${day} by the order`,
  length: (day) => `until ${day} by the days in its words`,
  doses: (day) => `last dose on ${day} by the order`,
};

/** 'supply until 02/09/2025 by the order' */
export const expectedText = ({ day, by }: ExpectedUntil): string => NAMED[by](shownDay(day));

/** The same, once that day is over with 'not confirmed since'. */
const expectedOn = (expected: ExpectedUntil, today: string): string =>
  `${expectedText(expected)}${isOngoing(expected.day, today) ? '' : ', not confirmed since'}`;

/** Words for the status of a treatment that is still taken. */
const STATUS: Readonly<Record<string, string>> = { 'on-hold': 'on hold by the order', unknown: 'status not known to its source' };

/**
 * Remarks on the end of a treatment besides its days: 'stopped, day not said', 'probably ended 06/03/2025', 'on hold by the order',
 * 'supply until 02/09/2025 by the order, not confirmed since'; '' where there is nothing.
 * @param today the clinic's local day, `YYYY-MM-DD`
 */
export const stateText = (course: Course, today: string): string => {
  const { ends, time_to_precision, time_to_probable, clinical_status = '', expected_until, ordered_until } = course;
  if (course.given) return '';
  if (isOver(course)) {
    if (ends !== null) return '';
    return `${clinical_status}, ${ordered_until === undefined ? 'day not said' : `ordered until ${dayShown(ordered_until, time_to_precision)}`}`;
  }
  const isAhead = ends === null || isOngoing(lastDayOf(ends, time_to_precision), today);
  const parts = [
    isAhead ? STATUS[clinical_status] : undefined,
    ends !== null && time_to_probable ? `probably ${isAhead ? 'until' : 'ended'} ${dayShown(ends, time_to_precision)}` : undefined,
    ends === null && expected_until ? expectedOn(expected_until, today) : undefined,
  ];
  return parts.filter(Boolean).join('; ');
};

/**
 * Until when a treatment is taken, in words, on every screen: '03/10/2025', 'probably ended 06/03/2025', 'stopped, day not said', 'ongoing',
 * 'ongoing; supply until 02/09/2025 by the order, not confirmed since'; of a dose that was given 'given 06/03/2025 08:15'.
 * @param today the clinic's local day, `YYYY-MM-DD`
 */
export const untilText = (course: Course, today: string): string => {
  const { ends, time_to_precision, time_to_probable, time_from = null } = course;
  if (course.given) return givenText({ ...course, time_from, time_to: ends });
  const state = stateText(course, today);
  if (isOver(course) && ends === null) return state;
  const day = ends === null ? 'ongoing' : time_to_probable && !isOver(course) ? undefined : dayShown(ends, time_to_precision);
  return [day, state].filter(Boolean).join('; ');
};
