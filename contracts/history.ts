import { z } from 'zod';
import { Region } from './lab-values.ts';
import { Id } from './primitives.ts';

/** One operation on an item, read from its stream. */
export const AuditEntry = z.object({
  /** Id of the event. */
  audit_id: z.string(),
  /** In words: 'Created', 'Changed', 'Removed', 'Read from report'. */
  action: z.string(),
  event_type: z.string(),
  version: z.int(),
  /** Name of the person; 'OCR' where no person did it. */
  created_by: z.string(),
  created_by_id: Id.nullable(),
  /** UTC with milliseconds. */
  created_at: z.string(),
  /** The reason given. */
  comment: z.string().optional(),
  /** Differences to the version before, readable: field, from, to. */
  changes: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  /** Pages and regions the values were read from. */
  sources: z.array(z.object({ entry_id: z.string(), name: z.string(), file_id: Id, page_id: Id, region: Region.optional() })),
  /** The data's key was destroyed: only who and when remain. */
  erased: z.boolean().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** The history of an item, and what it says as it stands, readable; of a removed one what it said. */
export interface AuditAnswer {
  /** The oldest first. */
  items: AuditEntry[];
  overall_count: number;
  facts: { field: string; value: string }[];
}

/** The documents' names of item types in the audit call. */
export const AuditType = z.enum(['labresult', 'examination', 'intake', 'diagnose', 'patient', 'report']);
export type AuditType = z.infer<typeof AuditType>;
