import { allergiesOf, byUrgency, importNoteText, isShortened, type LeftOut, leftOutCount, leftOutText, MAX_NAMES } from './import-notes.ts';

const allergies: LeftOut = {
  type: 'AllergyIntolerance',
  count: 7,
  names: ['Penicillin', 'Latex', 'Peanut', 'Bee venom'],
  more_names: 1,
  unnamed: 2,
};
const doses: LeftOut = { type: 'Immunization', count: 6, names: ['Influenza', 'Tetanus', 'MMR', 'Varicella'] };
const note = { patient_id: 'p', source: 'County hospital', taken: 50, total: 60, left_out: [allergies, doses], remarks: [] };

it('names what was left out, all allergies and some of the rest', () => {
  expect(importNoteText(note)).toBe(
    '50 of 60 taken; not taken: 7 allergies (Penicillin, Latex, Peanut, Bee venom, ..., 2 without a name), ' +
      '6 immunizations (Influenza, Tetanus, MMR, ...)',
  );
  expect([isShortened(note), isShortened({ ...note, left_out: [allergies] })]).toEqual([true, false]);
  expect(importNoteText({ ...note, left_out: [] })).toBe('50 of 60 taken');
  expect(importNoteText({ ...note, left_out: [{ type: 'Goal', count: 1, names: [], unnamed: 1 }], remarks: ['one page of many'] })).toBe(
    '50 of 60 taken; not taken: 1 goal; one page of many',
  );
  // the same name several times is all of it
  expect(importNoteText({ ...note, left_out: [{ type: 'AllergyIntolerance', count: 2, names: ['Penicillin'] }] })).toMatch(
    /2 allergies \(Penicillin\)$/,
  );
});

it('keeps the allergies of all notes together', () => {
  const other = { ...note, left_out: [{ type: 'AllergyIntolerance', count: 2, names: ['Egg', 'Latex'] }] };
  expect(leftOutText(allergiesOf([note, other])!, MAX_NAMES)).toBe(
    '8 allergies (Bee venom, Egg, Latex, Peanut, Penicillin, ..., 2 without a name)',
  );
  expect(leftOutText(allergiesOf([{ ...note, left_out: [{ type: 'AllergyIntolerance', count: 3, names: [], unnamed: 3 }] }])!, 9)).toBe(
    '3 allergies',
  );
  expect(allergiesOf([{ ...note, left_out: [doses] }])).toBeUndefined();
});

it('puts allergies first, and calls every type by ordinary words', () => {
  const plans: LeftOut = { type: 'CarePlan', count: 2, names: [] };
  const goals: LeftOut = { type: 'Goal', count: 9, names: [] };
  expect([plans, doses, goals, allergies].sort(byUrgency)).toEqual([allergies, doses, goals, plans]);
  const types = ['CarePlan', 'ImagingStudy', 'SupplyDelivery', 'Media', 'FamilyMemberHistory', 'Other', 'VisionPrescription', 'Device'];
  expect(types.map((type) => leftOutCount({ type, count: 2 }))).toEqual([
    ...['2 care plans', '2 imaging studies', '2 supply deliveries', '2 pictures or recordings', '2 entries of the family history'],
    ...['2 other entries', '2 vision prescriptions', '2 devices'],
  ]);
  expect(leftOutCount({ type: 'Condition', count: 1 })).toBe('1 diagnosis');
});
