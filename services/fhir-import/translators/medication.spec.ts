import { Medication, MedicationRequest, MedicationStatement } from '../resources/resource.ts';
import { readMedicationRequest, readMedicationStatement } from './medication.ts';

const metformin = {
  coding: [{ system: 'http://www.nlm.nih.gov/research/umls/rxnorm', code: '860975', display: 'Metformin 500 MG' }],
  text: undefined,
};
const given = { concept: metformin as never, medication: undefined, display: undefined };
const order = (changes: object = {}) =>
  readMedicationRequest(MedicationRequest.parse({ status: 'active', intent: 'order', authoredOn: '2024-02-01', ...changes }), given);
const dosage = (changes: object) => ({ dosageInstruction: [changes] });
const repeat = (said: object) => ({ timing: { repeat: said } });

describe('an order of a medication', () => {
  it('keeps the foreign code and its name, and starts when it was written', () =>
    expect(order()).toMatchObject({
      intake: {
        medication: { nonproprietary_name: 'Metformin 500 MG', coding: [{ code: '860975' }] },
        time_from: '2024-02-01T00:00:00',
        time_from_precision: 'day',
        time_to: null,
        clinical_status: 'active',
        dosages: [],
      },
    }));
  it('ruling 29: keeps the dose in the unit that it came with', () => {
    const doseAndRate = [{ doseQuantity: { value: '2.5', unit: 'mL' } }];
    expect(order(dosage({ doseAndRate, ...repeat({ frequency: '2', period: '1', periodUnit: 'd' }) }))).toMatchObject({
      intake: { form: 'total dose', frequency: 2, period: 1, period_unit: 'Day', dosages: [{ dose: '2.5', unit: 'mL' }] },
    });
  });
  it('computes with no dose whose unit is said in two ways', () => {
    const doseQuantity = { value: '5', unit: 'mg', code: 'ug', system: 'http://unitsofmeasure.org' };
    expect(order(dosage({ doseAndRate: [{ doseQuantity }] }))).toMatchObject({
      intake: { dosages: [{ dose: '5', unit: 'mg or ug' }], dosage_text: '5 mg or ug' },
    });
    expect(order(dosage({ text: 'Take 5 daily', doseAndRate: [{ doseQuantity }] }))).toMatchObject({
      intake: { dosage_text: 'Take 5 daily (5 mg or ug)' },
    });
  });
  it('takes a number of tablets for what it is: no dose', () =>
    expect(order(dosage({ doseAndRate: [{ doseQuantity: { value: '2', unit: 'tablet' } }] }))).toMatchObject({
      intake: { form: 'per tablet', quantity: 2, dosages: [] },
    }));
  it.each([
    [repeat({ frequency: '1', period: '1', periodUnit: 'wk' }), 1, 1, 'Week'],
    [repeat({ frequency: '1', period: '8', periodUnit: 'h' }), 1, 8, 'Hour'],
    [repeat({ when: ['MORN', 'NIGHT'] }), 2, 1, 'Day'],
    [{ timing: { code: { coding: [{ code: 'TID' }] } } }, 3, 1, 'Day'],
    [{}, null, null, 'Day'],
  ])('ruling 30: says how often as it was ordered: %j', (timing, frequency, period, period_unit) =>
    expect(order(dosage(timing))).toMatchObject({ intake: { frequency, period, period_unit } }),
  );
  it.each([
    [repeat({ frequency: '1', period: '4', periodMax: '6', periodUnit: 'h' }), '1 time every 4 - 6 hours'],
    [repeat({ frequency: '1', frequencyMax: '2', period: '1', periodUnit: 'd' }), '1 - 2 times every day'],
    [repeat({ count: '3', frequency: '1', period: '1', periodUnit: 'd' }), '1 time every day 3 in all'],
    [repeat({ frequency: '1', period: '5', periodUnit: 'min' }), '1 time every 5 minutes'],
  ])('computes with no frequency where several are meant: %j', (timing, dosage_text) =>
    expect(order(dosage(timing))).toMatchObject({ intake: { frequency: null, period: null, dosage_text } }),
  );
  it.each([
    [repeat({ dayOfWeek: ['mon'], frequency: '1', period: '1', periodUnit: 'd' }), 1, 'Week'],
    [repeat({ dayOfWeek: ['mon', 'thu'], frequency: '2', period: '1', periodUnit: 'wk' }), 2, 'Week'],
    [repeat({ dayOfWeek: ['mon', 'thu'] }), 2, 'Week'],
    [repeat({ timeOfDay: ['08:00:00', '20:00:00'], period: '1', periodUnit: 'd' }), 2, 'Day'],
  ])('ruling 30: makes no daily dose of one on some days of the week: %j', (timing, frequency, period_unit) =>
    expect(order(dosage(timing))).toMatchObject({ intake: { frequency, period: 1, period_unit } }),
  );
  it('computes with no dose where several are meant, and keeps all of them in words', () => {
    const rates = (...doseAndRate: object[]) => order(dosage({ doseAndRate }));
    expect(rates({ doseRange: { low: { value: '1', unit: 'mg' }, high: { value: '2', unit: 'mg' } } })).toMatchObject({
      intake: { dosages: [], dosage_text: '1 - 2 mg' },
    });
    expect(rates({ doseQuantity: { value: '5', unit: 'mg' } }, { doseQuantity: { value: '7', unit: 'mg' } })).toMatchObject({
      intake: { dosages: [], dosage_text: '5 mg, 7 mg' },
    });
    expect(rates({ doseQuantity: { value: '5', unit: 'mL' }, rateQuantity: { value: '0.50', unit: 'mL/h' } })).toMatchObject({
      intake: { dosages: [{ dose: '5' }], dosage_text: '5 mL, at a rate of 0.50 mL/h' },
    });
  });
  it('says of a dose without a unit that it has none', () =>
    expect(
      order(dosage({ doseAndRate: [{ doseQuantity: { value: '1' } }], ...repeat({ frequency: '1', period: '1', periodUnit: 'd' }) })),
    ).toMatchObject({ intake: { dosages: [{ dose: '1', unit: null }], dosage_text: '1 (no unit said), 1 time every day' } }));
  it('of a taper says each step in its order, from the first start to the last end', () => {
    const step = (sequence: string, value: string, start: string, end: string) => ({
      sequence,
      doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
      ...repeat({ frequency: '1', period: '1', periodUnit: 'd', boundsPeriod: { start, end } }),
    });
    const dosageInstruction = [step('2', '10', '2024-03-08', '2024-03-14'), step('1', '20', '2024-03-01', '2024-03-07')];
    expect(order({ dosageInstruction })).toMatchObject({
      intake: {
        time_from: '2024-03-01T00:00:00',
        time_to: '2024-03-14T00:00:00',
        frequency: null,
        dosage_text: '20 mg, 1 time every day, from 2024-03-01 until 2024-03-07; 10 mg, 1 time every day, from 2024-03-08 until 2024-03-14',
      },
    });
  });
  it('that says for how many days ends on the last of them, and otherwise is named', () => {
    const lasts = (value: string, code: string) => order(dosage(repeat({ boundsDuration: { value, code } })));
    expect(lasts('7', 'd')).toMatchObject({ intake: { time_to: '2024-02-07T00:00:00', until_discontinued: false }, without: [] });
    const inWords = order(dosage(repeat({ boundsDuration: { value: '2', unit: 'weeks' } })));
    expect(inWords).toMatchObject({ intake: { time_to: '2024-02-14T00:00:00' } });
    expect(lasts('3', 'mo')).toMatchObject({
      intake: { time_to: null, dosage_text: 'for 3 mo' },
      without: ['it says how long, not until when: its end is in words only'],
    });
  });
  it('keeps remarks as notes', () => expect(order({ note: [{ text: 'with food' }] })).toMatchObject({ intake: { notes: 'with food' } }));
  it('is as needed only where all of it is', () => {
    expect(order(dosage({ asNeededBoolean: true }))).toMatchObject({ intake: { as_needed: true } });
    expect(order({ dosageInstruction: [{ asNeededBoolean: true }, { text: 'every morning' }] })).toMatchObject({
      intake: { as_needed: false, dosage_text: 'as needed; every morning' },
    });
  });
  it('of several instructions keeps the words, and computes with none of them', () =>
    expect(
      order({
        dosageInstruction: [
          { text: '1 in the morning', doseAndRate: [{ doseQuantity: { value: '1', unit: 'mg' } }] },
          { text: '2 at night' },
        ],
      }),
    ).toMatchObject({
      intake: { dosages: [], frequency: null, dosage_text: '1 in the morning; 2 at night' },
    }));
  it('ruling 4: lasts from the first moment to the last one, whatever their clocks, with the offset of each', () => {
    const on = (start: string, end: string) => ({ timing: { repeat: { boundsPeriod: { start, end } } } });
    const dosageInstruction = [
      on('2025-03-11T03:00:00Z', '2025-03-20T20:00:00-05:00'),
      on('2025-03-10T23:30:00-05:00', '2025-03-21T00:30:00Z'),
    ];
    expect(order({ dosageInstruction })).toMatchObject({
      intake: {
        ...{ time_from: '2025-03-11T03:00:00', time_from_offset: '+00:00' },
        ...{ time_to: '2025-03-20T20:00:00', time_to_offset: '-05:00' },
      },
    });
  });
  it('lasts as long as its bounds say', () =>
    expect(order(dosage(repeat({ boundsPeriod: { start: '2024-03-01', end: '2024-03-10' } })))).toMatchObject({
      intake: { time_from: '2024-03-01T00:00:00', time_to: '2024-03-10T00:00:00', until_discontinued: false },
    }));
  it.each([
    [{ status: 'cancelled' }, 'cancelled'],
    [{ status: 'draft' }, 'a draft of a prescription'],
    [{ intent: 'plan' }, 'not ordered: plan'],
    [{ intent: 'option' }, 'not ordered: option'],
    [{ doNotPerform: true }, 'an order not to give it'],
    [{ status: 'wibble' }, 'a status that is not known'],
  ])('that nobody decided on is not taken: %j', (changes, reason) => expect(order(changes)).toMatchObject({ kind: 'skipped', reason }));
  it('that does not say what is not taken', () =>
    expect(
      readMedicationRequest(MedicationRequest.parse({ status: 'active' }), {
        concept: undefined,
        medication: undefined,
        display: undefined,
      }),
    ).toMatchObject({
      kind: 'skipped',
      reason: 'it does not say which medication',
    }));
});

describe('a statement about a medication', () => {
  const bisoprolol = Medication.parse({
    code: { text: 'Bisoprolol 2.5mg tab' },
    form: { coding: [{ code: '1', display: 'Tablet' }] },
    ingredient: [{ strength: { numerator: { value: '2.50', unit: 'mg' }, denominator: { value: '1', unit: 'tablet' } } }],
  });
  const state = (changes: object = {}) =>
    readMedicationStatement(MedicationStatement.parse({ status: 'active', effectiveDateTime: '2025', ...changes }), {
      concept: undefined,
      medication: bisoprolol,
      display: undefined,
    });
  it('takes product, form and strength from the medication that it refers to', () =>
    expect(state({ dosage: [{ text: '1/2 tablet in the morning' }] })).toMatchObject({
      intake: {
        medication: { nonproprietary_name: 'Bisoprolol 2.5mg tab', form: 'Tablet', strength: '2.50 mg/tablet' },
        dosage_text: '1/2 tablet in the morning',
        time_from_precision: 'year',
      },
    }));
  it('that nobody takes it is not taken', () =>
    expect(state({ status: 'not-taken' })).toMatchObject({ kind: 'skipped', reason: 'not taken by the patient' }));
});
