import { z } from 'zod';
import { LocalDateTime, Id } from '#contracts/wire/primitives';
import { isStaffFor, recordsRead, relationOf, type UserActor } from '#infra/event-store/actor';
import type { Filter, Query } from '#infra/read-store/read-store';

/** What the queries of every kind of medical item are asked. `after`: the position of one's own last command. */
export const After = z.object({ after: z.string().optional() });
export const OfPatient = After.extend({ patient_id: Id });
/** The last values before a specimen, where there are any; otherwise the last of all. */
export const PreviousOf = OfPatient.extend({ before: LocalDateTime.optional() });
/** 'true': what other clinics recorded of the same person too. Which records these are the guard found (`recordsRead`). */
export const all_clinics = z.enum(['true', 'false']).default('false');
export const OfPerson = OfPatient.extend({ all_clinics });
export const List = OfPerson.extend({
  skip: z.coerce.number<string>().int().min(0).default(0),
  take: z.coerce.number<string>().int().min(1).max(200).default(10),
  /** The page that holds this item, instead of the one at `skip`; the answer says which it is. */
  at: Id.optional(),
  /** Here nothing has an end, and all are active: lists of every data type are asked alike. */
  active: z.string().optional(),
});

/**
 * The items that a request may read, of each record that it is about: what is a draft, or was only read by a machine, is for the staff of
 * its clinic alone (ruling 24).
 */
export const visibleOf = (actor: UserActor, patient_id: string): Filter[] => visibleIn(actor, recordsRead(actor, patient_id));

export const visibleIn = (actor: UserActor, records: readonly string[]): Filter[] =>
  records.map((record) => ({ patient_id: { eq: record }, ...(isStaffFor(actor, record) ? {} : { draft: { eq: false } }) }));

/** What any of these filters lets pass, in one order. */
export const anyOf = (filters: readonly Filter[]): Pick<Query, 'filter' | 'any_of'> =>
  filters.length === 1 ? { filter: filters[0]! } : { any_of: [filters] };

/** Names what a request may read: answers that are kept are kept for each such reading apart. */
export const readingOf = (actor: UserActor, patient_id: string): (string | boolean)[] =>
  recordsRead(actor, patient_id).flatMap((record) => [record, isStaffFor(actor, record), relationOf(actor, record) === 'connected']);

export interface Documented {
  patient_id: string;
  comment: string;
  file_id?: string | undefined;
  page_id?: string | undefined;
}

/** A document as its reader sees it: another clinic's reasons, report pages and what it said before stay with that clinic (ruling 42). */
export const asReadBy = <D extends Documented>(actor: UserActor, document: D): D => {
  if (isStaffFor(actor, document.patient_id)) return document;
  if (relationOf(actor, document.patient_id) !== 'connected') return without(ASKED, document) as D;
  const { file_id: _file, page_id: _page, ...shown } = document;
  return without(FORMER, { ...shown, comment: '' }) as D;
};

/** Questions are for the staff of the clinic that imported the item. */
const ASKED: ReadonlySet<string> = new Set(['asks']);
const FORMER: ReadonlySet<string> = new Set(['corrected_from', 'range_corrected_from', 'asks', 'seen']);
/** The values or dosages of a document, which are corrected each by itself. */
const PARTS: ReadonlySet<string> = new Set(['parameters', 'measurements', 'nested_items']);

const without = (names: ReadonlySet<string>, said: object): object =>
  Object.fromEntries(
    Object.entries(said)
      .filter(([name]) => !names.has(name))
      .map(([name, value]: [string, unknown]) => [
        name,
        PARTS.has(name) && Array.isArray(value) ? value.map((part: object) => without(names, part)) : value,
      ]),
  );

/** 'true' answers series as columns (`ObservationColumns` of the contracts): a fraction of the bytes of a long record. */
export const packed = z.enum(['true', 'false']).default('false');
export const SeriesOf = OfPerson.extend({ packed });
