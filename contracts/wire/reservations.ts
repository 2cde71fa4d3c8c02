import { z } from 'zod';
import { event, type EventOf } from './event.ts';
import { Id } from './primitives.ts';

/**
 * Uniqueness across streams: the stream `reservation-<HMAC of the value>` says who holds it. `kind` names what is reserved
 * ('username', 'social-security-number'); the value itself is nowhere in it.
 */
export const reservationEvents = [
  event('ValueReserved', { kind: z.string(), owner_id: Id, owner_stream: z.string() }, { open: 'all' }),
  event('ReservationConfirmed', { owner_id: Id }, { open: 'all' }),
  event('ReservationReleased', { owner_id: Id }, { open: 'all' }),
  /** In the owner's stream, where a reservation was never followed by a creation: nothing can be created there any more. */
  event('Abandoned', { owner_id: Id }, { open: 'all' }),
] as const;
export type ReservationEvent = EventOf<(typeof reservationEvents)[number]>;
