import { shownDay } from '../rules/calendar-days.ts';
import { computed } from '../rules/decimals.ts';
import { averagePerDay, type Dosage, type DoseForm, type Regimen, type Repeating } from './dosages.ts';
import type { PeriodUnit } from './schedules.ts';

/**
 * Doses in words, the same on every screen, in exports and on paper (ruling 52): first what was ordered as it was ordered, then 'avg'.
 * Another way to write the amount stands only in brackets after what was entered.
 */

const lower = (unit: PeriodUnit, count: number): string => `${unit.toLowerCase()}${count === 1 ? '' : 's'}`;
const joined = (texts: readonly string[], by: string): string => texts.filter((text) => text !== '').join(by);

/** 'once a week', 'twice a day', '3 times every 2 days' */
export const frequencyText = ({ frequency, period, period_unit }: Pick<Regimen, 'frequency' | 'period' | 'period_unit'>): string => {
  if (frequency === null || period === null) return '';
  const times = frequency === 1 ? 'once' : frequency === 2 ? 'twice' : `${frequency} times`;
  const article = period_unit === 'Hour' ? 'an' : 'a';
  return period === 1 ? `${times} ${article} ${lower(period_unit, 1)}` : `${times} every ${period} ${lower(period_unit, period)}`;
};

/** What a product is counted in, by the form that its catalogue gives: one and several. What is measured out is counted in doses. */
const PIECES: readonly (readonly [form: RegExp, one: string, several: string])[] = [
  // a product of unknown form has the word of the field's own choice, 'per tablet'
  [/^$|tablet|caplet|pill/i, 'tablet', 'tablets'],
  [/capsule/i, 'capsule', 'capsules'],
  [/suppositor/i, 'suppository', 'suppositories'],
  [/lozenge|troche/i, 'lozenge', 'lozenges'],
  [/patch/i, 'patch', 'patches'],
  [/inject/i, 'injection', 'injections'],
  [/aerosol|inhal|powder, metered/i, 'puff', 'puffs'],
  [/spray/i, 'spray', 'sprays'],
  [/drops/i, 'drop', 'drops'],
];

/** The label of the quantity: 'tablet', 'injections', of a total dose 'doses'. @param shape the form of the product: 'injection, solution' */
export const quantityLabel = (form: DoseForm | null, quantity: number | null, shape = ''): string => {
  const counted = form === 'total dose' ? undefined : PIECES.find(([pattern]) => pattern.test(shape.trim()));
  const [, one, several] = counted ?? [shape, 'dose', 'doses'];
  return quantity === 1 ? one : several;
};

type Amount = Pick<Dosage, 'dose' | 'unit'>;
/** `shape` is the form of the product. */
type Counted = Pick<Regimen, 'form' | 'quantity'> & { shape?: string | undefined };

/** '500 mg'; '' where there is none. */
export const amountText = ({ dose, unit }: Amount): string => (dose === null ? '' : unit === null ? dose : `${dose} ${unit}`);

const exact = (amount: number): string => String(Number(amount.toPrecision(12)));

/** The same amount in other words, in brackets: ' (= 88 mcg)', of several tablets what they come to: ' (= 1000 mg)'. */
const otherwise = ({ dose, unit }: Amount, { form, quantity }: Counted): string => {
  if (dose === null || unit === null) return '';
  const isCounted = form === 'per tablet' && quantity !== null && quantity !== 1;
  const amount = Number(dose) * (isCounted ? quantity : 1);
  const all = isCounted ? `= ${exact(amount)} ${unit}` : '';
  const micrograms = unit === 'mg' && amount > 0 && amount < 1 ? `= ${exact(amount * 1000)} mcg` : '';
  const said = joined([all, micrograms], ' ');
  return said === '' ? '' : ` (${said})`;
};

/** How much of one ingredient is taken at a time: '15 mg', '2 tablets of 500 mg (= 1000 mg)', '2 doses, 500 mg in all'. */
export const doseText = (dosage: Amount, counted: Counted): string => {
  const { form, quantity, shape } = counted;
  const amount = amountText(dosage);
  if (amount === '') return '';
  const label = quantityLabel(form, quantity, shape);
  const said =
    quantity === null || quantity === 1
      ? amount
      : form === 'total dose'
        ? `${quantity} ${label}, ${amount} in all`
        : `${quantity} ${label} of ${amount}`;
  return said + otherwise(dosage, counted);
};

/** 'avg 2.14 mg/day', as needed '+ up to 4000 mg/day'; '' where there is none. */
export const averageText = (average: number | null, unit: string | null, as_needed: boolean): string =>
  average === null || unit === null ? '' : `${as_needed ? '+ up to' : 'avg'} ${computed(average)} ${unit}/day`;

const cycleText = ({ repeat_therapy, repeat, repeat_unit, duration }: Repeating): string => {
  if (!repeat_therapy || repeat === null || repeat_unit === null || duration === null) return '';
  const every = repeat === 1 ? repeat_unit.toLowerCase() : `${repeat} ${lower(repeat_unit, repeat)}`;
  return `for ${duration} ${lower('Day', duration)} every ${every}`;
};

const named = (dosages: readonly Dosage[], one: Dosage, text: string): string =>
  text === '' || dosages.length < 2 ? text : `${one.nonproprietary_name} ${text}`;

const dosesText = (dosages: readonly Dosage[], regimen: Counted): string =>
  joined(
    dosages.map((one) => named(dosages, one, doseText(one, regimen))),
    ' and ',
  );

