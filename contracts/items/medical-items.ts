import { z } from 'zod';
import { AuditAction, AuditChange } from './history.ts';
import { kindNames } from './item-kinds.ts';
import { Origin } from '../wire/origin.ts';
import { Precision } from '../wire/precision.ts';
import { Id, Version } from '../wire/primitives.ts';

/** What kind of medical item a row of the History of Data Entry is. */
export const MedicalItemType = z.enum(kindNames('type'));
export type MedicalItemType = z.infer<typeof MedicalItemType>;

/** What a source outside the clinic did to an item: the last word of it, where it did several things. */
export const ExternalChange = z.enum(['brought', 'corrected', 'removed']);
export type ExternalChange = z.infer<typeof ExternalChange>;

/** One dosage of a treatment that was changed on its way: a row beneath its treatment's. */
export const NestedItem = z.object({
  name: z.string(),
  date_applies: z.string().nullable(),
  time_to: z.string().nullable(),
});
export type NestedItem = z.infer<typeof NestedItem>;

/** The last thing that was done to an item: who did it, when, why, and to which values. */
export const LastOperation = z.object({
  action: z.string(),
  action_code: AuditAction.optional(),
  event_type: z.string().optional(),
  by: z.string(),
  by_id: Id.nullable().optional(),
  /** UTC with milliseconds. */
  at: z.string(),
  reason: z.string().optional(),
  /** The first of them. */
  changes: z.array(AuditChange),
  /** How many changes there are besides. */
  more: z.int(),
});
export type LastOperation = z.infer<typeof LastOperation>;

/** One medical item of any type as the History of Data Entry lists it; a removed one keeps its row under 'Removed' (ruling 34). */
export const MedicalItemView = z.object({
  id: Id,
  patient_id: Id,
  organization_id: Id,
  organization_name: z.string().optional(),
  type: MedicalItemType,
  /** What it is, in a line: disease, medication and dose, names of values. */
  name: z.string(),
  /** When it happened to the patient; null where an external record did not say. */
  date_applies: z.string().nullable(),
  date_applies_precision: Precision.optional(),
  /** End of what lasts a while; null is ongoing. Not there for what happened once. */
  time_to: z.string().nullable().optional(),
  time_to_precision: Precision.optional(),
  draft: z.boolean(),
  origin: Origin,
  file_id: Id.optional(),
  page_id: Id.optional(),
  /** User id of the last editor; null: it was read, or imported, and no person edited it. */
  last_edited_by: Id.nullable(),
  last_edited_by_name: z.string().optional(),
  /** UTC with milliseconds: when it was last written. */
  recorded_at: z.string(),
  nested_items: z.array(NestedItem),
  /** Read from the item's own events; missing where they can no longer be read. */
  last_operation: LastOperation.optional(),
  /** Who removed it, when and why. */
  removed: z.object({ by: Id.nullable(), by_name: z.string().optional(), at: z.string(), reason: z.string() }).optional(),
  /** A removed item that is read by its patient: nothing is told of what it said, and `name` says so (decision 0045). */
  withheld: z.literal(true).optional(),
  /** Another clinic's, read by a connection: it has no history, comment or report page here. */
  of_another_clinic: z.literal(true).optional(),
  /** What a source outside the clinic did to it since the reader looked; only where it is asked from where on. */
  external_change: ExternalChange.optional(),
  /** The last comment on it, where there is one. */
  comment: z.string().optional(),
  comment_id: Id.optional(),
  /** False while any comment on it waits for a doctor (ruling 39). */
  seen_by_doctor: z.boolean().optional(),
  version: Version,
});
export type MedicalItemView = z.infer<typeof MedicalItemView>;
