import { editAddress, itemActions } from './row-actions.tsx';

const act = () => undefined;
const all = { onEdit: act, onHistory: act, onRemove: act, onComment: act };
const names = (...given: Parameters<typeof itemActions>) => itemActions(...given).map(({ text }) => text);

it('offers everything on what was typed here', () =>
  expect(names({ origin: 'manual' }, { readOnly: false, ...all })).toEqual(['Comment', 'History', 'Edit', 'Remove']));
it('never edits or removes what came from an external record', () =>
  expect(names({ origin: 'fhir' }, { readOnly: false, ...all })).toEqual(['Comment', 'History']));
it('changes nothing where it is read only', () =>
  expect(names({ origin: 'manual' }, { readOnly: true, ...all })).toEqual(['Comment', 'History']));
it('opens the report page of what was read from one', () => {
  const read = { id: 'a', origin: 'ocr' as const, file_id: 'f', page_id: 'g' };
  expect(names(read, { readOnly: false, ...all })).toContain('Open the report page');
  expect(editAddress('p', 'lab-results', read)).toBe('/reports/f/page/g');
  expect(editAddress('p', 'diagnoses', { id: 'a', origin: 'manual' })).toBe('/patients/p/diagnoses/a');
});
