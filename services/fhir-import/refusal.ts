import { type ExternalSource, isOlderVersion, typeOfName } from '#contracts/wire/coding';
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

/** Whether a report, or a panel, that is not in this file lists it: an earlier import brought that one. */
const isListedElsewhere = ({ links = [] }: ExternalSource, type: string, reach: Reach): boolean =>
  links.some(({ reference }) => typeOfName(reference) === type && !reach.has(reference));

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
    const areDated = listed !== undefined && by.last_updated !== undefined;
    if (areDated && by.last_updated! < listed) return `${reason}, but not in its latest version`;
    if (!withdraws && !(areDated && listed < by.last_updated!)) return `the record keeps the earlier version: ${reason}`;
    return by.isList && isListedElsewhere(held, typeOfName(by.by), reach) ? `${reason}, but another one lists it` : undefined;
  }
  return withdraws || (isOlderVersion(held, source) && !isIncomplete) ? undefined : `the record keeps the earlier version: ${reason}`;
};

/** Whether this import took it back in another file, and this version does not change that. @param by what took it back */
export const isTurnedDown = (by: ExternalSource, source: ExternalSource, { confirmedBy }: Reached): boolean => {
  if (isOlderVersion(by, source)) return false;
  return by.reference === source.reference || !confirmedBy.includes(typeOfName(by.reference));
};

/** What the record holds, and what decides whether it is a draft. */
interface HeldState {
  source: ExternalSource;
  draft: boolean;
}

/**
 * Why an item is a draft, by what it depends on; and whether it is one.
 * @param isDraft what the resource says itself
 * @param held what the record holds; a draft stays one until the resources that made it one are in the file again, or a valid report is
 */
export const draftOf = (
  { doubts: all, confirmedBy, dependsOn }: Reached,
  isDraft: boolean,
  isSame: boolean,
  held: HeldState | undefined,
  reach: Reach,
): { doubts: string[]; draft: boolean } => {
  const isListed = held !== undefined && ['DiagnosticReport', 'Observation'].some((type) => isListedElsewhere(held.source, type, reach));
  const doubts = all.flatMap(({ reason, isList }) => (isList && isListed && !held.draft ? [] : [reason]));
  const links = held?.source.links?.filter(({ reference }) => typeOfName(reference) !== 'Medication') ?? [];
  const isReleased =
    links.length > 0
      ? confirmedBy.includes('DiagnosticReport') || links.some(({ reference }) => reach.has(reference))
      : dependsOn.some((type) => type !== 'Medication');
  return { doubts, draft: doubts.length > 0 || (held !== undefined && isSame && !isReleased ? held.draft : isDraft) };
};
