import { z } from 'zod';
import { BirthPrecision, Precision } from '../wire/precision.ts';
import { Id } from '../wire/primitives.ts';
import { CommentType } from './comments.ts';
import { MedicalItemView } from './medical-items.ts';

/** Whom a row is about, with what tells people of a like name apart. */
const patient = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  date_of_birth_precision: BirthPrecision.optional(),
});

/** A comment of a patient that no doctor has seen. */
export const WaitingComment = z.object({
  id: Id,
  patient,
  comment: z.string(),
  /** UTC with milliseconds. */
  created_at: z.string(),
  /** What it is about; null where that was removed. */
  item: z
    .object({
      type: CommentType,
      id: Id,
      name: z.string(),
      date_applies: z.string().nullable(),
      date_applies_precision: Precision.optional(),
    })
    .nullable(),
});
export type WaitingComment = z.infer<typeof WaitingComment>;

/** An entry that nobody has confirmed: typed and kept as a draft, or read and not checked. */
export const WaitingDraft = MedicalItemView.pick({
  id: true,
  type: true,
  name: true,
  date_applies: true,
  date_applies_precision: true,
  origin: true,
  file_id: true,
  page_id: true,
  recorded_at: true,
}).extend({ patient });
export type WaitingDraft = z.infer<typeof WaitingDraft>;

/** A file with pages that a person has to look at. */
export const WaitingReport = z.object({
  id: Id,
  name: z.string(),
  /** UTC with milliseconds: when it was uploaded. */
  issued_time: z.string(),
  /** Those pages, in their order. */
  pages: z.array(z.object({ id: Id, page_number: z.int() })),
});
export type WaitingReport = z.infer<typeof WaitingReport>;

/** An invitation that a doctor of the clinic can accept or reject. */
export const WaitingInvitation = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  /** The clinic that shares a record; not there where the patient invites. */
  organization_name: z.string().optional(),
  /** UTC with milliseconds. */
  sent_at: z.string(),
});
export type WaitingInvitation = z.infer<typeof WaitingInvitation>;

/** The newest of one kind, and how many there are. */
const part = <T extends z.ZodType>(items: T) => z.object({ items: z.array(items), overall_count: z.int() });

/** What waits for a clinic's doctors, the newest first. */
export const Worklist = z.object({
  comments: part(WaitingComment),
  drafts: part(WaitingDraft),
  reports: part(WaitingReport),
  invitations: part(WaitingInvitation),
  stale: z.boolean().optional(),
});
export type Worklist = z.infer<typeof Worklist>;
