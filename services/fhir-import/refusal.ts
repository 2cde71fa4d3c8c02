import { type ExternalSource, isOlderVersion } from '#contracts/wire/coding';
import type { Reach, Reached, Withheld } from './reach.ts';
import { unreadable } from './resources/resource.ts';
import { skip, type Skipped, withdraw } from './resources/skipped.ts';
import { type Found, sourceOf } from './unit.ts';

/** Why a version of a resource is not taken. */
export interface Refusal extends Omit<Skipped, 'kind'> {
  /** The other resource that takes it back. */
  by?: Withheld;
}

export const ENTERED_IN_ERROR = 'entered in error';

/**
 * Why a resource is not read: it is withdrawn, another one that it depends on is, or it names something that is not known here.
 * @param isError whether its type says in a way of its own that it was entered in error
 */
export const refusalOf = (
  { resource, reached: { withheld } }: Pick<Found, 'resource' | 'reached'>,
  isError = false,
): Refusal | undefined => {
  if (isError || resource['status'] === 'entered-in-error') return withdraw(ENTERED_IN_ERROR);
  const unread = unreadable(resource);
  if (unread !== undefined) return skip(unread);
  return withheld && { ...withdraw(withheld.reason), by: withheld };
};

/** The version that takes something back: the resource's own, or that of the one that it depends on. */
export const withdrawalOf = (found: Found, { by }: Refusal, system: string): ExternalSource =>
  by ? sourceOfWithheld(by, system) : sourceOf(found, system);

export const sourceOfWithheld = ({ by, version, last_updated }: Withheld, system: string): ExternalSource => ({
  system,
  reference: by,
  version,
  ...(last_updated === undefined ? {} : { last_updated }),
});

/** Whether a report or a panel that is not in this file lists it: an earlier import brought that one. */
const isListedElsewhere = ({ links = [] }: ExternalSource, reach: Reach): boolean =>
  links.some(({ reference, digest }) => digest === undefined && !reach.has(reference));

/**
 * Why a refused version leaves what the record holds; undefined where it takes it back.
 * @param held the version that the record holds
 */
export const reasonToLeave = (
  { reason, withdraws, isIncomplete, by }: Refusal,
  source: ExternalSource,
  held: ExternalSource,
  reach: Reach,
): string | undefined => {
  if (by) {
    const listed = held.links?.find(({ reference }) => reference === by.by)?.last_updated;
    if (listed !== undefined && by.last_updated !== undefined && by.last_updated < listed)
      return `${reason}, but not in its latest version`;
    return by.isList && isListedElsewhere(held, reach) ? `${reason}, but another one lists it` : undefined;
  }
  return withdraws || (isOlderVersion(held, source) && !isIncomplete) ? undefined : `the record keeps the earlier version: ${reason}`;
};

/** Why an item is a draft, by what it depends on. @param held the version that the record holds */
export const doubtsOf = ({ doubts }: Reached, held: ExternalSource | undefined, reach: Reach): string[] => {
  const isListed = held !== undefined && isListedElsewhere(held, reach);
  return doubts.flatMap(({ reason, isList }) => (isList && isListed ? [] : [reason]));
};
