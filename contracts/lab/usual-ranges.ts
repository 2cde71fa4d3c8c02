import { z } from 'zod';
import { between, type Birth, birthSpan } from '../wire/birth.ts';
import { Decimal } from '../rules/decimals.ts';
import { isPlain } from '../wire/primitives.ts';

const UNITS = { y: 'year', mo: 'month', wk: 'week', d: 'day' } as const;
type AgeUnit = keyof typeof UNITS;

const AGE = /^(\d{1,3}) (y|mo|wk|d)$/;

/** An age as people count it: '18 y', '6 mo', '2 wk' or '28 d'. */
export const Age = z.string().regex(AGE, "Must be an age such as '18 y', '6 mo', '2 wk' or '28 d'");

/** How many ranges a parameter may have: age groups of each sex. */
export const MOST_RANGES = 40;

/**
 * A usual range, for prefilling only; `sex` where it differs. Without ages it is of adults. `age_from` is the first age it holds for,
 * `age_below` the first it no longer holds for.
 */
export const UsualRange = z
  .object({
    sex: z.enum(['Female', 'Male', 'Other']).optional(),
    age_from: Age.optional(),
    age_below: Age.optional(),
    min: Decimal.nullable(),
    max: Decimal.nullable(),
    /** Where these numbers were published; without it they are of the list that brought them. */
    source: z.string().trim().max(200).refine(isPlain).optional(),
  })
  .describe('Usual range; without `age_from` and `age_below` it is of adults');
export type UsualRange = z.infer<typeof UsualRange>;

const ADULT = 18;

