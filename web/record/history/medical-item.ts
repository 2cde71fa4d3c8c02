import { compare } from '#contracts/rules/compare';
import type { ChangedSince } from '#contracts/items/comments';
import { type ItemKind, itemKinds, kindsBy } from '#contracts/items/item-kinds';
import type { MedicalItemView, NestedItem } from '#contracts/items/medical-items';
import { dayShown } from '#contracts/wire/precision';
import { editAddress } from '#web/ui/row-actions.tsx';

const KINDS = kindsBy('type');
/** What the type of a row is called elsewhere. */
export const kindOf = ({ type }: Pick<MedicalItemView, 'type'>): (typeof itemKinds)[ItemKind] => itemKinds[KINDS[type]];

/** Of the dosages of a treatment the one that ends last, ongoing before all others, and of these the one that began last; by its position. */
export const mostRecent = (nested: readonly NestedItem[]): number | undefined => {
  const order = nested
    .map((_, index) => index)
    .sort((a, b) => {
      const [one, other] = [nested[a]!, nested[b]!];
      const ongoing = Number(other.time_to === null) - Number(one.time_to === null);
      return ongoing || compare(other.time_to, one.time_to) || compare(other.date_applies, one.date_applies);
    });
  return order[0];
};

/** 'MM/DD/YYYY' as exact as it was said; '' where nobody knows. */
export const dayOf = ({ date_applies, date_applies_precision }: Pick<MedicalItemView, 'date_applies' | 'date_applies_precision'>): string =>
  date_applies === null ? '' : dayShown(date_applies, date_applies_precision);

/** Its name and date, to tell it from others. */
export const titleOf = (item: Pick<MedicalItemView, 'name' | 'date_applies' | 'date_applies_precision'>): string =>
  [item.name, dayOf(item)].filter(Boolean).join(', ');

/** The item that a comment was about, where that is another now: 'Amlodipine 5 mg, 03/02/2026 (now Amlodipine 10 mg)'. */
export const changedText = ({ then, now }: ChangedSince): string => {
  if (now === null) return `${titleOf(then)} (removed since)`;
  return `${titleOf(then)} (now ${dayOf(then) === dayOf(now) ? now.name : titleOf(now)})`;
};

type Placed = Pick<MedicalItemView, 'id' | 'type' | 'origin' | 'file_id' | 'page_id'>;

/** Where an entry of the clinic's own is changed. */
export const formOf = (patient_id: string, item: Placed): string => editAddress(patient_id, KINDS[item.type], item);

/** Where it is changed; undefined for what came from an external record or was removed. */
export const addressOf = (item: MedicalItemView): string | undefined =>
  item.origin === 'fhir' || item.removed ? undefined : formOf(item.patient_id, item);

/** Who wrote it last: 'OCR' where it was read and no person did. */
export const editorOf = ({ last_edited_by, last_edited_by_name, origin }: MedicalItemView): string => {
  if (last_edited_by !== null) return last_edited_by_name ?? 'Unknown user';
  return origin === 'fhir' ? 'External record' : 'OCR';
};

/** The external icon: it was last edited by someone else than who looks (ruling 16). */
export const isBySomeoneElse = ({ last_edited_by }: MedicalItemView, user_id: string): boolean =>
  last_edited_by !== null && last_edited_by !== user_id;
