import { compare } from '#contracts/rules/compare';
import { said } from '#contracts/rules/equal';
import { addDays, dayNumber } from '#contracts/rules/calendar-days';
import { replacedText } from '#contracts/treatments/corrected-periods';
import { averagePerDay, type Dosage, ingredientsOf, type Regimen } from '#contracts/treatments/dosages';
import { type Course, isActive, isProbablyOver, stateText, untilText } from '#contracts/treatments/courses';
import { isPlanned } from '#contracts/treatments/dosage-periods';
import { searchText } from '#contracts/rules/search-text';
import type { IntakeSegment, IntakeSeries, IntakeSum } from '#contracts/treatments/intake-views';
import { ingredientName } from '#contracts/treatments/medication-name';
import { isOngoing } from '#contracts/treatments/schedules';
import { lastDayOf } from '#contracts/wire/precision';
import { askedAmong, asksOf } from '../items/observations.ts';
import { productOf } from './given-rows.ts';
import type { IntakeDocument } from './intakes.projection.ts';

/** One bar before its series is put together. */
interface Bar {
  document: IntakeDocument;
  ingredient: string;
  unit: string;
  segment: Omit<IntakeSegment, 'is_default'>;
}

const NO_UNIT = 'no unit';
/** The regimen that a period follows, with the dosages of its own step. */
const regimenOf = (document: IntakeDocument, index: number): { regimen: Regimen; dosages: readonly Dosage[] } => {
  const change = document.nested_items[index]?.change ?? null;
  const later = change === null ? undefined : document.dosage_changes[change];
  if (later) return { regimen: later, dosages: later.dosages };
  const steps = [...new Set(document.dosages.map(({ step }) => step))].sort((a, b) => a - b);
  return { regimen: document, dosages: document.dosages.filter(({ step }) => step === steps[index]) };
};

/** What an external record names without a dose still has its bars. */
const dosed = (document: IntakeDocument, dosages: readonly Dosage[]): Pick<Dosage, 'nonproprietary_name' | 'dose' | 'unit'>[] => {
  if (dosages.length > 0) return [...dosages];
  const { nonproprietary_name } = document.medication;
  return ingredientsOf(nonproprietary_name).map((name) => ({ nonproprietary_name: name, dose: null, unit: null }));
};

type GivenFields = Pick<IntakeSegment, 'given' | 'clinical_status' | 'part_of_dose' | 'from_offset' | 'to_offset' | 'product'>;

const givenFields = (document: IntakeDocument): GivenFields => {
  const { given, clinical_status, part_of_dose, time_from_offset: from_offset, time_to_offset: to_offset } = document;
  return given ? { given, product: productOf(document), ...said({ clinical_status, part_of_dose, from_offset, to_offset }) } : {};
};

const inWords = (course: Course, today: string): Pick<IntakeSegment, 'until_text' | 'state_text'> => {
  const [until_text, state_text] = [untilText(course, today), stateText(course, today)];
  return { until_text, ...(state_text === '' ? {} : { state_text }) };
};

/** It lasts beyond a day that its order names. */
const expectedBefore = ({ expected_until, ends }: IntakeDocument, today: string): Pick<IntakeSegment, 'confirmed_to'> =>
  expected_until === undefined || ends !== null || isOngoing(expected_until.day, today) ? {} : { confirmed_to: expected_until.day };

const barsOf = (document: IntakeDocument, today: string): Bar[] =>
  document.nested_items.flatMap((period, index) => {
    const { regimen, dosages } = regimenOf(document, index);
    const isLast = index === document.nested_items.length - 1;
    const replaced = replacedText(document.name, period);
    return dosed(document, dosages).map(({ nonproprietary_name, dose, unit }, place): Bar => ({
      document,
      ingredient: nonproprietary_name,
      unit: unit ?? NO_UNIT,
      segment: {
        intake_id: document.id,
        period: index,
        from: period.time_from,
        to: isLast ? document.ends : period.time_to,
        ...(index === 0 && document.time_from_precision !== undefined ? { from_precision: document.time_from_precision } : {}),
        ...(isLast && document.time_to_precision !== undefined ? { to_precision: document.time_to_precision } : {}),
        ...givenFields(document),
        average: document.given ? null : averagePerDay({ dose, unit }, regimen, document),
        as_needed: regimen.as_needed,
        draft: document.draft,
        ongoing: isLast && !document.given && document.ends === null && isActive(document, today),
        ...inWords(isLast ? document : { ends: period.time_to }, today),
        ...(isLast && expectedBefore(document, today)),
        planned: !document.given && isPlanned(period, today) && isActive(document, today),
        order: period.dosages[place]?.as_ordered ?? period.as_ordered,
        dose_text: document.given ? (document.dosage_text ?? '') : (period.dosages[place]?.dose_text ?? period.order),
        name: document.name,
        origin: document.origin,
        ...(replaced === '' ? {} : { corrected_from: replaced }),
        ...asksOf(document),
      },
    }));
  });

const FAR = Number.POSITIVE_INFINITY;
const firstDay = ({ from }: Pick<IntakeSegment, 'from'>): number => (from === null ? -FAR : dayNumber(from));
/** The day after the last one. */
const dayAfter = ({ to, to_precision }: IntakeSegment): number => (to === null ? FAR : dayNumber(lastDayOf(to, to_precision)) + 1);

type Addend = IntakeSegment & { average: number };
const total = (addends: readonly Addend[]): number => addends.reduce((sum, { average }) => sum + average, 0);

/** Two that come to the same a day, both regularly or both as needed, may be one order entered twice. */
const orderKey = ({ as_needed, average }: IntakeSegment): string => `${as_needed} ${average?.toPrecision(9)}`;

