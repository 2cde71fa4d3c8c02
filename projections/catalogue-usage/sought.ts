import { z } from 'zod';

/** What is looked for in a catalogue of diseases or medications. */
export const Sought = z.object({
  skip: z.coerce.number<string>().int().min(0).max(100_000).default(0),
  take: z.coerce.number<string>().int().min(1).max(500).default(250),
  query: z.string().trim().default(''),
  after: z.string().optional(),
});
export const SoughtById = z.object({ id: z.string().min(1).max(200) });
