import { z } from 'zod';
import { computed, readTypedNumber, type TypedNumber } from '../rules/decimals.ts';
import { messages } from '../rules/messages.ts';
import { isPlain, oneOf, requiredIfMissing } from '../wire/primitives.ts';
import { cycleLength, daysPerUnit, frequencyUnits, type PeriodUnit, periodUnits, type Schedule } from './schedules.ts';

export const DoseForm = oneOf(['per tablet', 'total dose']);
export type DoseForm = z.infer<typeof DoseForm>;
/** The units that a person may choose; imported ones are kept as they came. Micrograms and grams are written as mg. */
export const DoseUnit = oneOf(['mg', 'units']);
export type DoseUnit = z.infer<typeof DoseUnit>;

/** The dose of one active ingredient; in a tapering, of one step of it. */
export interface Dosage {
  /** The generic name of the ingredient. */
  nonproprietary_name: string;
  /** 0 for a regular schedule; the steps of a tapering count from 0, one after the other. */
  step: number;
  /** How long the step lasts; null for a regular schedule and for a last step that lasts until discontinued. */
  days: number | null;
  /** A decimal text; null while a draft lacks it. */
  dose: string | null;
  /** 'mg' or 'units'; another one only where an external record brought it. */
  unit: string | null;
}

/** How much and how often: what a change of dosage replaces. */
export interface Regimen {
  /** Whether `dose` is that of one tablet, taken `quantity` times, or of the whole administration whatever the quantity. */
  form: DoseForm | null;
  quantity: number | null;
  /** Times in each `period` of `period_unit`s. */
  frequency: number | null;
  period: number | null;
  period_unit: PeriodUnit;
  as_needed: boolean;
  /** At least one for each active ingredient that counts. */
  dosages: readonly Dosage[];
}

/** Digits in a text are turned into a number, an empty field is null; whole and positive is a rule of the form. */
export const Count = z.preprocess((typed) => {
  if (typeof typed !== 'string') return typed;
  return typed.trim() === '' ? null : /^\s*\+?\d{1,9}\s*$/.test(typed) ? Number(typed) : typed;
}, z.number(messages.number).nullable().default(null));

const name = z.string(requiredIfMissing).trim().min(1, messages.required).max(2000).refine(isPlain, messages.format);

const withoutTrailingZeros = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);

/** A dose as text, digits as typed but for zeros at its end (ruling 28). */
const Dose = z
  .string(messages.number)
  .regex(/^(0|[1-9]\d{0,14})(\.\d{1,12})?$/, messages.number)
  .transform(withoutTrailingZeros);

/** The dosage fields as a form sends them: what is missing is null and a matter of its rules. */
export const typedRegimen = {
  form: DoseForm.nullable().default(null),
  quantity: Count,
  frequency: Count,
  period: Count,
  period_unit: oneOf(frequencyUnits).default('Day'),
  as_needed: z.boolean().default(false),
  dosages: z
    .array(
      z.object({
        nonproprietary_name: name,
        step: z.int().min(0).max(199).default(0),
        days: Count,
        dose: Dose.nullable().default(null),
        unit: DoseUnit.nullable().default(null),
      }),
    )
    .max(200, 'At most 200 doses fit into one treatment')
    .default([]),
};

/** The dosage fields as they are stored, and as external records bring them: any unit, fractions of a tablet, any period. */
export const storedRegimen = {
  form: DoseForm.nullable(),
  quantity: z.number().nullable(),
  frequency: z.number().nullable(),
  period: z.number().nullable(),
  period_unit: z.enum(periodUnits),
  as_needed: z.boolean(),
  dosages: z.array(
    z.object({
      nonproprietary_name: z.string(),
      step: z.int(),
      days: z.int().nullable(),
      dose: z.string().nullable(),
      unit: z.string().nullable(),
    }),
  ),
};

/** The active ingredients that a generic name holds: several are separated by ';'. */
export const ingredientsOf = (nonproprietary_name: string): string[] => [
  ...new Set(
    nonproprietary_name
      .split(';')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

/** What typing or pasting leaves in a dose field: digits, plus, comma and period only, and of several periods the first. */
export const reducedDose = (typed: string): string => {
  const signs = typed.replace(/[^\d+,.]/g, '');
  const first = signs.indexOf('.');
  return first < 0 ? signs : signs.slice(0, first + 1) + signs.slice(first + 1).replace(/\./g, '');
};

/**
 * How a typed dose is read (document 2 section 5 with ruling 28): commas are periods, '.5' is '0.5', '5.0' is '5'; a comma followed by three
 * digits asks which of two numbers was meant.
 */
export const readTypedDose = (typed: string): TypedNumber => {
  const read = readTypedNumber(reducedDose(typed));
  if (read.kind === 'number') return { kind: 'number', decimal: withoutTrailingZeros(read.decimal) };
  if (read.kind !== 'ambiguous') return read;
  return { kind: 'ambiguous', readings: [withoutTrailingZeros(read.readings[0]), withoutTrailingZeros(read.readings[1])] };
};

/** Only these can be summed: an imported dose in another unit has no average (ruling 29). */
const counted: ReadonlySet<string> = new Set(DoseUnit.options);

/** The dose of one administration, unrounded: the dose of a tablet times their number, or the whole whatever the number. */
export const dosePerAdministration = ({ dose, unit }: Pick<Dosage, 'dose' | 'unit'>, { form, quantity }: Regimen): number | null => {
  if (dose === null || unit === null || !counted.has(unit) || form === null) return null;
  if (form === 'total dose') return Number(dose);
  return quantity === null ? null : Number(dose) * quantity;
};

/** What the share of treated days follows from. */
export type Repeating = Pick<Schedule, 'time_from' | 'duration' | 'repeat_therapy' | 'repeat' | 'repeat_unit'>;

/** Days of treatment in how many days: those of the repeat cycle, one in one where nothing repeats; null while it cannot be said. */
const treatedDays = (schedule: Repeating): { treated: number; of: number } | null => {
  if (!schedule.repeat_therapy) return { treated: 1, of: 1 };
  const of = cycleLength(schedule);
  return of === null || schedule.duration === null ? null : { treated: Math.min(schedule.duration, of), of };
};

/**
 * Average daily dosage (ruling 19), unrounded, in the dosage's unit: dose per administration x frequency / period in days, times the treated
 * share of the cycle. Of what is taken as needed it is the most that may be taken. Null where something for it is missing.
 */
export const averagePerDay = (dosage: Pick<Dosage, 'dose' | 'unit'>, regimen: Regimen, schedule: Repeating): number | null => {
  const dose = dosePerAdministration(dosage, regimen);
  const [{ frequency, period, period_unit }, days] = [regimen, treatedDays(schedule)];
  if (dose === null || frequency === null || period === null || period <= 0 || days === null) return null;
  // Divided once and last: 0.15 mg on 21 of 28 days is 0.1125, not a little less.
  return (dose * frequency * days.treated) / (period * daysPerUnit[period_unit] * days.of);
};

/** Two decimals, never below three significant digits. */
export const roundedAverage = (average: number | null): number | null => (average === null ? null : Number(computed(average)));
