import { z } from 'zod';
import { command } from '../wire/command.ts';
import { event, type EventOf } from '../wire/event.ts';
import { Region } from '../observations/lab-values.ts';
import { Id } from '../wire/primitives.ts';

/** A name on a page that the catalogue does not have: one stream for each page and name, so that none grows with the number of pages. */
const found = {
  found_id: Id,
  /** The parameter that the name asks for; follows from the name. */
  parameter_id: Id,
  report_id: Id,
  page_id: Id,
  /** As printed, or as a person corrected it. */
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  range: z.string(),
  /** Of the row on the page's image; null for a row that a person added. */
  region: Region.nullable(),
};

export const FoundParameterCommand = z.discriminatedUnion('type', [
  command('NoteFoundParameter', found),
  /** The page, or the name on it, is gone. */
  command('ForgetFoundParameter', { found_id: Id }),
]);
export type FoundParameterCommand = z.infer<typeof FoundParameterCommand>;

/** What is printed goes with the page that it was printed on. */
export const foundParameterEvents = [
  event('ParameterFound', found, { open: ['found_id', 'parameter_id', 'report_id', 'page_id'], by: 'page', id: 'page_id' }),
  event('FoundParameterForgotten', { found_id: Id }, { open: 'all' }),
] as const;
export type FoundParameterEvent = EventOf<(typeof foundParameterEvents)[number]>;

/** Where a name that was requested is printed. */
export type FoundParameter = Omit<Extract<FoundParameterEvent, { type: 'ParameterFound' }>['data'], 'found_id'>;

/** A row as it is printed: what a super user sees of the report that it stands in (ruling 58). */
export const FoundRow = z.object({
  id: Id,
  name: z.string(),
  value: z.string(),
  unit: z.string(),
  range: z.string(),
  /** When it was found: UTC with milliseconds. */
  since: z.string(),
  /** Whether there is a picture of the row. */
  has_image: z.boolean(),
});
export type FoundRow = z.infer<typeof FoundRow>;
