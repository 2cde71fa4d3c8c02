import { z } from 'zod';

/** Answer of GET /api/health, public: without personal data. */
export const Health = z.object({
  log_id: z.string(),
  /** False while the disk is full or failed and reading goes on, or the event store is `unreachable`; `reason` says which. */
  writable: z.boolean(),
  reason: z.string().optional(),
  version: z.string(),
  /** `waiting`: something does not move, what is read stays as it was. `degraded`: all moves but for what is parked. */
  status: z.enum(['healthy', 'degraded', 'waiting']),
  /** Why it does not move, each reason once. */
  waiting: z.array(z.string()).optional(),
  /** How much could not be done and waits for an operator. */
  parked: z.int(),
  /** How much of that is due to events that are not what was recorded. */
  forged: z.int(),
  /** Only where something is wrong with it: whether it can be written now, and how many reads since the start are missing in it. */
  access_ledger: z.object({ writable: z.boolean(), lost: z.int() }).optional(),
});
export type Health = z.infer<typeof Health>;
