import { z } from 'zod';
import { dayShown, Precision } from '../wire/precision.ts';
import { Id } from '../wire/primitives.ts';

/** That a patient has died, by an external record (ruling 38): it ends no item. */
export const Death = z.object({
  /** Local, `YYYY-MM-DDTHH:mm:ss`; left out where the source does not say when. */
  date: z.string().optional(),
  date_precision: Precision.optional(),
  /** Name of the source. */
  source: z.string(),
});
export type Death = z.infer<typeof Death>;

/** 'Died 02/03/2021 (imported from County hospital)' */
export const deathShown = ({ date, date_precision, source }: Death): string =>
  `Died ${date === undefined ? 'on a day that is not stated' : dayShown(date, date_precision)} (imported from ${source})`;

/** That the source of a record uses it no longer. Nothing of it is merged here. */
export const Inactivity = z.object({
  /** Name of the source. */
  source: z.string(),
  /** What it has in its place: `Patient/<id>` at the source, and the record here if that is imported into the same clinic. */
  replaced_by: z.array(z.object({ reference: z.string().optional(), patient_id: Id.optional() })).optional(),
});
export type Inactivity = z.infer<typeof Inactivity>;

/** 'Inactive by its source (County hospital)'; that it was replaced is said with a link, where there is one. */
export const inactivityShown = ({ source, replaced_by = [] }: Inactivity): string =>
  `Inactive by its source (${source})${replaced_by.length === 0 ? '' : ', replaced by another record'}`;

interface States {
  deceased?: Death | undefined;
  inactive_at_source?: Inactivity | undefined;
}

/** Death and inactivity in words, for heads of sheets and rows of a search. */
export const statesOf = ({ deceased, inactive_at_source: inactive }: States): string[] => [
  ...(deceased ? [deathShown(deceased)] : []),
  ...(inactive ? [inactivityShown(inactive)] : []),
];