const averagesText = (dosages: readonly Dosage[], regimen: Regimen, schedule: Repeating): string =>
  joined(
    dosages.map((one) => named(dosages, one, averageText(averagePerDay(one, regimen, schedule), one.unit, regimen.as_needed))),
    ', ',
  );

/** The days for which a dosage was ordered: 'since 06/20/2026', 'until 06/19/2026', 'from 06/20/2026 to 12/31/2026'. */
const daysText = (from: string | null, to: string | null): string => {
  if (from === null) return to === null ? '' : `until ${shownDay(to)}`;
  return to === null ? `since ${shownDay(from)}` : `from ${shownDay(from)} to ${shownDay(to)}`;
};

/** The steps of a tapering and the day on which it ends. */
export interface Taper {
  /** Of all steps. */
  dosages: readonly Dosage[];
  /** Null until discontinued. */
  time_to: string | null;
}

/** What is said of one dosage. */
interface Ordered {
  /** Of one step. */
  dosages: readonly Dosage[];
  regimen: Regimen & Counted;
  schedule: Repeating;
  /** The order in the words of an external record, which stand for ours. */
  written?: string | undefined;
  /** The first and last day of this dosage, where it was not ordered for as long as the treatment lasts. */
  from?: string | null;
  to?: string | null;
  /** The tapering that it is a step of. */
  taper?: Taper | undefined;
  /** When a dose was given that is no order: 'given 06/03/2025 08:15'. */
  given?: string | undefined;
}

const once = { frequency: 1, period: 1, period_unit: 'Day' } as const;
const isOnceADay = (regimen: Regimen): boolean => frequencyText(regimen) === frequencyText(once);

/** '40 to 5 mg'; of doses that do not only fall '3 steps from 5 to 20 mg'. Null where a draft lacks a dose. */
const rangeText = (steps: readonly Dosage[], { form, quantity, shape }: Counted): { range: string; isFalling: boolean } | null => {
  const amounts = steps.map(({ dose }) => (dose === null ? Number.NaN : Number(dose)));
  const [first, last] = [steps[0], steps.at(-1)];
  if (!first || !last || amounts.some(Number.isNaN)) return null;
  const isFalling = steps.every(({ unit }, at) => unit === first.unit && (at === 0 || amounts[at]! <= amounts[at - 1]!));
  const isSame = first.unit === last.unit;
  const range = `${isSame ? first.dose : amountText(first)} to ${amountText(last)}`;
  const tablets =
    form === 'per tablet' && quantity !== null && quantity !== 1 ? `${quantity} ${quantityLabel(form, quantity, shape)} of ` : '';
  return { range: tablets + range, isFalling };
};

/** A tapering as a whole, so that none of its doses reads as a constant one: 'taper 40 to 5 mg until 12/15/2026'. */
const taperText = ({ dosages, time_to }: Taper, regimen: Regimen & Counted): string => {
  const names = [...new Set(dosages.map(({ nonproprietary_name }) => nonproprietary_name))];
  const ranges = names.map((name) => {
    const own = dosages.filter(({ nonproprietary_name }) => nonproprietary_name === name).toSorted((a, b) => a.step - b.step);
    const said = rangeText(own, regimen);
    return { text: joined([names.length > 1 ? name : '', said?.range ?? ''], ' '), isFalling: said?.isFalling ?? true };
  });
  const steps = new Set(dosages.map(({ step }) => step)).size;
  const begins = ranges.every(({ isFalling }) => isFalling) ? 'taper' : `${steps} steps from`;
  return joined(
    [
      begins,
      joined(
        ranges.map(({ text }) => text),
        ' and ',
      ),
      isOnceADay(regimen) ? '' : frequencyText(regimen),
      regimen.as_needed ? 'as needed' : '',
      time_to === null ? 'until discontinued' : `until ${shownDay(time_to)}`,
    ],
    ' ',
  );
};

/** One dosage in words, as much of it as a place asks for. */
export interface OrderText {
  /** The dosage by itself: '15 mg once a week'. */
  dose: string;
  /** With what it comes to (ruling 30): '15 mg once a week, avg 2.14 mg/day'. */
  order: string;
  /** The tapering as a whole: 'taper 40 to 5 mg until 12/15/2026'. */
  taper?: string;
  /**
   * The treatment as ordered, as it reads on a day of this dosage: '1000 mg twice a day since 06/20/2026, avg 2000 mg/day',
   * 'taper 40 to 5 mg until 12/15/2026: 20 mg once a day until 11/28/2026, avg 20 mg/day'.
   */
  as_ordered: string;
}

/** Puts an order into words. Several ingredients are named and stand one after the other. */
export const orderText = ({ dosages, regimen, schedule, written, from = null, to = null, taper, given }: Ordered): OrderText => {
  const doses = dosesText(dosages, regimen);
  const needed = regimen.as_needed ? 'as needed' : '';
  const dose = written ?? joined([doses, frequencyText(regimen), cycleText(schedule), needed], ' ');
  if (given !== undefined) {
    const text = joined([dose, given], ', ');
    return { dose, order: text, as_ordered: text };
  }
  const average = averagesText(dosages, regimen, schedule);
  const order = joined([dose, average], ', ');
  if (!taper) return { dose, order, as_ordered: joined([joined([dose, daysText(from, to)], ' '), average], ', ') };
  const whole = taperText(taper, regimen);
  const step = joined([doses, frequencyText(regimen), needed, to === null ? '' : `until ${shownDay(to)}`], ' ');
  return { dose, order, taper: whole, as_ordered: joined([joined([whole, step], ': '), average], ', ') };
};
