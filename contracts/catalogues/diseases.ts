import { z } from 'zod';

/** One code of the catalogue of diseases, as pickers show it. */
export const CatalogueDisease = z.object({
  /** The code with its dot, which stays the same over all releases. */
  id: z.string(),
  /** 'E11.9'. */
  code: z.string(),
  /** Its official long text. */
  text: z.string(),
  /** May be given to a patient's encounter: the most exact of its kind. False: a heading of further codes. */
  billable: z.boolean(),
  /** The further term that answered to what was typed, where the text did not. */
  synonym: z.string().optional(),
  /** The release that its code and text are from, as a diagnosis keeps it. */
  release: z.string(),
  /** Not in the newest release any more: stays readable, and is found last. */
  retired: z.literal(true).optional(),
});
export type CatalogueDisease = z.infer<typeof CatalogueDisease>;
