import { legendActions, type LegendItem } from './legend-actions.tsx';

const act = () => undefined;
const item: LegendItem = {
  onEdit: act,
  onChangeDosage: act,
  isFhir: false,
  comments: { total: 1, unseen: 1 },
  onComment: act,
  onViewComments: act,
};
const doctor = { readOnly: false, isDoctor: true, isPatient: false, isReordering: false };
const names = (...[of, reader]: [LegendItem, typeof doctor]) =>
  legendActions(of, reader, { onSettings: act, onOnly: act }).map(({ text }) => text);

it('offers a doctor new comments, settings, editing and the change of dosage', () =>
  expect(names(item, doctor)).toEqual(['Show new comment', 'Only this', 'Settings', 'Edit', 'Change dosage']));
it('speaks of a new comment only where one exists that no doctor has seen, and only to doctors', () => {
  expect(names({ ...item, comments: { total: 2, unseen: 0 } }, doctor)).toContain('Comments');
  expect(names({ ...item, comments: { total: 0, unseen: 0 } }, doctor)).not.toContain('Comments');
  expect(names(item, { ...doctor, isDoctor: false })).toContain('Comments');
});
it('lets a patient comment, and nothing else but look', () =>
  expect(names(item, { ...doctor, isDoctor: false, isPatient: true, readOnly: true })).toEqual(['Comment', 'Only this', 'Settings']));
it.each([
  ['where it is read only', item, { ...doctor, readOnly: true }],
  ['of what came from an external record', { ...item, isFhir: true }, doctor],
])('hides editing and the change of dosage %s', (_, of, reader) =>
  expect(names(of, reader)).toEqual(['Show new comment', 'Only this', 'Settings']),
);
it('offers only what does not change a row while the legend is reordered', () =>
  expect(names(item, { ...doctor, isReordering: true })).toEqual(['Show new comment', 'Settings']));
it('changes the dosage of the default entry of a medication only', () =>
  expect(names({ ...item, onChangeDosage: undefined }, doctor)).not.toContain('Change dosage'));
