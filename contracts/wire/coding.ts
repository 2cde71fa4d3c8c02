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

/** The external record an item of origin FHIR came from: its versions are told apart, so that a second import changes nothing. */
export const ExternalSource = z.object({
  /** Name of the server or of the file's sender, for people; never an address with credentials. */
  system: z.string().max(500),
  /** `Type/id` of the resource. */
  reference: z.string().max(500),
  /** `meta.versionId`, which has no order; otherwise `meta.lastUpdated` or the digest. */
  version: z.string().max(200),
  /** `meta.lastUpdated`, in UTC; missing where the resource does not say, and in events of earlier releases. */
  last_updated: z.string().max(40).optional(),
  /** Of what the resource says, and of what others say of it; missing in events of earlier releases. */
  digest: z.string().max(64).optional(),
});
export type ExternalSource = z.infer<typeof ExternalSource>;

/** Earlier releases kept `meta.lastUpdated` as the version where the source had no numbers. */
const instantOf = ({ last_updated, version }: ExternalSource): number =>
  Date.parse(last_updated ?? (/^\d{4}-\d{2}-\d{2}T/.test(version) ? version : ''));

/** Whether a version was certainly there before the other: both say when. Otherwise nobody can say. */
export const isOlderVersion = (source: ExternalSource, held: ExternalSource): boolean => instantOf(source) < instantOf(held);

/** Whether two versions certainly say the same. */
export const isSameContent = ({ digest }: ExternalSource, held: ExternalSource): boolean => digest !== undefined && digest === held.digest;

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
