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
  /** `meta.versionId` or a hash of the resource where it has none. */
  version: z.string().max(200),
});
export type ExternalSource = z.infer<typeof ExternalSource>;

/** Whether a version was certainly there before the other: both are numbers, or both are times. Otherwise nobody can say. */
export const isOlderVersion = ({ version }: ExternalSource, held: ExternalSource): boolean => {
  const [a, b] = [version, held.version];
  if (/^\d{1,15}$/.test(a) && /^\d{1,15}$/.test(b)) return Number(a) < Number(b);
  const [then, now] = [timeOf(a), timeOf(b)];
  return then !== undefined && now !== undefined && then < now;
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

const timeOf = (version: string): number | undefined => (/^\d{4}-\d{2}-\d{2}T/.test(version) ? Date.parse(version) : undefined);
