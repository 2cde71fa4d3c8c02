import { z } from 'zod';
import { Origin } from '../wire/origin.ts';
import { Comment, Id, Version } from '../wire/primitives.ts';

/** What the view of every medical item says, besides its content. */
export const itemView = {
  id: Id,
  patient_id: Id,
  organization_id: Id,
  organization_name: z.string().optional(),
  draft: z.boolean(),
  origin: Origin,
  /** Why it was written last. */
  comment: z.string(),
  /** User id of the last editor; null where no person edited it: it was read, or imported. */
  last_edited_by: Id.nullable(),
  last_edited_by_name: z.string().optional(),
  recorded_at: z.string(),
  version: Version,
};

/** What removing an item asks: the version it was looked at with and the reason. */
export const ItemRemoval = z.object({ version: Version, comment: Comment });
