import { z } from 'zod';
import { BirthPrecision } from '../wire/precision.ts';
import { Id } from '../wire/primitives.ts';
import { ChangedSince, CommentType, ItemText } from '../items/comments.ts';
import { CriticalPageView, CriticalResultView } from '../lab/critical-results.ts';
import { MedicalItemView } from '../items/medical-items.ts';

/** Whom a row is about, with what tells people of a like name apart. */
const patient = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  date_of_birth: z.string(),
  date_of_birth_precision: BirthPrecision.optional(),
});

/** A result with critical values that no doctor has seen; a draft among them is not checked. */
export const WaitingCritical = CriticalResultView.extend({ patient });
export type WaitingCritical = z.infer<typeof WaitingCritical>;

/** Critical results that imports of one day brought more than 14 days after they were collected. */
export const EarlierCritical = z.object({
  /** Day of the import on the clinic's calendar. */
  imported_on: z.iso.date(),
  /** The persons concerned, each with the results as they are now: the latest first. */
  people: z.array(
    z.object({
      patient,
      results: z.array(CriticalResultView),
    }),
  ),
});
export type EarlierCritical = z.infer<typeof EarlierCritical>;

/** A comment of a patient that no doctor has seen. */
export const WaitingComment = z.object({
  id: Id,
  patient,
  comment: z.string(),
  /** UTC with milliseconds. */
  created_at: z.string(),
  /** What it is about; null where that was removed. */
  item: ItemText.extend({ type: CommentType, id: Id }).nullable(),
  /** Missing where the item is as it was when the comment was written. */
  changed_since: ChangedSince.optional(),
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

/** A page with critical rows that are in no record and that no doctor has seen. */
export const WaitingCriticalPage = CriticalPageView.extend({ id: Id, patient: patient.optional() });
export type WaitingCriticalPage = z.infer<typeof WaitingCriticalPage>;

/** What waits for a clinic's doctors, the newest first. */
export const Worklist = z.object({
  critical_pages: part(WaitingCriticalPage),
  critical: part(WaitingCritical),
  /** `overall_count`: results, whatever day they were imported on. */
  earlier_critical: part(EarlierCritical),
  comments: part(WaitingComment),
  drafts: part(WaitingDraft),
  reports: part(WaitingReport),
  invitations: part(WaitingInvitation),
  stale: z.boolean().optional(),
});
export type Worklist = z.infer<typeof Worklist>;
