import { z } from 'zod';

/** What a key belongs to: erasing the subject destroys its key, and with it every part sealed under it. */
export type SealingSubject = 'patient' | 'user' | 'invitation' | 'report' | 'page' | 'erasure' | 'name';

/**
 * How an event's data is stored. Fields named in `open` stay readable in the log: only ids we made, codes and counts.
 * Every other field is sealed under the key of `by`, whose id is the data's field `id`. Data about two subjects is two parts:
 * the further ones name their fields.
 */
export interface Sealing<Field extends string> {
  open: readonly Field[] | 'all';
  by?: SealingSubject;
  id?: Field;
  parts?: readonly { by: SealingSubject; id: Field; fields: readonly Field[] }[];
}

/** Contract of one event type, for ever: fields are only ever added as optional; a change of meaning is a higher `schema` with an upcaster. */
export interface EventContract<T extends string = string, D extends z.ZodObject = z.ZodObject> {
  readonly type: T;
  readonly schema: number;
  readonly data: D;
  readonly sealing: Sealing<string>;
  /** From each older schema to the next: pure. */
  readonly upcasters: Readonly<Record<number, (data: Record<string, unknown>) => Record<string, unknown>>>;
}

/** Declares an event type: past tense, its data, and what of it may be read without a key. */
export const event = <const T extends string, S extends z.ZodRawShape>(
  type: T,
  shape: S,
  sealing: Sealing<Extract<keyof S, string>>,
  schema = 1,
  upcasters: EventContract['upcasters'] = {},
): EventContract<T, z.ZodObject<S>> => ({ type, schema, data: z.object(shape), sealing: sealing as Sealing<string>, upcasters });

/** The union of the events that a list of contracts declares. */
export type EventOf<C> = C extends EventContract<infer T, infer D> ? { type: T; data: z.infer<D> } : never;
