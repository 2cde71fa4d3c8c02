import { kindsBy, nounTitle } from '#contracts/items/item-kinds';
import type { MedicalItemView } from '#contracts/items/medical-items';

const KINDS = kindsBy('type');

/** An item of another clinic in the view of all clinics: no words about it, no report page, nothing of how it came to be (ruling 42). */
export const ofAnotherClinic = (view: MedicalItemView): MedicalItemView => {
  const { comment: _comment, comment_id: _id, seen_by_doctor: _seen, file_id: _file, page_id: _page, ...shown } = view;
  return { ...shown, of_another_clinic: true };
};

/**
 * A removed item as its patient reads it: that one of its kind was removed, when, by whom and why. What it said may be true of somebody
 * else (decision 0045). Fields are named one by one, so that a new one is not told by oversight.
 */
export const withheld = (view: MedicalItemView): MedicalItemView => {
  const { id, patient_id, organization_id, organization_name, type, origin, removed, version } = view;
  if (removed === undefined) return view;
  return {
    ...{ id, patient_id, organization_id, type, origin, removed, version },
    ...(organization_name === undefined ? {} : { organization_name }),
    name: `${nounTitle(KINDS[type])} removed; what it said is not shown here`,
    date_applies: null,
    draft: false,
    last_edited_by: removed.by,
    ...(removed.by_name === undefined ? {} : { last_edited_by_name: removed.by_name }),
    recorded_at: removed.at,
    nested_items: [],
    withheld: true,
  };
};
