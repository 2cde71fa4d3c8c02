import { untilText } from '#contracts/treatments/courses';
import fc from '#tests/support/fast-check';
import { MedicationRequest, MedicationStatement } from '../resources/medications.ts';
import { readMedicationRequest, readMedicationStatement } from './medication.ts';

const TODAY = '2026-06-01';
const given = { concept: { coding: [], text: 'Metformin' }, medication: undefined, display: undefined };
const order = (changes: object) => {
  const request = MedicationRequest.parse({ status: 'active', intent: 'order', authoredOn: '2025-01-06', ...changes });
  const read = readMedicationRequest(request, given);
  if (read.kind !== 'medication') throw new Error(read.reason);
  return read;
};
const until = (changes: object): string => {
  const { intake } = order(changes);
  return untilText({ ...intake, ends: intake.time_to }, TODAY);
};
const text = (...texts: string[]) => ({ dosageInstruction: texts.map((said) => ({ text: said })) });
const repeat = (said: object, rest: object = {}) => ({ dosageInstruction: [{ timing: { repeat: said }, ...rest }] });
const daily = { frequency: '1', period: '1', periodUnit: 'd' };
const weekly = { frequency: '1', period: '1', periodUnit: 'wk' };
const supply = (value: string, repeats?: string) => ({
  dispenseRequest: {
    expectedSupplyDuration: { value, unit: 'days', code: 'd' },
    ...(repeats === undefined ? {} : { numberOfRepeatsAllowed: repeats }),
  },
});

describe('ruling 64: a course ends where the order itself says so', () => {
  it.each<[string, object, string]>([
    ['a length in words', text('2 times a day for 10 days'), '01/15/2025'],
    ['a length in words of a code', { dosageInstruction: [{ timing: { code: { text: '100 mg bid for 5 days' } } }] }, '01/10/2025'],
    ['a length told to the patient', { dosageInstruction: [{ patientInstruction: 'Take it for one week.' }] }, '01/12/2025'],
    ['bounds in days', repeat({ ...daily, boundsDuration: { value: '7', code: 'd' } }), '01/12/2025'],
    ['bounds in hours', repeat({ boundsDuration: { value: '48', code: 'h' } }), '01/08/2025'],
    ['bounds in months', repeat({ boundsDuration: { value: '2', unit: 'months' } }), '03/05/2025'],
    ['bounds in years', repeat({ boundsDuration: { value: '1', code: 'a' } }), '01/05/2026'],
    ['bounds as a range', repeat({ boundsRange: { low: { value: '7', code: 'd' }, high: { value: '10', code: 'd' } } }), '01/15/2025'],
    ['bounds as a period', repeat({ boundsPeriod: { start: '2025-02-01', end: '2025-03' } }), '03/2025'],
    ['one dose in all', repeat({ count: '1' }), '01/06/2025'],
    ['three doses weekly', repeat({ ...weekly, count: '3' }), '01/20/2025'],
    ['three to four doses weekly', repeat({ ...weekly, count: '3', countMax: '4' }), '01/27/2025'],
    ['ten doses, twice a day', repeat({ ...daily, frequency: '2', count: '10' }), '01/10/2025'],
    ['two doses, on Sundays', repeat({ ...daily, dayOfWeek: ['sun'], count: '2' }), '01/19/2025'],
    ['the longer of two lengths', repeat({ boundsDuration: { value: '7', code: 'd' } }, { text: 'for 10 days' }), '01/15/2025'],
    [
      'steps, one after the other',
      { dosageInstruction: [2, 1].map((sequence) => ({ sequence: String(sequence), text: `for ${sequence} weeks` })) },
      '01/26/2025',
    ],
    ['two at the same time', { dosageInstruction: [5, 10].map((days) => ({ sequence: '1', text: `for ${days} days` })) }, '01/15/2025'],
    [
      'six doses monthly',
      { authoredOn: '2025-07-01', ...repeat({ frequency: '1', period: '1', periodUnit: 'mo', count: '6' }) },
      '12/01/2025',
    ],
    ['one dose on a Sunday', repeat({ count: '1', dayOfWeek: ['sun'] }), '01/12/2025'],
    [
      'a range the wrong way round',
      repeat({ boundsRange: { low: { value: '14', code: 'd' }, high: { value: '7', code: 'd' } } }),
      '01/19/2025',
    ],
    [
      'the last of two bounds, one a year',
      { dosageInstruction: ['2025', '2025-03-10'].map((end) => ({ timing: { repeat: { boundsPeriod: { end } } } })) },
      '2025',
    ],
    ['a status without a day', { status: 'completed' }, 'completed, day not said'],
    ['a stopped order, whatever was ordered', { status: 'stopped', ...text('for 10 days') }, 'stopped, day not said'],
  ])('%s', (_what, changes, said) => expect(until(changes)).toBe(said));

  it.each<[string, object, string]>([
    ['a duration as long as its period', repeat({ ...daily, duration: '3', durationUnit: 'd' }), 'probably ended 01/08/2025'],
    ['a duration and a completed order', { status: 'completed', ...repeat({ ...daily, duration: '3', durationUnit: 'd' }) }, '01/08/2025'],
    [
      'a duration and bounds',
      repeat({ ...daily, duration: '3', durationUnit: 'd', boundsDuration: { value: '9', code: 'd' } }),
      '01/14/2025',
    ],
  ])('%s', (_what, changes, said) => expect(until(changes)).toBe(said));
});

