import { z } from 'zod';
import { isStaffFor, type UserActor } from '#infra/event-store/actor';
import type { Filter } from '#infra/read-store/read-store';

/** What the queries of every kind of medical item are asked. `after`: the position of one's own last command. */
export const After = z.object({ after: z.string().optional() });
export const OfPatient = After.extend({ patient_id: z.uuid() });
export const List = OfPatient.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** The page that holds this item, instead of the one at `skip`; the answer says which it is. */
  at: z.uuid().optional(),
  /** Here nothing has an end, and all are active: lists of every data type are asked alike. */
  active: z.string().optional(),
});

/** A patient's items that somebody may see: what is a draft, or was only read by a machine, is for the staff alone (ruling 24). */
export const visibleOf = (actor: UserActor, patient_id: string): Filter => ({
  patient_id: { eq: patient_id },
  ...(isStaffFor(actor, patient_id) ? {} : { draft: { eq: false } }),
});

/** 'true' answers series as columns (`ObservationColumns` of the contracts): a fraction of the bytes of a long record. */
export const packed = z.enum(['true', 'false']).default('false');
export const SeriesOf = OfPatient.extend({ packed });
