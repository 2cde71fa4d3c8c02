import type { KeptComment } from '#web/record/comments/comment-dialog.tsx';
import { isItemKind, itemKinds, nounTitle } from '#contracts/items/item-kinds';
import { showInstant } from '#web/lib/dates.ts';
import { patientOf, type UnsavedForm } from '#web/lib/unsaved.ts';

/** What is said of a form in the list of what was kept, and where it is opened. */
interface UnsavedEntry {
  /** 'New treatment' */
  what: string;
  /** Whose record it belongs to; its name is read when it is shown. */
  patientId: string | null | undefined;
  /** The address of the form; undefined where there is none any more. */
  to: string | undefined;
}

/** When it was typed: two forms of the same kind may be of the same minute. */
export const keptAt = ({ at }: Pick<UnsavedForm, 'at'>): string => {
  const time = new Date(at).toISOString();
  return `${showInstant(time)}:${time.slice(17, 19)}`;
};

/** Names, dates and what was typed never enter an address: ids alone do. */
export const unsavedEntry = ({ place, content }: UnsavedForm): UnsavedEntry => {
  const { form, patient, item } = place;
  const isNew = item === 'add';
  const patientId = form === 'patient' && isNew ? null : patientOf(place, content);
  if (isItemKind(form) && patient) {
    const what = isNew ? `New ${itemKinds[form].noun}` : nounTitle(form);
    return { what, patientId, to: `/patients/${patient}/${form}/${item}` };
  }
  if (form === 'change-dosage' && patient) {
    return { what: 'Change of dosage', patientId, to: `/patients/${patient}/intakes/${item}/change-dosage` };
  }
  if (form === 'comments' && patient) {
    const { on } = content as Partial<KeptComment>;
    return { what: on ? `Comment on ${on.of}` : 'Comment', patientId, to: on && `/patients/${patient}` };
  }
  if (form === 'patient') {
    return { what: isNew ? 'New patient' : 'Patient data', patientId, to: isNew ? '/patients?add=1' : `/patients?edit=${item}` };
  }
  if (form === 'ocr-page') return { what: 'Page of a report', patientId, to: `/ocr-page/${item}` };
  return { what: 'A form', patientId: undefined, to: undefined };
};