const dayString = (day: number): string | null => (Number.isFinite(day) ? addDays('1970-01-01T00:00:00', day) : null);

/** Treatments that ended on an unknown day, and doses that were given, are in no sum. */
const isCounted = (segment: IntakeSegment): segment is Addend =>
  !segment.draft && !segment.given && segment.average !== null && (segment.ongoing || segment.to !== null);

/**
 * Where bars lie over each other, what they come to together (ruling 30): for each stretch of days with the same bars, their addends. What
 * was not checked, or has no average, adds to nothing (rulings 24 and 29).
 */
const sumsOf = (segments: readonly IntakeSegment[]): IntakeSum[] => {
  const turns = segments
    .flatMap((segment, at) =>
      isCounted(segment)
        ? [
            { at, day: firstDay(segment), begins: true },
            { at, day: dayAfter(segment), begins: false },
          ]
        : [],
    )
    .sort((a, b) => a.day - b.day);
  const keys = segments.map(orderKey);
  const sums: IntakeSum[] = [];
  const taken = new Set<number>();
  for (const [n, { at, day, begins }] of turns.entries()) {
    if (begins) taken.add(at);
    else taken.delete(at);
    const next = turns[n + 1]?.day;
    if (next === undefined || next === day || taken.size < 2) continue;
    const positions = [...taken].sort((a, b) => a - b);
    const addends = positions.map((position) => segments[position]!).filter(isCounted);
    sums.push({
      from: dayString(day),
      to: dayString(next - 1),
      average: total(addends.filter(({ as_needed }) => !as_needed)),
      up_to: total(addends.filter(({ as_needed }) => as_needed)),
      addends: positions,
      possibly_same_order: new Set(positions.map((position) => keys[position])).size < positions.length,
    });
  }
  return sums;
};

/** What legend actions act on: an order before a dose that was given, no draft before a draft, then by end (ongoing first), then by start, the latest first. */
const mostRecent = (documents: readonly IntakeDocument[]): IntakeDocument =>
  documents.toSorted(
    (a, b) =>
      Number(a.given ?? false) - Number(b.given ?? false) ||
      Number(a.draft) - Number(b.draft) ||
      compare(b.last_day, a.last_day) ||
      compare(b.time_from, a.time_from) ||
      compare(b.recorded_at, a.recorded_at),
  )[0]!;

const givenAmong = (documents: readonly IntakeDocument[]): Pick<IntakeSeries, 'given_doses' | 'is_only_given'> => {
  const { length } = documents.filter(({ given }) => given);
  return length === 0 ? {} : { given_doses: length, ...(length === documents.length ? { is_only_given: true } : {}) };
};

/**
 * Bars by clinic, ingredient and unit. Doses that were given lie in a row of their ingredient, whatever its unit: they have no height. Those of
 * an ingredient that was not ordered have one row.
 */
const rowsOf = (bars: readonly Bar[]): Bar[][] => {
  const rows = new Map<string, Map<string, Bar[]>>();
  const add = (bar: Bar, unitAmong: (units: ReadonlyMap<string, Bar[]>) => string): void => {
    const key = JSON.stringify([bar.document.organization_id, searchText(bar.ingredient)]);
    const own = rows.get(key) ?? new Map<string, Bar[]>();
    rows.set(key, own);
    const unit = unitAmong(own);
    const row = own.get(unit);
    if (row) row.push({ ...bar, unit });
    else own.set(unit, [{ ...bar, unit }]);
  };
  for (const bar of bars) if (!bar.document.given) add(bar, () => bar.unit);
  const ofOrders = (unit: string) => (units: ReadonlyMap<string, Bar[]>) =>
    units.has(unit) ? unit : ([...units.keys()].sort()[0] ?? NO_UNIT);
  for (const bar of bars) if (bar.document.given) add(bar, ofOrders(bar.unit));
  return [...rows.values()].flatMap((own) => [...own.values()]);
};

/**
 * The treatments of a patient as bars of the chart: one series for each active ingredient in one unit, in one organization (they never join
 * across organizations, ruling 37); sorted by name.
 * @param today the clinic's local day
 */
export const intakeSeries = (documents: readonly IntakeDocument[], today: string): IntakeSeries[] => {
  const series = rowsOf(documents.flatMap((document) => barsOf(document, today))).map((bars): IntakeSeries => {
    const own = [...new Map(bars.map(({ document }) => [document.id, document])).values()];
    const standing = mostRecent(own);
    const active = own.some((one) => !one.draft && isActive(one, today));
    const { ingredient, unit } = bars.find(({ document }) => document.id === standing.id)!;
    const segments = bars
      .map(({ segment }) => ({ ...segment, is_default: segment.intake_id === standing.id }))
      // what was given comes last: the positions of what was ordered do not follow from it
      .sort((a, b) => Number(a.given ?? false) - Number(b.given ?? false) || compare(a.from, b.from) || compare(a.intake_id, b.intake_id));
    return {
      id: `${searchText(ingredient)}|${unit}`,
      organization_id: standing.organization_id,
      name: ingredientName(ingredient, own),
      ingredient,
      unit,
      medication_ids: [...new Set(own.map(({ medication_id }) => medication_id).filter((id) => id !== null))],
      intake_ids: own.map(({ id }) => id),
      default_id: standing.id,
      active,
      ...(!active && own.some((one) => !one.draft && isProbablyOver(one, today)) ? { is_probably_over: true as const } : {}),
      ...givenAmong(own),
      unchecked: own.filter(({ draft }) => draft).length,
      ...askedAmong(own),
      segments,
      sums: sumsOf(segments),
    };
  });
  return series.sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id));
};
