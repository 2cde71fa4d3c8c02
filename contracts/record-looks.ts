import { z } from 'zod';
import { command } from './command.ts';
import { event, type EventOf } from './event.ts';
import type { MedicalItemView } from './medical-items.ts';
import { Id, Instant, Text } from './primitives.ts';

/** What a person looked at of a record: `history` its History of Data Entry, which takes what came from outside off the count. */
export const LookKind = z.enum(['history']);
export type LookKind = z.infer<typeof LookKind>;

/** What the screen sends once it has shown them: up to where, as the query answered it in `until`. */
export const Look = z.object({ kind: LookKind, until: Text });
export type Look = z.infer<typeof Look>;

/** Up to where somebody has looked: a position of that log, and when, for a log whose positions are others. */
export const LookMark = z.object({ log_id: Id, position: z.string(), at: Instant });
export type LookMark = z.infer<typeof LookMark>;

export const RecordLookCommand = z.discriminatedUnion('type', [
  command('LookAtRecord', { user_id: Id, patient_id: Id, kind: LookKind, mark: LookMark }),
]);
export type RecordLookCommand = z.infer<typeof RecordLookCommand>;

/** Whole states: the last one alone says everything. When somebody looked at what is sealed with the record. */
export const recordLookEvents = [
  event(
    'RecordLookedAt',
    { user_id: Id, patient_id: Id, kind: LookKind, history: LookMark.optional() },
    { open: ['user_id', 'patient_id'], by: 'patient', id: 'patient_id' },
  ),
] as const;
export type RecordLookEvent = EventOf<(typeof recordLookEvents)[number]>;

/** The stream of one person's looks at one record. */
export const recordLooksStream = (user_id: string, patient_id: string): string => `record_looks-${user_id}-${patient_id}`;

/** What sources outside the clinic brought, corrected or removed in a record since somebody last looked at its History of Data Entry. */
export interface ExternalDifferences {
  /** The latest first, each with its `external_change`. */
  items: MedicalItemView[];
  /** Of all of them, whatever page is asked for: the sum of the three. */
  overall_count: number;
  brought: number;
  corrected: number;
  removed: number;
  /** UTC with milliseconds: when the person last looked; null for never. */
  last_looked_at: string | null;
  /** From where it was counted: asked again with `since`, the same are counted whatever was looked at meanwhile. */
  since: string;
  /** Up to where it was counted: what a look at them sends. Null where there is nothing. */
  until: string | null;
  stale?: true;
}
