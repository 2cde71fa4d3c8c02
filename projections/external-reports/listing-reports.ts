import { compare } from '#contracts/rules/compare';
import type { ExternalSource } from '#contracts/wire/coding';
import { isStaffFor, type UserActor } from '#infra/event-store/actor';
import type { Filter } from '#infra/read-store/read-store';
import { Rebuilding } from '#infra/read-store/rebuilding';
import { visibleIn } from '../items/asked.ts';
import { cacheOf, type Source } from '../items/cache.ts';
import { eachOf } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';
import { type ExternalReportDocument, externalReports } from '../records/external-reports.projection.ts';

/** The reports of these records that this person may see. */
export const visibleReports = (actor: UserActor, records: readonly string[]): Filter[] =>
  visibleIn(actor, records).map((filter) => ({ ...filter, is_withdrawn: { eq: false } }));

interface Entry {
  source?: ExternalSource | undefined;
  reports?: string[] | undefined;
}
/** An item with its values. */
interface Valued {
  organization_id: string;
  patient_id: string;
  parameters?: readonly Entry[];
  measurements?: readonly Entry[];
}

/** Ids of reports by what names a result: clinic, record, sender and reference. */
type Listing = ReadonlyMap<string, string[]>;

const keyOf = (
  { organization_id, patient_id }: Pick<Valued, 'organization_id' | 'patient_id'>,
  system: string,
  reference: string,
): string => JSON.stringify([organization_id, patient_id, system, reference]);

/** Bytes, about, that a result takes. */
const RESULT_BYTES = 400;

type Listed = Pick<ExternalReportDocument, 'id' | 'organization_id' | 'patient_id' | 'source' | 'date' | 'results'>;

const listingOf = async (reader: Reader, actor: UserActor, records: readonly string[]): Promise<Listing> => {
  const sources = records.map((record): Source => [externalReports, { patient_id: { eq: record } }]);
  const question = JSON.stringify(['reports listing', ...records.map((record) => [record, isStaffFor(actor, record)])]);
  const { value } = await cacheOf(reader).of(question, sources, async () => {
    // without their words, which may be long
    const reports: Listed[] = [];
    for (const filter of visibleReports(actor, records)) {
      for await (const { id, organization_id, patient_id, source, date, results } of eachOf<Listed>(reader, externalReports, filter, 100)) {
        reports.push({ id, organization_id, patient_id, source, date, results });
      }
    }
    const listing = new Map<string, string[]>();
    let weight = 0;
    for (const report of reports.sort((a, b) => compare(b.date ?? '', a.date ?? '') || compare(a.id, b.id))) {
      for (const reference of report.results) {
        const key = keyOf(report, report.source.system, reference);
        listing.set(key, [...(listing.get(key) ?? []), report.id]);
        weight += RESULT_BYTES;
      }
    }
    return { value: listing, weight };
  });
  return value;
};

/** Items with the ids of the reports that list their values and that this person may see; access was settled before. Without them while the reports are being built. */
export const withReports = async <D extends Valued>(reader: Reader, actor: UserActor, documents: readonly D[]): Promise<D[]> => {
  const isSourced = ({ parameters = [], measurements = [] }: D) => [...parameters, ...measurements].some(({ source }) => source);
  const records = [...new Set(documents.filter(isSourced).map(({ patient_id }) => patient_id))].sort();
  if (records.length === 0) return [...documents];
  const listing = await listingOf(reader, actor, records).catch((error: unknown) => {
    if (error instanceof Rebuilding && error.projection === externalReports.name) return undefined;
    throw error;
  });
  if (!listing || listing.size === 0) return [...documents];
  return documents.map((document) => {
    const listed = <E extends Entry>(entry: E): E => {
      const reports = entry.source && listing.get(keyOf(document, entry.source.system, entry.source.reference));
      return reports ? { ...entry, reports } : entry;
    };
    const { parameters, measurements } = document;
    return {
      ...document,
      ...(parameters && { parameters: parameters.map(listed) }),
      ...(measurements && { measurements: measurements.map(listed) }),
    };
  });
};
