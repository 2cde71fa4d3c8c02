import { kindNames } from '#contracts/items/item-kinds';
import { type ChangedItem, CountedAs, type RecordChanges } from '#contracts/items/last-seen';
import type { Filter } from '#infra/read-store/read-store';
import { type CommentDocument, comments } from '../comments/comments.projection.ts';
import { type Finding, type MedicalItemDocument, medicalItems } from '../records/medical-items.projection.ts';
import { after, before, changeOf, isNever, type Since } from '../history/since.ts';
import { readAll } from '../runner/read-all.ts';
import type { Reader } from '../runner/reader.ts';

type Counts = Pick<RecordChanges, CountedAs | 'corrected' | 'critical' | 'abnormal' | 'comments'>;

const TYPES = kindNames('counted');

/** What this person wrote is no news; what came from outside always is, whoever brought it in. */
const news = (user_id: string, counted_as: CountedAs): Filter => ({
  counted_as: { eq: counted_as },
  ...(counted_as === 'external' ? {} : { 'changed.by': { ne: user_id } }),
});

/** How a result is counted that was checked and is still in the record. */
const RESULTS: readonly CountedAs[] = ['external', 'lab_results'];

const unseenIn = (patient_id: string): Filter => ({ patient_id: { eq: patient_id }, seen_by_doctor: { eq: false } });

const itemOf = ({ id, type, name, date_applies, date_applies_precision }: MedicalItemDocument): Omit<ChangedItem, 'change'> => ({
  id,
  type,
  name,
  date_applies,
  ...(date_applies_precision === undefined ? {} : { date_applies_precision }),
});

/** What is new in a record to one person: numbers from an index, but for what was corrected. @throws Rebuilding */
export const changesIn = async (
  reader: Reader,
  patient_id: string,
  user_id: string,
  since: Since,
): Promise<{ counts: Counts; until: string | undefined }> => {
  const changed: Filter = { patient_id: { eq: patient_id }, ...after(since, 'changed') };
  const count = async (projection: typeof comments | typeof medicalItems, filter: Filter) =>
    (await reader.find(projection, { filter, take: 0 })).overall_count;
  // first, so that nothing is said to be seen which came after it was counted
  const newest = await reader.find<MedicalItemDocument>(medicalItems, { filter: changed, sort: [['changed.position', 'desc']], take: 1 });
  const numbers = await Promise.all(
    CountedAs.options.map(async (name) => [name, await count(medicalItems, { ...changed, ...news(user_id, name) })] as const),
  );
  const all = Object.fromEntries(numbers) as Record<CountedAs, number>;
  let corrected = 0;
  // to who never said to have seen anything, nothing is a correction
  for (const type of isNever(since) ? [] : TYPES) {
    const known = await count(medicalItems, { ...changed, ...news(user_id, type), ...before(since, 'created') });
    all[type] = Math.max(0, all[type] - known);
    corrected += known;
  }
  const countOf = async (finding: Finding): Promise<number> => {
    const found = RESULTS.map((name) => count(medicalItems, { ...changed, ...news(user_id, name), finding: { eq: finding } }));
    return (await Promise.all(found)).reduce((sum, number) => sum + number, 0);
  };
  const isAny = corrected > 0 || Object.values(all).some((number) => number > 0);
  const unseen = await count(comments, unseenIn(patient_id));
  const [critical, abnormal] = await Promise.all([countOf('critical'), countOf('abnormal')]);
  return {
    counts: { ...all, corrected, critical, abnormal, comments: unseen },
    until: isAny ? newest.items[0]?.data.changed.position : undefined,
  };
};

/** Which items these are, those that were removed included, and those with comments that no doctor has seen. @throws Rebuilding */
export const changedItems = async (reader: Reader, patient_id: string, user_id: string, since: Since): Promise<ChangedItem[]> => {
  const changed: Filter = { patient_id: { eq: patient_id }, ...after(since, 'changed') };
  const found = await Promise.all(
    CountedAs.options.map((counted_as) => readAll<MedicalItemDocument>(reader, medicalItems, { ...changed, ...news(user_id, counted_as) })),
  );
  const items = found.flat().flatMap((document): ChangedItem[] => {
    const change = changeOf(since, document);
    return change === undefined ? [] : [{ ...itemOf(document), change }];
  });
  const known = new Set(items.map(({ id }) => id));
  const waiting = await readAll<CommentDocument>(reader, comments, unseenIn(patient_id));
  const ids = waiting.flatMap(({ item_id }) => (item_id === null || known.has(item_id) ? [] : [item_id]));
  const commented = await reader.getMany<MedicalItemDocument>(medicalItems, [...new Set(ids)]);
  for (const document of commented.values()) {
    items.push({ ...itemOf(document), change: document.is_removed ? 'removed' : 'commented' });
  }
  return items;
};