describe('ruling 64: a drug that is taken is never hidden', () => {
  it.each<[string, object, string]>([
    ['nothing is said', {}, 'ongoing'],
    ['an order of long ago', { authoredOn: '1998-03-01' }, 'ongoing'],
    ['minutes of an infusion', repeat({ ...daily, duration: '30', durationUnit: 'min' }), 'ongoing'],
    [
      'a patch that is worn until the next one',
      repeat({ frequency: '1', period: '72', periodUnit: 'h', duration: '72', durationUnit: 'h' }),
      'ongoing',
    ],
    [
      'a length of one supply with refills',
      { ...supply('90', '3'), ...text('1 tablet daily for 90 days') },
      'ongoing; supply until 12/31/2025 by the order, not confirmed since',
    ],
    [
      'a length of one of several fillings',
      { ...text('1 tablet daily for 90 days'), dispenseRequest: { numberOfRepeatsAllowed: '3' } },
      'ongoing; supply until 12/31/2025 by the order, not confirmed since',
    ],
    [
      'a patch for as long as until the next one',
      repeat({ frequency: '1', period: '7', periodUnit: 'd' }, { text: 'Apply 1 patch for 7 days' }),
      'ongoing',
    ],
    [
      'what is told beside its words',
      { dosageInstruction: [{ text: '5 mg daily', patientInstruction: 'Take with food for 3 days' }] },
      'ongoing',
    ],
    ['an end before its start', repeat({ boundsPeriod: { start: '2025-03-01', end: '2025-02-01' } }), 'ongoing'],
    [
      'a length of something else',
      { dosageInstruction: [{ text: '1 tablet daily', patientInstruction: 'Use additional contraception for 7 days' }] },
      'ongoing',
    ],
    [
      'words that go on beside its length',
      { dosageInstruction: [{ text: 'for 30 days', additionalInstruction: [{ text: 'Continue indefinitely' }] }] },
      'ongoing; until 02/04/2025 by the days in its words, not confirmed since',
    ],
    ['supply', supply('30'), 'ongoing; supply until 02/04/2025 by the order, not confirmed since'],
    [
      'supply with refills',
      { authoredOn: '2024-06-01', ...supply('30', '11') },
      'ongoing; supply until 05/26/2025 by the order, not confirmed since',
    ],
    ['supply that lasts', supply('90', '9'), 'ongoing; supply until 06/24/2027 by the order'],
    [
      'a prescription that is no longer valid',
      { dispenseRequest: { validityPeriod: { start: '2025-01-06', end: '2025-04-06' } } },
      'ongoing; prescription valid until 04/06/2025 by the order, not confirmed since',
    ],
    [
      'days of its doses',
      { dosageInstruction: [{ timing: { event: ['2025-02-02', '2025-08-02'] } }] },
      'ongoing; last dose on 08/02/2025 by the order, not confirmed since',
    ],
    [
      'words that go on',
      text('40 mg for 3 days, then 20 mg daily'),
      'ongoing; until 01/08/2025 by the days in its words, not confirmed since',
    ],
    ['a part of a cycle', text('twice daily for 14 days of each 21 day cycle'), 'ongoing'],
    ['a pause', text('5 mg daily. Hold for 2 days before surgery.'), 'ongoing'],
    ['at least so long', repeat({ boundsDuration: { value: '30', code: 'd', comparator: '>=' } }), 'ongoing'],
    ['some doses as needed', repeat({ ...daily, count: '10' }, { asNeededBoolean: true }), 'ongoing'],
    ['some doses nobody says how often', repeat({ count: '10' }), 'ongoing'],
    [
      'one of two instructions is open',
      text('for 10 days', 'then 1 daily'),
      'ongoing; until 01/15/2025 by the days in its words, not confirmed since',
    ],
    [
      'two lengths that may follow each other',
      text('20 mg for 7 days', '10 mg for 7 days'),
      'ongoing; until 01/12/2025 by the days in its words, not confirmed since',
    ],
    [
      'a start of which only the month is known',
      { authoredOn: '2025-01', ...text('for 10 days') },
      'ongoing; until 02/09/2025 by the days in its words, not confirmed since',
    ],
    ['on hold', { status: 'on-hold' }, 'ongoing; on hold by the order'],
  ])('%s', (_what, changes, said) => expect(until(changes)).toBe(said));

  it('whatever its supply, its prescription or its age is', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1950, max: 2026 }),
        (days, repeats, year) => {
          const { dispenseRequest } = supply(String(days), String(repeats));
          const validityPeriod = { end: `${year}-12-31` };
          const { intake } = order({ authoredOn: `${year}-03-01`, dispenseRequest: { ...dispenseRequest, validityPeriod } });
          expect(intake).toMatchObject({ time_to: null, until_discontinued: true });
          expect(untilText({ ...intake, ends: null }, TODAY)).toMatch(/^ongoing; supply until /);
        },
      ),
    ));
});

it('names a length that nobody can place', () => {
  const { without } = order({ authoredOn: undefined, ...text('for 10 days') });
  expect(without).toEqual(['it says how long, not until when: its end is in words only']);
  expect(order(repeat({ count: '10' })).without).toEqual(without);
  expect(order(text('for 10 days')).without).toEqual([]);
});

it('of a statement counts from the day from which it is taken', () => {
  const state = (changes: object) => {
    const statement = MedicationStatement.parse({ status: 'active', effectiveDateTime: '2025-01-06', ...changes });
    const read = readMedicationStatement(statement, given);
    if (read.kind !== 'medication') throw new Error(read.reason);
    return untilText({ ...read.intake, ends: read.intake.time_to }, TODAY);
  };
  expect(state({ dosage: [{ text: 'for 10 days' }] })).toBe('01/15/2025');
  expect(state({ dosage: [{ text: 'for 10 days' }], effectivePeriod: { end: '2025-01-20' }, effectiveDateTime: undefined })).toBe(
    '01/20/2025',
  );
  expect(state({})).toBe('ongoing');
});
