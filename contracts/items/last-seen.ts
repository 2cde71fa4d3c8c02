import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { kindNames } from './item-kinds.ts';
import { ExternalChange, MedicalItemView } from './medical-items.ts';
import { Id, Instant, Text } from '../wire/primitives.ts';

/**
 * What a person looked at of a record: `history` its History of Data Entry, which takes what came from outside off the count; `changes` what
 * is new in the record, which was said to be seen. Neither says anything of the other.
 */
export const SeenKind = z.enum(['history', 'changes']);
export type SeenKind = z.infer<typeof SeenKind>;

/** What the screen sends once it has shown them: up to where, as the query answered it in `until`. */
export const Seen = z.object({ kind: SeenKind, until: Text });
export type Seen = z.infer<typeof Seen>;

/** Up to where somebody has looked: a position of that log, and when, for a log whose positions are others. */
export const LastSeenMark = z.object({ log_id: Id, position: z.string(), at: Instant });
export type LastSeenMark = z.infer<typeof LastSeenMark>;

export const LastSeenCommand = z.discriminatedUnion('type', [
  command('LookAtRecord', { user_id: Id, patient_id: Id, kind: SeenKind, mark: LastSeenMark }),
]);
export type LastSeenCommand = z.infer<typeof LastSeenCommand>;

/** Whole states: the last one alone says everything. When somebody looked at what is sealed with the record. */
export const lastSeenEvents = [
  event(
    'RecordLookedAt',
    { user_id: Id, patient_id: Id, kind: SeenKind, history: LastSeenMark.optional(), changes: LastSeenMark.optional() },
    { open: ['user_id', 'patient_id'], by: 'patient', id: 'patient_id' },
  ),
] as const;
export type LastSeenEvent = EventOf<(typeof lastSeenEvents)[number]>;

/** The stream of one person's looks at one record. */
export const lastSeenStream = (user_id: string, patient_id: string): string => `record_looks-${user_id}-${patient_id}`;

/** What sources outside the clinic brought, corrected or removed in a record since somebody last looked at its History of Data Entry. */
export const ExternalDifferences = z.object({
  /** The latest first, each with its `external_change`. */
  items: z.array(MedicalItemView),
  /** Of all of them, whatever page is asked for: the sum of the three. */
  overall_count: z.int(),
  brought: z.int(),
  corrected: z.int(),
  removed: z.int(),
  /** UTC with milliseconds: when the person last looked; null for never. */
  last_looked_at: z.string().nullable(),
  /** From where it was counted: asked again with `since`, the same are counted whatever was looked at meanwhile. */
  since: z.string(),
  /** Up to where it was counted: what a look at them sends. Null where there is nothing. */
  until: z.string().nullable(),
  stale: z.literal(true).optional(),
});
export type ExternalDifferences = z.infer<typeof ExternalDifferences>;

/**
 * What became of an item, as somebody who comes back wants to hear it: a value of its own for what external sources did, what was removed, and
 * drafts, which nobody has checked (ruling 24); otherwise its type.
 */
export const CountedAs = z.enum(['external', 'removed', 'unchecked', ...kindNames('counted')]);
export type CountedAs = z.infer<typeof CountedAs>;

const counts = Object.fromEntries(CountedAs.options.map((name) => [name, z.int()])) as Record<CountedAs, z.ZodInt>;

/** What is new in a record since somebody said to have seen everything; what the person wrote is not. Each item counts once. */
export const RecordChanges = z.object({
  ...counts,
  /** Changed, and there before; the numbers of the types are of new ones alone. */
  corrected: z.int(),
  /** Checked results among these with a critical value, and those with another abnormal one. */
  critical: z.int(),
  abnormal: z.int(),
  /** Those of patients that no doctor has seen, however old (ruling 39). */
  comments: z.int(),
  /** UTC with milliseconds: when the person last said so; null for never. */
  last_seen_at: z.string().nullable(),
  /** From where it was counted, for asking which items these are. */
  since: z.string(),
  /** Up to where it was counted: what 'Seen' sends. Null where there is nothing but comments. */
  until: z.string().nullable(),
  stale: z.literal(true).optional(),
});
export type RecordChanges = z.infer<typeof RecordChanges>;

/** An item that is counted in `RecordChanges`, and what happened to it; 'commented' where only a comment on it waits for a doctor. */
export const ChangedItem = MedicalItemView.pick({
  id: true,
  type: true,
  name: true,
  date_applies: true,
  date_applies_precision: true,
}).extend({
  change: z.enum([...ExternalChange.options, 'commented']),
});
export type ChangedItem = z.infer<typeof ChangedItem>;
