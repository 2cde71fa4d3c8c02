import { z } from 'zod';
import { Id, Instant } from '../wire/primitives.ts';
import { Role } from './accounts.ts';

/** Kinds of what is read of a record, in the words in which an administrator sees them. */
export const READ_KINDS = [
  'Patient data',
  'Patient list',
  'Lab results',
  'Treatments',
  'Diagnoses',
  'Examinations',
  'Trends',
  'Comments',
  'History',
  'Reports',
  'What is new',
  'Chart settings',
  'Export',
  'Agreement',
  'Notifications',
  'Worklist',
  'Invitations',
  'Access log',
] as const;
export type ReadKind = (typeof READ_KINDS)[number];

/** Reads of the same by the same session within this many milliseconds are one entry: open screens read again by themselves. */
export const SAME_READ = 60_000;

/** Page sizes of both lists. */
export const ACCESS_TAKE = 50;

/** A read as the patient sees it (ruling 46). */
export const OwnAccessView = z.object({
  number: z.int(),
  /** Number of the reader within this answer, from 1 in order of appearance: tells apart readers of one name. */
  reader: z.int(),
  /** UTC with milliseconds. */
  at: Instant,
  /** Name of the person; null where nobody of that name is known any more. */
  person: z.string().nullable(),
  /** Today's roles of the person, not those at the time of the read; empty where nobody of that name is known any more. */
  roles: z.array(Role),
  /** The clinic that the person read for; null of patients and super users. */
  clinic: z.string().nullable(),
  kind: z.string(),
  /** The patient's own reading. */
  own: z.boolean(),
});
export type OwnAccessView = z.infer<typeof OwnAccessView>;

/** A read as the administrator of the reader's clinic, or of the record's, sees it. */
export const AccessView = OwnAccessView.omit({ own: true, roles: true, reader: true }).extend({
  user_id: Id,
  patient_id: Id,
  /** Name of the patient; null for a record of another clinic, or one that is gone. */
  patient: z.string().nullable(),
  /** The clinic whose record it is. */
  record_clinic: z.string().nullable(),
  /** How the person came to the record: 'own-organization', 'self', 'connected', 'party' of an invitation about it, 'super-user'. */
  relation: z.string(),
  /** The invitation by which a record of another clinic was reached. */
  connection_id: Id.nullable(),
  /** Network address. */
  address: z.string(),
});
export type AccessView = z.infer<typeof AccessView>;

/** A time of which the ledger is not whole. */
export const LedgerGap = z.object({
  from: Instant,
  to: Instant,
  /** How many reads could not be written; null where the program was ended in between and nobody knows. */
  missing: z.int().nullable(),
});
export type LedgerGap = z.infer<typeof LedgerGap>;

/** A page of a ledger, the newest first. */
export const ledgerPage = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    /** Counted up to 10,000. */
    overall_count: z.int(),
    /** The newest entry that counts: sent along, further pages do not move with what is read meanwhile. */
    up_to: z.int(),
    gaps: z.array(LedgerGap),
  });
export type LedgerPageOf<T> = { items: T[]; overall_count: number; up_to: number; gaps: LedgerGap[] };

/** The patient's page: `hidden` of the own reads were left out. */
export const OwnAccessPage = ledgerPage(OwnAccessView).extend({
  hidden: z.int().describe('How many own reads were left out'),
  newer: Instant.nullable().describe('When the read just before this page was, UTC; null on the first page'),
  older: Instant.nullable().describe('When the read just after this page was, UTC; null on the last page'),
});
export type OwnAccessPage = z.infer<typeof OwnAccessPage>;
