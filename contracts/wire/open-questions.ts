import { z } from 'zod';

/** What an import asks: what a person answers is an `AcceptedDoubt` of the same code. */
export const importCodes = [
  /** The source said something else before, and not which of the two is newer. */
  'order-of-versions',
  /** Unit and code of a quantity contradict each other. */
  'unit-and-code',
  /** The code of a value contradicts its unit or its specimen. */
  'code-of-value',
  /** The words of an order say another dose or another frequency than its numbers. */
  'words-and-numbers',
  /** A dose was given after an order that was entered in error. */
  'order-in-error',
] as const;

/**
 * A question about what an external record says that only a person can answer. It stands with the item, or with the value that it is about, until
 * somebody says that it is right as it stands, or the source says something else.
 */
export const OpenQuestion = z.object({
  code: z.enum(importCodes),
  /** A sentence for the staff. */
  text: z.string().min(1).max(2000),
});
export type OpenQuestion = z.infer<typeof OpenQuestion>;

/** Content of an item or a value, without its version and its questions. */
export const saidIn = ({ source: _source, asks: _asks, ...said }: { source?: unknown; asks?: unknown }): object => said;

/** The same without what stands beside it: who did it, on what, how. That changes neither what was asked nor what was taken back. */
export const factsIn = ({ beside: _beside, ...said }: { source?: unknown; asks?: unknown; beside?: unknown }): object => saidIn(said);

/** As items and values carry them; missing where nothing is asked. */
export const OpenQuestions = z.array(OpenQuestion).max(20).optional();