const monthsOf = (date: string): number => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
const wholeMonths = (from: string, to: string): number => monthsOf(to) - monthsOf(from) - (to.slice(8, 10) < from.slice(8, 10) ? 1 : 0);
const wholeDays = (from: string, to: string): number => (Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000;

/** Whole years between two local dates (`YYYY-MM-DD...`). */
export const ageInYears = (date_of_birth: string, on: string): number => Math.floor(wholeMonths(date_of_birth, on) / 12);

const ageIn: Readonly<Record<AgeUnit, (born: string, on: string) => number>> = {
  y: ageInYears,
  mo: wholeMonths,
  wk: (born, on) => Math.floor(wholeDays(born, on) / 7),
  d: wholeDays,
};

const readAge = (age: string): { count: number; unit: AgeUnit } => {
  const [, count, unit] = AGE.exec(age)!;
  return { count: Number(count), unit: unit as AgeUnit };
};

/** Whether somebody has reached this age on that day. */
const hasReached = (age: string, born: string, on: string): boolean => {
  const { count, unit } = readAge(age);
  return ageIn[unit](born, on) >= count;
};

/** Days of a year and of the other units, for comparing ages that are far apart. */
const DAYS: Readonly<Record<AgeUnit, number>> = { y: 365.25, mo: 30.4, wk: 7, d: 1 };

/** Whether one age comes before another. */
export const isYounger = (age: string, other: string): boolean => {
  const [a, b] = [readAge(age), readAge(other)];
  return a.count * DAYS[a.unit] < b.count * DAYS[b.unit];
};

/** Somebody whose ranges are asked for. */
export interface Person extends Birth {
  sex: string;
}

const statesAges = ({ age_from, age_below }: UsualRange): boolean => age_from !== undefined || age_below !== undefined;

const fitsAge = (range: UsualRange, born: string, on: string): boolean => {
  if (!statesAges(range)) return ageInYears(born, on) >= ADULT;
  if (on.slice(0, 10) < born.slice(0, 10)) return false;
  if (range.age_from !== undefined && !hasReached(range.age_from, born, on)) return false;
  return range.age_below === undefined || !hasReached(range.age_below, born, on);
};

/** Whether a range is of somebody's age, on whichever of the days that are known the person was born. */
const surelyFitsAge = (range: UsualRange, birth: Birth, on: string): boolean => {
  const { first, last } = birthSpan(birth, on);
  return fitsAge(range, first, on) && fitsAge(range, last, on);
};

/** Whether it is so on one of these days. */
const possiblyFitsAge = (range: UsualRange, birth: Birth, on: string): boolean => {
  const { first, last } = birthSpan(birth, on);
  if (!statesAges(range)) return ageInYears(first, on) >= ADULT;
  if (on.slice(0, 10) < first) return false;
  if (range.age_from !== undefined && !hasReached(range.age_from, first, on)) return false;
  return range.age_below === undefined || !hasReached(range.age_below, last, on);
};

/** Whether a range may be of somebody of whom less is known: one without ages may be anybody's. */
export const mayFitAge = (range: UsualRange, birth: Birth | undefined, on: string): boolean =>
  !statesAges(range) || birth === undefined || possiblyFitsAge(range, birth, on);

/** Nothing is inferred for sex Other: a range for both sexes mostly spans what differs between Female and Male. */
const fitsSex = (range: UsualRange, sex: string): boolean => range.sex === sex || (range.sex === undefined && sex !== 'Other');

const isSame = (a: UsualRange, b: UsualRange): boolean => a.min === b.min && a.max === b.max;

/**
 * The range that the catalogue has for somebody on that day (rulings 36 and 49): of the own sex before both, of the age group before all
 * adults. A minor is only given a range that states the ages, sex Other only one that states 'Other'. Where two fit equally and say
 * different limits, there is none; nor where another one may fit as well or better, because the day of the birth is not known.
 */
export const rangeFor = (ranges: readonly UsualRange[], { sex, ...birth }: Person, on: string): UsualRange | undefined => {
  const rank = (range: UsualRange): number => (range.sex === undefined ? 0 : 2) + (statesAges(range) ? 1 : 0);
  const possible = ranges.filter(
    (range) => fitsSex(range, sex) && possiblyFitsAge(range, birth, on) && !(range.min === null && range.max === null),
  );
  const fitting = possible.filter((range) => surelyFitsAge(range, birth, on));
  const best = Math.max(...fitting.map(rank));
  const first = fitting.find((range) => rank(range) === best);
  const rivals = possible.filter((range) => rank(range) >= best);
  return first && rivals.every((other) => isSame(first, other)) ? first : undefined;
};

const ageWords = (count: number, unit: AgeUnit): string => `${count} ${UNITS[unit]}${count === 1 ? '' : 's'}`;
const inWords = (age: string): string => {
  const { count, unit } = readAge(age);
  return ageWords(count, unit);
};

const groupOf = ({ age_from, age_below }: UsualRange): string => {
  if (age_from !== undefined && age_below !== undefined) return `${inWords(age_from)} to under ${inWords(age_below)}`;
  if (age_from !== undefined) return `${inWords(age_from)} and over`;
  return age_below === undefined ? 'adult' : `under ${inWords(age_below)}`;
};

/** '43' for who is two years or older, months and days for the younger. */
const ageOf = (born: string, on: string): string => {
  const months = wholeMonths(born, on);
  if (months >= 24) return String(ageInYears(born, on));
  return months >= 2 ? ageWords(months, 'mo') : ageWords(wholeDays(born, on), 'd');
};

/** A list of parameters as people call it: what the product brings is its starter list, a clinic's own is called by its file. */
const listName = (file: string | undefined): string => {
  if (file === undefined) return 'the catalogue';
  if (file.startsWith('lab-parameters-starter')) return "the product's starter list";
  return `the list '${file.replace(/\.(csv|tsv|txt)$/i, '')}'`;
};

/**
 * The range that a form may prefill, with the words to show beside it (ruling 36); undefined where the catalogue has none for this person.
 * @param on the day the sample was collected
 */
export const usualRange = (
  parameter: { usual_ranges: readonly UsualRange[]; source?: string | undefined },
  patient: Person,
  on: string,
): { min: string | null; max: string | null; source: string; whose: string; note: string } | undefined => {
  const range = rangeFor(parameter.usual_ranges, patient, on);
  if (!range) return undefined;
  const source = range.source ?? listName(parameter.source);
  const { first, last } = birthSpan(patient, on);
  const whose = `${patient.sex}, ${between(ageOf(last, on), ageOf(first, on))}`;
  const note = `usual range (${range.sex ? `${groupOf(range)}, ${range.sex}` : groupOf(range)}) from ${source}; ${whose}`;
  return { min: range.min, max: range.max, source, whose, note };
};

/** The least whole years that somebody may have on a day. */
export const leastAge = (birth: Birth, on: string): number => ageInYears(birthSpan(birth, on).last, on);

/** Adults of sex Female or Male: whom ranges without ages are of (ruling 36). */
export const isAdult = (person: Person, on: string): boolean =>
  (person.sex === 'Female' || person.sex === 'Male') && leastAge(person, on) >= ADULT;
