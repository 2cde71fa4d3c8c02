import type { KeptComment } from '#web/features/comments/comment-dialog.tsx';
import type { KeptForm } from '#web/lib/keep.ts';

/** What is said of a form in the list of what was kept, and where it is opened. */
interface KeptEntry {
  /** 'New treatment' */
  what: string;
  /** Whose record it belongs to; its name is read when it is shown. */
  patientId: string | undefined;
  /** The address of the form; undefined where there is none any more. */
  to: string | undefined;
}

/** Items of a record by the name of their form: what a new one and an existing one is called. */
const ITEMS: Readonly<Record<string, readonly [fresh: string, existing: string]>> = {
  intakes: ['New treatment', 'Treatment'],
  diagnoses: ['New diagnosis', 'Diagnosis'],
  examinations: ['New examination', 'Examination'],
  'lab-results': ['New lab result', 'Lab result'],
};

/** Names, dates and what was typed never enter an address: ids alone do. */
export const keptEntry = ({ place, content }: KeptForm): KeptEntry => {
  const { form, patient, item } = place;
  const isNew = item === 'add';
  const words = Object.hasOwn(ITEMS, form) ? ITEMS[form] : undefined;
  if (words && patient) return { what: isNew ? words[0] : words[1], patientId: patient, to: `/patients/${patient}/${form}/${item}` };
  if (form === 'change-dosage' && patient) {
    return { what: 'Change of dosage', patientId: patient, to: `/patients/${patient}/intakes/${item}/change-dosage` };
  }
  if (form === 'comments' && patient) {
    const { on } = content as Partial<KeptComment>;
    return { what: on ? `Comment on ${on.of}` : 'Comment', patientId: patient, to: on && `/patients/${patient}` };
  }
  if (form === 'patient') {
    return isNew
      ? { what: 'New patient', patientId: undefined, to: '/patients?add=1' }
      : { what: 'Patient data', patientId: item, to: `/patients?edit=${item}` };
  }
  if (form === 'ocr-page') return { what: 'Page of a report', patientId: undefined, to: `/ocr-page/${item}` };
  return { what: 'A form', patientId: undefined, to: undefined };
};
