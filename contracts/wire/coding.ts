import { z } from 'zod';
import type { Origin } from './origin.ts';

/** A code of a foreign system as it came, never translated in silence: SNOMED CT, RxNorm, AMT, LOINC and others. */
export const Coding = z.object({
  /** URI of the system, as FHIR writes it. */
  system: z.string().max(500),
  code: z.string().max(200),
  display: z.string().max(2000).optional(),
});
export type Coding = z.infer<typeof Coding>;

/** What a resource depends on: a report or a panel that lists it, or its medication. */
export const VersionLink = z.object({
  /** `Type/id` */
  reference: z.string().max(500),
  /** Its `meta.lastUpdated`, in UTC. */
  last_updated: z.string().max(40).optional(),
  /** Of the content of a medication. */
  digest: z.string().max(64).optional(),
});
export type VersionLink = z.infer<typeof VersionLink>;

/** The external record an item of origin FHIR came from: its versions are told apart, so that a second import changes nothing. */
export const ExternalSource = z.object({
  /** Name of the server or of the file's sender, for people; never an address with credentials. */
  system: z.string().max(500),
  /** `Type/id` of the resource; of one within another, `Observation in Type/id#id`. */
  reference: z.string().max(500),
  /** `meta.versionId`, which has no order; otherwise `meta.lastUpdated` or the digest. */
  version: z.string().max(200),
  /** `meta.lastUpdated`, in UTC; missing where the resource does not say, and in events of earlier releases. */
  last_updated: z.string().max(40).optional(),
  /** Of the content without `meta`; missing in events of earlier releases. */
  digest: z.string().max(64).optional(),
  /** What it depended on in the file that it was taken from. */
  links: z.array(VersionLink).max(20).optional(),
});
export type ExternalSource = z.infer<typeof ExternalSource>;

/** Earlier releases kept `meta.lastUpdated` as the version where the source had no numbers, and no digest. */
const instantOf = ({ last_updated, version, digest }: ExternalSource): number =>
  Date.parse(last_updated ?? (digest === undefined && /^\d{4}-\d{2}-\d{2}T/.test(version) ? version : ''));

/** Both versions of what both depend on. */
const common = ({ links: a = [] }: ExternalSource, { links: b = [] }: ExternalSource): [VersionLink, VersionLink][] =>
  a.flatMap((one) => b.filter(({ reference }) => reference === one.reference).map((other): [VersionLink, VersionLink] => [one, other]));

/**
 * Whether a version was certainly there before the other: both say when. Where the resource itself was not changed, what it depends on
 * decides. Otherwise nobody can say.
 */
export const isOlderVersion = (source: ExternalSource, known: ExternalSource): boolean => {
  const [a, b] = [instantOf(source), instantOf(known)];
  if (a < b) return true;
  if (a > b) return false;
  if (source.digest === undefined || source.digest !== known.digest) return false;
  const pairs = common(source, known).filter(([one, other]) => one.last_updated !== undefined && other.last_updated !== undefined);
  const isBefore = ([one, other]: [VersionLink, VersionLink]) => one.last_updated! < other.last_updated!;
  return pairs.some(isBefore) && !pairs.some(([one, other]) => isBefore([other, one]));
};

/** Whether two versions certainly say the same, medications included that both depend on. */
export const isSameContent = (source: ExternalSource, known: ExternalSource): boolean =>
  source.digest !== undefined &&
  source.digest === known.digest &&
  common(source, known).every(([one, other]) => one.digest === other.digest);

/** 'Observation' of 'Observation/1', and of one within another resource. */
export const typeOfName = (name: string): string => name.split(/[/ ]/, 1)[0] ?? name;

/** Versions that earlier releases took have a name and no digest. */
const isNothingNew = (source: ExternalSource, known: ExternalSource): boolean =>
  isSameContent(source, known) || isOlderVersion(source, known) || (known.digest === undefined && known.version === source.version);

interface TakenBack {
  /** All versions that it was taken from, and after them the one that took it back: its own, or that of a resource that it depends on. */
  versions: readonly ExternalSource[];
  /** Whether it says what was said last before it was taken back. */
  isSaidBefore: boolean;
  /** Types of the resources of the file that could withhold it and do not. */
  confirmedBy: readonly string[];
}

/** Whether a version may not bring back what was taken back: it is not newer, and was said before or is withheld by another resource still. */
export const isTakenBack = (source: ExternalSource, { versions, isSaidBefore, confirmedBy }: TakenBack): boolean => {
  const last = versions.at(-1);
  if (last === undefined || isOlderVersion(last, source)) return false;
  if (last.reference !== source.reference) return !confirmedBy.includes(typeOfName(last.reference));
  return isSaidBefore || versions.some((known) => isNothingNew(source, known));
};

/** What an item remembers of the external record it was taken from; a person's own entries have none. */
interface Taken {
  origin: Origin;
  source?: ExternalSource | undefined;
}

/** Whether the item was taken from this very record, in whatever version. */
export const isTakenFrom = ({ origin, source }: Taken, { system, reference }: ExternalSource): boolean =>
  origin === 'fhir' && source?.system === system && source.reference === reference;

/** Whether this version came late: the item has taken a newer one. */
export const isOutdated = (source: ExternalSource, held: Taken): boolean =>
  held.source !== undefined && isOlderVersion(source, held.source);
