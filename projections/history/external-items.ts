import type { ExternalChange } from '#contracts/items/medical-items';
import type { Filter, Query } from '#infra/read-store/read-store';
import type { Reader } from '../runner/reader.ts';
import { type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { after, changeOf, isNever, type Since } from './since.ts';

/** Nobody of the clinic changes what came from outside: whatever was written of it, its source did. */
const isExternal = ({ origin }: Pick<MedicalItemDocument, 'origin'>): boolean => origin === 'fhir';

/** What its source did to an item since; undefined for what the clinic wrote itself, and where nothing happened. */
export const externalChangeOf = (since: Since, document: MedicalItemDocument): ExternalChange | undefined =>
  isExternal(document) ? changeOf(since, document) : undefined;

interface ExternalCounts {
  overall_count: number;
  brought: number;
  corrected: number;
  removed: number;
  /** Position of the newest that is counted; undefined where there is none. */
  until: string | undefined;
}

const LATEST: NonNullable<Query['sort']> = [['changed.position', 'desc']];

const filterOf = (patient_id: string, since: Since): Filter => ({
  patient_id: { eq: patient_id },
  origin: { eq: 'fhir' },
  ...after(since, 'changed'),
});

/** How many items of a record were changed by sources outside the clinic: each query is answered by an index. @throws Rebuilding */
export const externalCounts = async (reader: Reader, patient_id: string, since: Since): Promise<ExternalCounts> => {
  const filter = filterOf(patient_id, since);
  const count = async (more: Filter) => (await reader.find(medicalItems, { filter: { ...filter, ...more }, take: 0 })).overall_count;
  // first, so that nothing is taken as looked at which came after it was counted
  const { items, overall_count } = await reader.find<MedicalItemDocument>(medicalItems, { filter, sort: LATEST, take: 1 });
  const until = items[0]?.data.changed.position;
  if (until === undefined) return { overall_count, brought: 0, corrected: 0, removed: 0, until };
  const removed = await count({ is_removed: { eq: true } });
  // to who never looked all was brought: nothing has to be read for that
  const brought = isNever(since) ? overall_count - removed : await count({ is_removed: { eq: false }, ...after(since, 'created') });
  return { overall_count, brought, corrected: Math.max(0, overall_count - brought - removed), removed, until };
};

/** A page of these items, what changed last first. @throws Rebuilding */
export const externalPage = async (reader: Reader, patient_id: string, since: Since, page: { skip: number; take: number }) => {
  const filter = filterOf(patient_id, since);
  const { items, overall_count } = await reader.find<MedicalItemDocument>(medicalItems, { filter, sort: LATEST, ...page });
  return { documents: items.map(({ data }) => data), overall_count };
};
