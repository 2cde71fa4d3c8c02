import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** A mail that was kept on the machine instead of being sent: in development alone. */
const OutboxMail = z.object({ id: Id, to: z.string(), subject: z.string(), text: z.string(), sent_at: Instant });

export const Outbox = z.object({ items: z.array(OutboxMail), overall_count: z.int() });
export type Outbox = z.infer<typeof Outbox>;
