import { z } from 'zod';
import { Doubt } from '../observations/recognition.ts';
import { importCodes } from '../wire/open-questions.ts';

/** What a form asks before saving, or a page of a report before it is validated. */
const formCodes = [
  'future-date',
  'before-birth',
  'ten-times-off',
  /** A dose that is no number of tablets of the product's strength. */
  'not-the-strength',
  'implausible',
  'implausible-bmi',
  'height-changed',
  'unit-missing',
  'unit-differs',
  'flag-disagrees',
  /** The same value of that day is in the record already. */
  'already-recorded',
  'weekly-methotrexate',
  /** A typed number that has two readings, and the one that was chosen. */
  'typed-number',
  /** A typed value that is neither a number nor plainly words was kept as text. */
  'typed-text',
] as const;

const pageCodes = [
  /** The page names somebody else than the chosen patient. */
  'other-person',
  /** The page names nobody: its patient was taken over from the page before, or chosen at the upload. */
  'patient-taken-over',
  'twice-on-page',
  /** Another value was typed over the one that was read. */
  'typed-over',
  /** Doubts of reading, or questions about a page, that nobody looked at: 'Save all the same'. */
  'not-looked-at',
] as const;

/**
 * A question that was asked about what was entered, and that a person answered with 'as it stands'. The event of the command carries it: who
 * and when are the event's own.
 */
export const AcceptedDoubt = z.object({
  code: z.enum([...formCodes, ...pageCodes, ...importCodes, ...Doubt.options]),
  /** Of the item ('collected', 'dosages.0.dose'), or of the value that is named beside ('value', 'unit'). */
  field: z.string().min(1).max(100),
  /** The value that was asked about; missing where it was the item itself. */
  entry_id: z.string().min(1).max(64).optional(),
  /** The question as it was shown. */
  text: z.string().min(1).max(2000),
});
export type AcceptedDoubt = z.infer<typeof AcceptedDoubt>;

/** As commands and events carry them; missing where nothing was asked. */
export const AcceptedDoubts = z.array(AcceptedDoubt).max(5000).optional();

/** A typed number or text of a value that was asked about while it was typed, with what a person chose. */
export const typedDoubt = (
  { entry_id, name }: { entry_id: string; name: string },
  field: string,
  typed: string,
  reading: string | undefined,
): AcceptedDoubt =>
  reading === undefined
    ? { code: 'typed-text', field, entry_id, text: `${name}: '${typed.trim()}' was kept as text` }
    : { code: 'typed-number', field, entry_id, text: `${name}: '${typed.trim()}' was read as ${reading}` };

type Entries = readonly { entry_id: string }[];

/** A warning as a doubt: 'parameters.0.value' is the field 'value' of the first of the entries. */
export const doubtOf = (
  { path, code, message }: { path: string; code: AcceptedDoubt['code']; message: string },
  entries: Entries = [],
): AcceptedDoubt => {
  const [, index, field] = /^\w+\.(\d+)\.(\w+)$/.exec(path) ?? [];
  const entry = index === undefined ? undefined : entries[Number(index)];
  return entry && field ? { code, field, entry_id: entry.entry_id, text: message } : { code, field: path, text: message };
};

const isSame = (a: AcceptedDoubt, b: AcceptedDoubt): boolean => a.code === b.code && a.field === b.field && a.entry_id === b.entry_id;

interface Known {
  /** The values of the item: no other can be asked about. */
  entries?: Entries;
  /** What the service asks itself about what was sent. */
  asked?: readonly AcceptedDoubt[];
  /** Codes of questions that follow from what was sent alone: what the service does not ask was never asked. */
  decided?: readonly AcceptedDoubt['code'][];
}

/**
 * What a person accepted, checked by the service that stores it. Questions that follow from what was sent alone are asked again, and stored
 * in the words of the service; those that follow from earlier values or from the day stay as they were shown.
 */
export const checkedDoubts = (
  accepted: readonly AcceptedDoubt[] = [],
  { entries = [], asked = [], decided = [] }: Known = {},
): { errors: Record<string, string[]>; checked: { accepted?: AcceptedDoubt[] } } => {
  const ids = new Set(entries.map(({ entry_id }) => entry_id));
  const errors: Record<string, string[]> = {};
  const doubts = accepted.map((doubt, index) => {
    if (doubt.entry_id !== undefined && !ids.has(doubt.entry_id)) errors[`accepted.${index}.entry_id`] = ['There is no such value'];
    const own = asked.find((one) => isSame(one, doubt));
    if (!own && decided.includes(doubt.code)) errors[`accepted.${index}.code`] = ['This was not asked'];
    return own ?? doubt;
  });
  return { errors, checked: doubts.length === 0 ? {} : { accepted: doubts } };
};
