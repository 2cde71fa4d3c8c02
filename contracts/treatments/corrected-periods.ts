import { shownDay } from '../rules/calendar-days.ts';
import { isOver } from './courses.ts';
import { currentPeriod } from './dosage-periods.ts';
import { saysTheSame } from '../rules/equal.ts';
import type { DosagePeriod, IntakeView } from './intake-views.ts';

type Said = Pick<IntakeView, 'name' | 'nested_items' | 'clinical_status'>;
/** With what a dose that was given is compared by. */
type Whole = Said &
  Pick<
    IntakeView,
    'given' | 'medication' | 'time_from' | 'time_from_precision' | 'time_from_offset' | 'dosage_text' | 'dosages' | 'form' | 'quantity'
  >;
type Fact = Omit<NonNullable<DosagePeriod['corrected_from']>, 'at'>;

const factOf = ({ name, clinical_status }: Said, periods: readonly DosagePeriod[]): Fact => ({
  name,
  order: periods.map(({ order }) => order).join('; '),
  time_from: periods[0]?.time_from ?? null,
  time_to: periods.at(-1)?.time_to ?? null,
  ...(isOver({ clinical_status }) ? { over: clinical_status } : {}),
});

const at = (periods: readonly DosagePeriod[], day: string | null): number => (day === null ? 0 : currentPeriod(periods, day));

/** What was said of the days of each period: where there are as many as before one for one, otherwise by the day on which they begin. */
const saidBefore = (before: readonly DosagePeriod[], now: readonly DosagePeriod[]): DosagePeriod[][] =>
  before.length === now.length
    ? before.map((period) => [period])
    : now.map((_, index) => before.filter(({ time_from }) => at(now, time_from) === index));

/** Drug, start and dose. */
const fixedIn = (one: Whole): unknown[] => [
  ...[one.name, one.medication, one.time_from, one.time_from_precision, one.time_from_offset],
  ...[one.dosage_text, one.dosages, one.form, one.quantity],
];

/** A dose that was in progress or on hold goes on or ends: nothing that was said of it before was wrong. */
const isNextStep = (before: Whole, now: Whole): boolean =>
  before.given === true &&
  now.given === true &&
  ['in-progress', 'on-hold'].includes(before.clinical_status ?? '') &&
  saysTheSame(fixedIn(before), fixedIn(now));

/** The periods after a correction, each with the fact that it replaced last. What a draft says is not yet a fact (ruling 24). */
export const withCorrections = (before: Whole & { draft: boolean }, now: Whole, when: string): DosagePeriod[] => {
  if (isNextStep(before, now)) return keepingCorrections(before, now);
  const earlier = saidBefore(before.nested_items, now.nested_items);
  return now.nested_items.map((period, index) => {
    const own = earlier[index] ?? [];
    // what the correction added replaces what was in force on that day
    const replaced = own.length > 0 ? own : before.nested_items.slice(at(before.nested_items, period.time_from)).slice(0, 1);
    const [was, is] = [factOf(before, replaced), factOf(now, [period])];
    if (!before.draft && !saysTheSame(was, is)) return { ...period, corrected_from: { ...was, at: when } };
    const kept = own[0]?.corrected_from;
    if (!kept) return period;
    const { at: _, ...fact } = kept;
    return saysTheSame(fact, is) ? period : { ...period, corrected_from: kept };
  });
};

/** The periods after a stop or a change of dosage: what was corrected before stays so, and what begins on `changed` corrects nothing. */
export const keepingCorrections = (before: Said, now: Said, changed?: string): DosagePeriod[] =>
  now.nested_items.map((period) => {
    const own = before.nested_items.find(({ time_from }) => time_from === period.time_from);
    return own?.corrected_from && period.time_from !== changed ? { ...period, corrected_from: own.corrected_from } : period;
  });

/**
 * What was said of a period before it was corrected last, as far as it is said otherwise now: '50 mg twice a day, avg 100 mg/day'. Its stop
 * date alone: a later change of dosage moves it as well. '' where nothing was.
 */
export const replacedText = (name: string, { order, time_from, time_to, corrected_from: was }: DosagePeriod): string => {
  if (!was) return '';
  const said = [
    was.name === name ? '' : was.name,
    was.order === order ? '' : was.order,
    was.time_from === time_from ? '' : `from ${was.time_from === null ? 'an unknown day' : shownDay(was.time_from)}`,
  ].filter(Boolean);
  if (said.length > 0 || was.time_to === time_to) return said.join(', ');
  if (was.time_to !== null) return `until ${shownDay(was.time_to)}`;
  return was.over === undefined ? 'ongoing' : `${was.over}, day not said`;
};
