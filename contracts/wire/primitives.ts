import { daysInMonth } from '../rules/calendar-days.ts';
import { z } from 'zod';
import { messages } from '../rules/messages.ts';

/** Identifier made by us: a UUID, folded to small letters, since streams and keys are named by it. */
export const Id = z.uuid().toLowerCase();

const UUID = z.regexes.uuid();
/** Whether it is an id, for what is asked at each request. */
export const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** The path of a call about one item. */
export const ById = z.object({ id: Id });

/** Revision of an item's stream, sent to the form and returned with the command. */
export const Version = z.int().nonnegative();

/** UTC time with milliseconds, as `Date.toISOString` writes it: when something was recorded. */
export const Instant = z.iso.datetime({ precision: 3 });

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Whether the text is a real calendar day and time between 1900-01-01 and 2050-12-31. */
export const isLocalDateTime = (text: string): boolean => {
  const match = LOCAL.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1900 || year > 2050 || month < 1 || month > 12 || day < 1) return false;
  return day <= daysInMonth(year, month);
};

const isMissing = (input: unknown): boolean => input === undefined || input === null;

/** The error of a field that is not there at all; of one that is there and wrong the schema says what is wrong. */
export const requiredIfMissing = {
  error: ({ input }: { input?: unknown }): string | undefined => (isMissing(input) ? messages.required : undefined),
};

/** One of a few words. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: ({ input }) => (isMissing(input) || input === '' ? messages.required : messages.oneOf(values)) });

/** What a form says about a field that is not there at all, or is not a text. */
const text = (wrong: string = messages.format) => z.string({ error: ({ input }) => (isMissing(input) ? messages.required : wrong) });

/** A local calendar fact without a zone, `YYYY-MM-DDTHH:mm:ss`, 1900 to 2050: when it happened to the patient (ruling 4). */
export const LocalDateTime = text(messages.date)
  .min(1, { error: messages.required, abort: true })
  .refine(isLocalDateTime, messages.date)
  .describe('Local time, `YYYY-MM-DDTHH:mm:ss`');

/** Whether a text is one line that can be stored, shown and printed everywhere: no control characters, no halves of a surrogate pair. */
export const isPlain = (typed: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(typed);

/** As `isPlain`, with tabs and line breaks. */
const isPlainLines = (typed: string): boolean => isPlain(typed.replace(/[\t\n\r]/g, ' '));

/** A trimmed text that is not empty. */
export const Text = text().trim().min(1, messages.required).max(2000).refine(isPlain, messages.format);

/** A trimmed text, or nothing. */
export const OptionalText = z.string().trim().max(2000).refine(isPlain, messages.format).optional();

/** Of a text that has to be there: nothing at all is said to be missing, before what it should look like. */
export const requiredOr = (wrong: string) => ({
  error: ({ input }: { input?: unknown }): string => (isMissing(input) || input === '' ? messages.required : wrong),
});

/** Refuses an empty text as missing, and says no more of it. */
export const filled = { error: messages.required, abort: true } as const;

export const Email = z.email(requiredOr(messages.format)).max(254);

/** Digits 3-2-4, with or without dashes or spaces between. */
export const SocialSecurityNumber = text()
  .trim()
  .regex(/^\d{3}[- ]?\d{2}[- ]?\d{4}$/, requiredOr(messages.format));

/** Optional plus, then 3 to 20 digits. Spaces, dashes, dots and brackets between them are left out: stored in one form, however it was typed. */
const phone = (wrong: Parameters<z.ZodString['regex']>[1]) =>
  text()
    .overwrite((typed) => typed.replace(/[\s().\-\u2010-\u2013]/g, ''))
    .regex(/^\+?\d{3,20}$/, wrong);
export const Phone = phone(requiredOr(messages.phone)).describe(
  'Telephone number: an optional plus and digits, stored without what stands between',
);
/** The same, where none is needed. */
export const OptionalPhone = phone(messages.phone).optional();

/** How much fits into a comment, a reason or a note. */
export const LONGEST_COMMENT = 2000;

/** The reason of a change to medical data (ruling 11); it may have several lines. */
export const Comment = z
  .string(messages.comment)
  .trim()
  .min(1, messages.comment)
  .max(LONGEST_COMMENT, messages.maxLength(LONGEST_COMMENT))
  .refine(isPlainLines, messages.format);
