import type { Place } from '#web/lib/unsaved.ts';
import { keptAt, unsavedEntry } from './unsaved-forms.ts';

const entry = (place: Place, content: unknown = 'Methotrexate for Ava Morgan') => unsavedEntry({ id: '', place, at: 0, content });

it.each([
  [{ form: 'intakes', patient: 'p', item: 'add' }, 'New treatment', '/patients/p/intakes/add'],
  [{ form: 'intakes', patient: 'p', item: 'i' }, 'Treatment', '/patients/p/intakes/i'],
  [{ form: 'change-dosage', patient: 'p', item: 'i' }, 'Change of dosage', '/patients/p/intakes/i/change-dosage'],
  [{ form: 'diagnoses', patient: 'p', item: 'add' }, 'New diagnosis', '/patients/p/diagnoses/add'],
  [{ form: 'examinations', patient: 'p', item: 'e' }, 'Examination', '/patients/p/examinations/e'],
  [{ form: 'lab-results', patient: 'p', item: 'add' }, 'New lab result', '/patients/p/lab-results/add'],
  [{ form: 'patient', item: 'add' }, 'New patient', '/patients?add=1'],
  [{ form: 'patient', item: 'p' }, 'Patient data', '/patients?edit=p'],
  [{ form: 'ocr-page', item: 'g' }, 'Page of a report', '/ocr-page/g'],
])('%o is called %s and opens at %s', (place: Place, what, to) => expect(entry(place)).toMatchObject({ what, to }));

it('a comment says what it is about and opens over its patient', () => {
  const on = { type: 'diagnose', id: 'd', of: 'Hypertension, 03/01/2024' };
  const found = entry({ form: 'comments', patient: 'p', item: 'd' }, { comment: 'Dizzy', on });
  expect(found).toEqual({ what: 'Comment on Hypertension, 03/01/2024', patientId: 'p', to: '/patients/p' });
});

it('a page of a report is about the patient who was chosen on it', () => {
  const page = { form: 'ocr-page', item: 'g' };
  expect(entry(page, { patient_id: 'p', rows: [] })).toMatchObject({ patientId: 'p' });
  expect(entry(page, { patient_id: null, rows: [] })).toMatchObject({ patientId: null });
});

it('a form that is not known can be thrown away only', () =>
  expect(entry({ form: 'toString', patient: 'p', item: 'add' })).toEqual({ what: 'A form', patientId: undefined, to: undefined }));

it('two forms that were typed in the same minute are told apart', () => {
  const [first, second] = [3, 41].map((seconds) => keptAt({ at: Date.UTC(2026, 2, 4, 12, 5, seconds) }));
  expect(first).toMatch(/^03\/04\/2026 \d{2}:05:03$/);
  expect(second).toBe(first?.replace(/03$/, '41'));
});
