import { readRange } from '../rules/printed-ranges.ts';
import { z } from 'zod';
import { Decimal } from '../rules/decimals.ts';
import { Comparator, type LabValue, Region } from './lab-values.ts';

/** Why a reading is not to be trusted unseen: a closed list, each with the text shown to a person. */
export const doubtTexts = {
  'low-confidence': 'Hard to read on the page',
  'two-readings': 'Two readings of this value differ',
  'decimal-uncertain': 'The decimal point or grouping is uncertain',
  'value-not-number': 'The value is not a number',
  'outside-plausible': 'The value is far outside its range',
  'unit-missing': 'No unit was found',
  'unit-uncertain': 'The unit is uncertain',
  'range-missing': 'No reference range was found',
  'range-unclear': 'The reference range could not be understood',
  'flag-disagrees-range': 'The reported flag disagrees with the range',
  'fuzzy-name': 'The name was matched approximately',
  'unknown-name': 'The name is not in the catalogue',
  'name-uncertain': 'The name is uncertain',
  'date-order-uncertain': 'Day and month, or the century, could be meant otherwise',
} as const;
export type Doubt = keyof typeof doubtTexts;
export const Doubt = z.enum(Object.keys(doubtTexts) as [Doubt, ...Doubt[]]);

/** The field of a row that a doubt is about: what is typed there answers it. */
export const fieldOfDoubt = {
  'low-confidence': 'value',
  'two-readings': 'value',
  'decimal-uncertain': 'value',
  'value-not-number': 'value',
  'outside-plausible': 'value',
  'unit-missing': 'unit',
  'unit-uncertain': 'unit',
  'range-missing': 'range',
  'range-unclear': 'range',
  'flag-disagrees-range': 'range',
  'fuzzy-name': 'name',
  'unknown-name': 'name',
  'name-uncertain': 'name',
  'date-order-uncertain': 'value',
} as const satisfies Record<Doubt, 'name' | 'value' | 'unit' | 'range'>;

/** A text as it is printed, '' where there is none, and its place; null where nothing is known about that. */
const Printed = z.object({ field_value: z.string(), region: Region.nullable() });

/** One row of a report. Texts are as printed: '11,2', '<0,6', '> OR = 60', 'Negative'. */
export const RecognisedRow = z.object({
  /** Unique within the page. */
  id: z.string().min(1).max(64),
  /** The whole row; null where nothing is known about the place. */
  region: Region.nullable(),
  field_value: z.object({
    name: Printed,
    /** With its comparator, without its flag. */
    value: Printed,
    range: Printed,
    unit: Printed,
  }),
  comparator: Comparator.optional(),
  /** The laboratory's own flag, as printed, normalised to H, L, HH, LL, A, AA or *. */
  flag: z.string().max(8).optional(),
  /** The value as a decimal with '.', null for a text result or one that is not understood. */
  value: Decimal.nullable(),
  /** Limits of the range as decimals, null where open or not a number. */
  min: Decimal.nullable(),
  max: Decimal.nullable(),
  /** The catalogue's parameter and the alias that matched. */
  parameter_id: z.string().optional(),
  matched_alias: z.string().optional(),
  /** The catalogue says of this parameter that it is left out of pages, unless a person takes it in. */
  ignored: z.literal(true).optional(),
  /** The printed phrase, where the match is approximate. */
  fuzzy_match_from: z.string().optional(),
  confidence: z.number().min(0).max(1),
  doubts: z.array(Doubt),
});
export type RecognisedRow = z.infer<typeof RecognisedRow>;

/**
 * A line, or a part of one, that looks like a result and became no row: a name and a figure or 'negative', beside a unit, a range or a flag.
 * A person makes a row of it, with its id, or passes it by.
 */
export const UnreadLine = z.object({
  /** Unique among the rows of the page too. */
  id: z.string().min(1).max(64),
  /** As it was read. */
  text: z.string(),
  region: Region.nullable(),
  /** The likely name, value and unit; '' where the line cannot be divided. */
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  flag: z.string().max(8).optional(),
});
export type UnreadLine = z.infer<typeof UnreadLine>;

