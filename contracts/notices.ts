import { z } from 'zod';

/** What an open screen is told: something of this slice changed up to this position; it reads again with `after`. No ids, no names. */
export const Notice = z.object({ slice: z.string(), position: z.string() });
export type Notice = z.infer<typeof Notice>;
