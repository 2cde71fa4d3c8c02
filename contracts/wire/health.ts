import { z } from 'zod';

/** Answer of GET /api/health, public: what a monitor needs, and no more. The operator's view of it is `anamnesis health`. */
export const Health = z.object({
  /** `waiting`: something does not move, what is read stays as it was. `degraded`: all moves but for what waits for an operator. */
  status: z.enum(['healthy', 'degraded', 'waiting']),
  /** False while the disk is full or failed and reading goes on, or the event store cannot be reached. */
  writable: z.boolean(),
  version: z.string(),
});
export type Health = z.infer<typeof Health>;
