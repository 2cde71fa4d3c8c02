import { z } from 'zod';
import { Id, Instant } from './primitives.ts';

/** Who caused an event: a signed-in person with the role that allowed it, or a part of the system ('ocr', 'seed', 'reactions', 'cli'). */
export const EventActor = z.union([
  z.object({ user_id: Id, role: z.string() }),
  z.object({ system: z.string(), on_behalf_of: Id.optional() }),
]);
export type EventActor = z.infer<typeof EventActor>;

/**
 * The open part of every event, stored as its metadata. Holds only ids that we made, the time and a keyed fingerprint; never a name, a date of a
 * patient's life or free text: those are sealed in the data.
 */
export const Envelope = z.object({
  /** Version of the event's data; older ones are lifted by its contract's upcasters. */
  schema: z.int().positive(),
  organization_id: Id.optional(),
  patient_id: Id.optional(),
  /** The command that caused the event. */
  command_id: z.string(),
  correlation_id: z.string(),
  actor: EventActor,
  /** Keys that sealed the data. */
  key_ids: z.array(z.string()),
  /** HMAC of what the person sent under its Idempotency-Key: the same key with another body is recognised. */
  fingerprint: z.string().optional(),
  /** When the clinic knew: UTC with milliseconds. */
  recorded_at: Instant,
});
export type Envelope = z.infer<typeof Envelope>;

/** What a reader of an event knows besides its data: the envelope and where the event stands. */
export interface EventMeta extends Envelope {
  event_id: string;
  stream: string;
  /** Revision of the stream after this event: the item's version. */
  revision: number;
  /** Position in the log. */
  position: string;
}

/** The person behind an event, also where a part of the system acted for one; null is shown 'OCR'. */
export const editorOf = ({ actor }: Pick<Envelope, 'actor'>): string | null =>
  'user_id' in actor ? actor.user_id : (actor.on_behalf_of ?? null);
