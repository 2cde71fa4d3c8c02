import { z } from 'zod';

/** Idempotency key of a command: a UUID from the form (header `Idempotency-Key`), or derived from the source on import and in reactions. */
export const CommandId = z.uuid();

/** A command: imperative type, its key, and the data that a form sends. */
export const command = <const T extends string, S extends z.ZodRawShape>(type: T, data: S) =>
  z.object({ type: z.literal(type), command_id: CommandId, data: z.object(data) });

/** Answer to every accepted command. `version` is the item's revision, `position` a token for the query parameter `after`. */
export const Accepted = z.object({ id: z.string(), version: z.int(), position: z.string() });
export type Accepted = z.infer<typeof Accepted>;