/** The fields about person and time, found above the rows. */
export const headerFields = ['patient_first_name', 'patient_last_name', 'date_of_birth', 'date_collected'] as const;
export type HeaderField = (typeof headerFields)[number];

/** A calendar day, YYYY-MM-DD. */
const Day = z.iso.date();

/** What reading one page yields. Regions are in pixels of the page image (0,0 top left). */
export const RecognisedPage = z.object({
  /** 1-based. */
  page: z.int().positive(),
  /** Share of the rows, and of the lines that should have been rows, that carry no doubt; 0 without rows. */
  recognition_rate: z.number().min(0).max(1),
  patient_first_name: z.string().nullable(),
  patient_last_name: z.string().nullable(),
  date_of_birth: Day.nullable(),
  date_collected: Day.nullable(),
  header_regions: z.partialRecord(z.enum(headerFields), Region),
  header_doubts: z.partialRecord(z.enum(headerFields), z.array(Doubt)),
  /** Pixels of the page image. */
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  /** Read from the document's own text, or recognised from its picture. */
  source: z.enum(['text', 'image']),
  /** Why this page alone could not be read; its row_data is empty then. */
  error_message: z.string().optional(),
  row_data: z.array(RecognisedRow),
  /** Pages that were read by earlier releases have none. */
  unread: z.array(UnreadLine).optional(),
  /** How many columns of results of earlier days were left aside, where there are any. */
  earlier_columns: z.int().positive().optional(),
});
export type RecognisedPage = z.infer<typeof RecognisedPage>;

/** Share of rows that carry no doubt, of all rows and of the lines that look like results and are no row. */
export const recognitionRate = ({
  row_data,
  unread = [],
}: {
  row_data: readonly Pick<RecognisedRow, 'doubts'>[];
  unread?: readonly UnreadLine[] | undefined;
}): number => {
  const certain = row_data.filter(({ doubts }) => doubts.length === 0).length;
  return certain === 0 ? 0 : certain / (row_data.length + unread.length);
};

/** What was read as a record takes it: one line without control characters, not cut inside a character. */
export const plain = (read: string, length: number): string =>
  read
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, length)
    .replace(/\p{Cs}$/u, '');

/** '< 5.0' where the page prints one limit that is outside of the range; undefined for every other range. */
export const strictRange = (printed: string, { min, max }: Pick<RecognisedRow, 'min' | 'max'>): string | undefined => {
  if ((min === null) === (max === null) || !readRange(printed, null).isStrict) return undefined;
  return min === null ? `< ${max}` : `> ${min}`;
};

/** Printed words of a range that its limits do not contain: '< 5.0', or a range that was not read as numbers. */
const printedWords = (row: RecognisedRow): string | undefined => {
  const printed = row.field_value.range.field_value;
  if (row.min !== null || row.max !== null) return strictRange(printed, row);
  return plain(printed, 400) || undefined;
};

/** A row as it will stand in the record once somebody agrees: a quantity, or a text result. */
export const labValueOf = (row: RecognisedRow, parameter_id: string | null): LabValue => {
  const text = plain(row.field_value.value.field_value, 400);
  const range_text = printedWords(row);
  return {
    entry_id: row.id,
    parameter_id,
    name: plain(row.field_value.name.field_value, 200) || '?',
    ...(row.comparator !== undefined && row.value !== null ? { comparator: row.comparator } : {}),
    value: row.value,
    ...(row.value === null && text !== '' ? { text } : {}),
    unit: plain(row.field_value.unit.field_value, 60),
    min: row.min,
    max: row.max,
    ...(range_text === undefined ? {} : { range_text }),
    ...(row.flag === undefined ? {} : { flag: row.flag }),
    ...(row.region ? { region: row.region } : {}),
  };
};
