import { z } from 'zod';

/** What an open screen is told: something of this slice changed up to this position; it reads again with `after`. No names, no content. */
export const Notice = z.object({
  slice: z.string(),
  position: z.string(),
  /** Whose record; left out where it belongs to nobody, or where there were too many to name: then anything of the slice may have changed. */
  patient_id: z.string().optional(),
  /** Ids of what changed, for the staff; left out where there were too many to name. */
  items: z.array(z.string()).optional(),
});
export type Notice = z.infer<typeof Notice>;
