import type { Offset } from '../wire/clock.ts';
import { dayShown, laterFirst, type Precision, shownAt } from '../wire/precision.ts';

/** Moment or period in which a dose was given, local; and how its source says that it went. */
export interface Giving {
  time_from: string | null;
  time_to: string | null;
  time_from_precision?: Precision | undefined;
  time_to_precision?: Precision | undefined;
  time_from_offset?: Offset | undefined;
  time_to_offset?: Offset | undefined;
  /** A status of a MedicationAdministration: 'completed', 'in-progress', 'stopped', ... */
  clinical_status?: string | undefined;
  /** It is a part of another dose, and none of its own. */
  part_of_dose?: true | undefined;
}

/** True while its source says that it is being given. */
export const isBeingGiven = ({ clinical_status }: Pick<Giving, 'clinical_status'>): boolean => clinical_status === 'in-progress';

/** Statuses of a dose without an end that nothing calls over (ruling 64), in words. */
const OPEN: Readonly<Record<string, string>> = { 'in-progress': 'in progress', 'on-hold': 'on hold', unknown: 'status unknown' };

type Ending = Pick<Giving, 'clinical_status' | 'time_to'>;

/** True while its source says that it is being given, or where it has no end and is on hold or of an unknown status. */
export const mayGoOn = ({ clinical_status = '', time_to }: Ending): boolean =>
  isBeingGiven({ clinical_status }) || (time_to === null && clinical_status in OPEN);

/** Doses that may go on, in short: 'being given', 'dose on hold'; '' of none. */
export const goingOnText = (doses: readonly Ending[]): string =>
  [...new Set(doses.filter(mayGoOn).map((dose) => (isBeingGiven(dose) ? 'being given' : `dose ${OPEN[dose.clinical_status!]}`)))].join(
    ', ',
  );

/** True for a dose that counts among the times that a drug was given. */
export const isGivenWhole = ({ clinical_status, part_of_dose }: Pick<Giving, 'clinical_status' | 'part_of_dose'>): boolean =>
  clinical_status === 'completed' && !part_of_dose;

/** Remarks on doses that are not known to be given as a whole. */
const STATUS: Readonly<Record<string, string>> = {
  'in-progress': 'in progress by its source',
  'on-hold': 'on hold by its source',
  stopped: 'stopped',
  unknown: 'status not known to its source',
};

/** Offsets of its two times where these are of different clocks: their difference is not how long it was given. */
const clocksOf = ({ time_from_offset: from = '', time_to_offset: to = '' }: Giving): [string, string] =>
  from === to || from === '' || to === '' ? ['', ''] : [from, to];

const whenText = (dose: Giving): string => {
  const { time_from: from, time_to: to, time_from_precision, time_to_precision, clinical_status = '' } = dose;
  const start = from === null ? 'a day not stated' : shownAt(from, time_from_precision);
  if (to === null) return mayGoOn(dose) ? `since ${start}, ${OPEN[clinical_status]}` : `from ${start}, end not known`;
  if (from === null) return `until ${shownAt(to, time_to_precision)}`;
  const [first, last] = [dayShown(from, time_from_precision), dayShown(to, time_to_precision)];
  if (first !== last) return `${first} to ${last}`;
  if (time_to_precision !== 'time') return start;
  const [clock, other] = clocksOf(dose);
  return from === to && clock === other ? start : `${start}${clock} to ${to.slice(11, 16)}${other}`;
};

/** 'given 06/03/2025 08:15', 'given 06/03/2025 to 06/04/2025', 'given since 06/03/2025 08:15, in progress' */
export const givenText = (dose: Giving): string => {
  const status = dose.time_to === null && mayGoOn(dose) ? undefined : STATUS[dose.clinical_status ?? ''];
  return [`given ${whenText(dose)}`, status, dose.part_of_dose && 'part of another dose'].filter(Boolean).join(', ');
};

/** Sorts the later dose first, one of an unknown day last. */
export const byGiving = (a: Giving, b: Giving): number => laterFirst(startOf(a), startOf(b));

const startOf = ({ time_from, time_from_precision, time_to, time_to_precision }: Giving): Parameters<typeof laterFirst>[0] =>
  time_from === null ? { time_from: time_to, time_from_precision: time_to_precision } : { time_from, time_from_precision };

/** 'given 24 times, last 06/03/2025'; of one dose when it was given. @param last the latest of them */
export const timesText = (last: Giving, count: number): string =>
  count < 2 ? givenText(last) : `given ${count} times, last ${dayOf(last)}`;

const dayOf = (dose: Giving): string => {
  const { time_from, time_from_precision } = startOf(dose);
  return time_from === null ? 'a day not stated' : dayShown(time_from, time_from_precision);
};

const latestOf = (doses: readonly Giving[]): Giving => doses.reduce((last, dose) => (byGiving(dose, last) < 0 ? dose : last));

/** Doses that are counted together, with what several of them are called. */
const GROUPS: readonly (readonly [has: (dose: Giving) => boolean, many: string])[] = [
  [isGivenWhole, ''],
  [(dose) => dose.time_to === null && mayGoOn(dose), 'doses that may go on'],
  [({ part_of_dose }) => part_of_dose === true, 'parts of other doses'],
  [() => true, 'doses not known as completed'],
];

/**
 * Doses of one drug in words: 'given 24 times, last 06/03/2025', of one when it was given; those that are not known to be given as a whole
 * stand apart, what may go on first. '' of none.
 */
export const dosesText = (doses: readonly Giving[]): string =>
  GROUPS.flatMap(([has, many]) => {
    const own = doses.filter((dose) => GROUPS.find(([isOf]) => isOf(dose))![0] === has);
    if (own.length === 0) return [];
    const last = latestOf(own);
    return many === '' || own.length === 1 ? timesText(last, own.length) : `${own.length} ${many}, last ${dayOf(last)}`;
  }).join('; ');

/** How many amounts are named one by one. */
const MAX_AMOUNTS = 10;

/** How often each amount was given, in the order of the doses: '1 g (20 times), 500 mg (4 times)'; '' where all of them were alike. */
export const amountsText = (amounts: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  if (counts.size < 2) return '';
  const parts = [...counts].map(([amount, count]): [string, number] => [amount || 'dose not stated', count]);
  const others = parts.slice(MAX_AMOUNTS).reduce((sum, [, count]) => sum + count, 0);
  return [...parts.slice(0, MAX_AMOUNTS), ...(others > 0 ? [['other doses', others] as const] : [])]
    .map(([amount, count]) => `${amount} (${count} ${count === 1 ? 'time' : 'times'})`)
    .join(', ');
};
