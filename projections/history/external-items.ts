import type { ExternalChange } from '#contracts/medical-items';
import type { Filter } from '#infra/read-store/read-store';
import type { Reader } from '../runner/reader.ts';
import { type MedicalItemDocument, medicalItems } from './medical-items.projection.ts';
import { after, changeOf, type Since } from './since.ts';

/** Nobody of the clinic changes what came from outside: whatever was written of it, its source did. */
const isExternal = ({ origin }: Pick<MedicalItemDocument, 'origin'>): boolean => origin === 'fhir';

/** What its source did to an item since; undefined for what the clinic wrote itself, and where nothing happened. */
export const externalChangeOf = (since: Since, document: MedicalItemDocument): ExternalChange | undefined =>
  isExternal(document) ? changeOf(since, document) : undefined;

interface ExternalItems {
  documents: MedicalItemDocument[];
  counts: { overall_count: number; brought: number; corrected: number; removed: number };
  /** Position of the newest that is counted; undefined where there is none. */
  until: string | undefined;
}

/** A page of what sources outside the clinic changed in a record, the latest first: each query is answered by an index. */
export const externalItems = async (
  reader: Reader,
  patient_id: string,
  since: Since,
  { skip, take }: { skip: number; take: number },
): Promise<ExternalItems> => {
  const filter: Filter = { patient_id: { eq: patient_id }, origin: { eq: 'fhir' }, ...after(since, 'changed') };
  const count = async (more: Filter) => (await reader.find(medicalItems, { filter: { ...filter, ...more }, take: 0 })).overall_count;
  const latest = { sort: [['changed.position', 'desc']] as const };
  // first, so that nothing is taken as looked at which came after it was counted
  const newest = await reader.find<MedicalItemDocument>(medicalItems, { filter, ...latest, take: 1 });
  const until = newest.items[0]?.data.changed.position;
  const { items, overall_count } = await reader.find<MedicalItemDocument>(medicalItems, { filter, ...latest, skip, take });
  const removed = overall_count === 0 ? 0 : await count({ is_removed: { eq: true } });
  const brought = overall_count === 0 ? 0 : await count({ is_removed: { eq: false }, ...after(since, 'created') });
  const corrected = Math.max(0, overall_count - brought - removed);
  return { documents: items.map(({ data }) => data), counts: { overall_count, brought, corrected, removed }, until };
};
