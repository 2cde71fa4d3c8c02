import { Medication, MedicationRequest, MedicationStatement } from '../resources/medications.ts';
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
        dosage_text: '20 mg, 1 time every day, from 03/01/2024 until 03/07/2024; 10 mg, 1 time every day, from 03/08/2024 until 03/14/2024',
      },
    });
  });
  it('that says for how many days ends on the last of them, and otherwise is named', () => {
    const lasts = (value: string, code: string) => order(dosage(repeat({ boundsDuration: { value, code } })));
    expect(lasts('7', 'd')).toMatchObject({ intake: { time_to: '2024-02-07T00:00:00', until_discontinued: false }, without: [] });
    const inWords = order(dosage(repeat({ boundsDuration: { value: '2', unit: 'weeks' } })));
    expect(inWords).toMatchObject({ intake: { time_to: '2024-02-14T00:00:00' } });
    expect(lasts('3', 'mo')).toMatchObject({
      intake: { time_to: '2024-04-30T00:00:00', dosage_text: 'for 3 months' },
      without: [],
    });
    expect(lasts('3', '{cycles}')).toMatchObject({
      intake: { time_to: null, dosage_text: 'for 3 {cycles}' },
      without: ['it says how long, not until when: its end is in words only'],
    });
  });
  it('keeps every part of an instruction in words', () => {
    const mg = (value: string) => ({ value, unit: 'mg' });
    const said = {
      doseAndRate: [{ doseQuantity: mg('2') }],
      ...repeat({ frequency: '1', period: '1', periodUnit: 'wk', duration: '10', durationUnit: 'min', count: '3' }),
      route: { text: 'intravenous' },
      method: { text: 'infusion, NEVER intrathecal' },
      site: { text: 'central line' },
      maxDosePerPeriod: { numerator: mg('8'), denominator: { value: '1', code: 'mo' } },
      maxDosePerAdministration: mg('2'),
      maxDosePerLifetime: mg('12'),
      additionalInstruction: [{ text: 'flush with saline' }],
      patientInstruction: 'Tell us about pain.',
      asNeededCodeableConcept: { text: 'relapse' },
    };
    const rest =
      'over 10 minutes, 3 doses in all, intravenous, infusion, NEVER intrathecal, site: central line, as needed: relapse, ' +
      'at most 8 mg in 1 month, at most 2 mg at a time, at most 12 mg in a lifetime, flush with saline, Tell us about pain.';
    expect(order(dosage(said))).toMatchObject({ intake: { dosage_text: `2 mg, 1 time every week, ${rest}` } });
    expect(order(dosage({ ...said, text: '2 mg weekly, intravenous' }))).toMatchObject({
      intake: { dosage_text: `2 mg weekly, intravenous (${rest.replace('intravenous, ', '')})`, dosages: [{ dose: '2' }] },
    });
  });
  it('computes with no numbers that its words contradict, says so and asks', () => {
    const mg = (value: string) => ({
      doseAndRate: [{ doseQuantity: { value, unit: 'mg' } }],
      ...repeat({ frequency: '1', period: '1', periodUnit: 'd' }),
    });
    const two = order(dosage({ text: 'Take TWO tablets (10 mg) daily', ...mg('5') }));
    expect(two).toMatchObject({
      intake: { dosages: [], frequency: 1, dosage_text: 'Take TWO tablets (10 mg) daily (in numbers: 5 mg, words and numbers differ)' },
      asks: [{ code: 'words-and-numbers' }],
    });
    expect(order(dosage({ text: '15 mg once a week', ...mg('15') }))).toMatchObject({
      intake: {
        dosages: [{ dose: '15' }],
        frequency: null,
        dosage_text: '15 mg once a week (in numbers: 1 time every day, words and numbers differ)',
      },
      asks: [{ code: 'words-and-numbers' }],
    });
    expect(order(dosage({ text: '1-2 tablets daily', ...mg('500') }))).toMatchObject({
      intake: { dosages: [], dosage_text: '1-2 tablets daily (500 mg, 1 time every day)' },
      asks: [],
    });
    expect(order(dosage({ text: '10 mg daily', ...mg('10') }))).toMatchObject({
      intake: { dosages: [{ dose: '10' }], frequency: 1, dosage_text: '10 mg daily' },
      asks: [],
    });
  });
  it('loses no words where they deny, are only a code, or cannot be read', () => {
    const text = (said: object) => order(dosage(said)) as { intake: { dosage_text?: string } };
    expect(text({ text: 'Never intravenous. 10 mg daily', route: { text: 'intravenous' } }).intake.dosage_text).toBe(
      'Never intravenous. 10 mg daily (intravenous)',
    );
    expect(text({ text: 'Take 110 mg daily', doseAndRate: [{ doseQuantity: { value: '10', unit: 'mg' } }] }).intake.dosage_text).toBe(
      'Take 110 mg daily (in numbers: 10 mg, words and numbers differ)',
    );
    expect(
      text({ text: '10 mg daily', route: { coding: [{ system: 'http://snomed.info/sct', code: '26643006' }] } }).intake.dosage_text,
    ).toBe('10 mg daily (SNOMED CT 26643006)');
    const named = { timing: { code: { text: 'Daily - NOT on dialysis days' }, repeat: { frequency: '1', period: '1', periodUnit: 'd' } } };
    expect(text({ text: '10 mg daily', ...named }).intake.dosage_text).toBe('10 mg daily (Daily - NOT on dialysis days)');
    expect(text(repeat({ boundsPeriod: { end: '2025-02-30' } })).intake.dosage_text).toBe('until 2025-02-30');
    expect(text(repeat({ frequency: '1', period: '1', periodUnit: 'd', dayOfWeek: 'mon' })).intake).toMatchObject({
      frequency: null,
      dosage_text: '1 time every day, dayOfWeek cannot be read',
    });
    expect(order({ dosageInstruction: ['NEVER intrathecal'] })).toMatchObject({ intake: { dosage_text: 'NEVER intrathecal' } });
    expect(order({ doNotPerform: 'true' })).toMatchObject({ kind: 'skipped' });
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
      intake: { dosages: [], frequency: null, dosage_text: '1 in the morning (1 mg); 2 at night' },
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
