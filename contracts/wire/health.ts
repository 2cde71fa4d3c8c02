import { z } from 'zod';

/** Answer of GET /api/health, public: what a monitor needs, and no more. The operator's view of it is `anamnesis health`. */
export const Health = z.object({
  /** `waiting`: a projection or the log stands still, so that reads show an earlier state. `degraded`: some items wait for an operator. */
  status: z.enum(['healthy', 'degraded', 'waiting']),
  /** False while the disk is full or failed and reading goes on, or the event store cannot be reached. */
  writable: z.boolean(),
  version: z.string(),
});
export type Health = z.infer<typeof Health>;
