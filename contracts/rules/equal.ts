import type { z } from 'zod';
import { compare } from './compare.ts';

const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const said = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(said.sort(([a], [b]) => compare(a, b)).map(([name, inner]) => [name, ordered(inner)]));
};

/** Whether two contents say the same, whatever the order of their fields; a field that is not there and one left undefined are alike. */
export const saysTheSame = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

/** The fields that say something, without those left undefined. */
export const said = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;

/** The fields of a schema that data has, in the schema's order. */
export const fieldsOf =
  <S extends z.ZodObject>(schema: S) =>
  (data: z.infer<S>): z.infer<S> =>
    Object.fromEntries(
      Object.keys(schema.shape).flatMap((field) => {
        const value = (data as Record<string, unknown>)[field];
        return value === undefined ? [] : [[field, value]];
      }),
    ) as never;
