import { z } from 'zod';
import { AcceptedDoubts } from './accepted-doubts.ts';
import { ITEM_KINDS, itemKinds, kindNames } from './item-kinds.ts';
import { Region } from '../observations/lab-values.ts';
import { Id } from '../wire/primitives.ts';

/** What was done to an item, for programs; its words are in `action`. */
export const AuditAction = z.enum([
  ...(['created', 'imported', 'read-from-report', 'changed', 'stopped', 'dosage-changed', 'removed', 'seen'] as const),
  ...(['uploaded', 'reading-started', 'page-generated', 'page-read', 'page-unread', 'reading-finished', 'reading-failed'] as const),
  ...(['page-validated', 'rows-taken-up', 'page-removed', 'erasure-ordered', 'erased', 'not-as-recorded'] as const),
]);
export type AuditAction = z.infer<typeof AuditAction>;

/** A difference in words, and the same as data. */
export const AuditChange = z.object({
  field: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Names the value that changed, where it was one. */
  entry_id: z.string().optional(),
  /** The field as the item's own calls name it ('time_from', 'parameters.value'); one of several fields that are told together stands for them. */
  path: z.string().optional(),
  /** As stored: numbers with their digits and unit, dates as local dates; null is 'not there'. */
  from_data: z.unknown().optional(),
  to_data: z.unknown().optional(),
  /** `from` is what was read on a page, and a person changed it before it was in the record: nothing stood there before. */
  is_read: z.literal(true).optional(),
});

/** One operation on an item, read from its stream. */
export const AuditEntry = z.object({
  /** Id of the event. */
  audit_id: z.string(),
  /** In words: 'Created', 'Changed', 'Removed', 'Read from report'. */
  action: z.string(),
  action_code: AuditAction.optional(),
  event_type: z.string(),
  version: z.int(),
  /** Name of the person; 'OCR' where no person did it. */
  created_by: z.string(),
  created_by_id: Id.nullable(),
  /** UTC with milliseconds. */
  created_at: z.string(),
  /** The reason given. */
  comment: z.string().optional(),
  /** Differences to the version before. */
  changes: z.array(AuditChange),
  /** Questions that the person answered with 'as it stands'. */
  accepted: AcceptedDoubts,
  /** Pages and regions the values were read from. */
  sources: z.array(z.object({ entry_id: z.string(), name: z.string(), file_id: Id, page_id: Id, region: Region.optional() })),
  /** The data's key was destroyed: only who and when remain. */
  erased: z.boolean().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The history of an item, and what it says as it stands, readable; of a removed one what it said, but to its patient (decision 0045). */
export const AuditAnswer = z.object({
  /** The oldest first. */
  items: z.array(AuditEntry),
  overall_count: z.int(),
  facts: z.array(
    z.object({
      field: z.string(),
      value: z.string(),
      path: z.string().optional(),
      entry_id: z.string().optional(),
      data: z.unknown().optional(),
    }),
  ),
});
export type AuditAnswer = z.infer<typeof AuditAnswer>;

/** The documents' names of item types in the audit call. */
export const AuditType = z.enum([...kindNames('audit'), 'patient', 'report']);
export type AuditType = z.infer<typeof AuditType>;

const auditedStreams = new Map([
  ...ITEM_KINDS.map((kind) => [itemKinds[kind].audit as string, itemKinds[kind].stream as string] as const),
  ['patient', 'patient'] as const,
  ['report', 'report'] as const,
]);

/** The stream in which an item's history lies; undefined for what is no type of item. */
export const auditedStream = (type: unknown, id: string): string | undefined => {
  const prefix = typeof type === 'string' ? auditedStreams.get(type) : undefined;
  return prefix === undefined ? undefined : `${prefix}-${id.toLowerCase()}`;
};
