import { MedicationAdministration } from '../resources/medications.ts';
import { readGivenDose } from './given-dose.ts';

const product = { concept: { coding: [], text: 'Vancomycin' }, medication: undefined, display: undefined };
const dose = (changes: object = {}, of = product) =>
  readGivenDose(
    MedicationAdministration.parse({ status: 'completed', effectiveDateTime: '2025-06-03T08:15:00-05:00', ...changes }),
    of as never,
  );
const period = (start?: string, end?: string) => ({ effectiveDateTime: undefined, effectivePeriod: { start, end } });
const gram = { value: '1', unit: 'g' };

describe('an administration of a medication', () => {
  it('is a dose that was given at its moment, and no order', () =>
    expect(dose({ dosage: { dose: gram, route: { text: 'Intravenous' } } })).toMatchObject({
      kind: 'medication',
      intake: {
        given: true,
        clinical_status: 'completed',
        ...{ time_from: '2025-06-03T08:15:00', time_from_precision: 'time', time_from_offset: '-05:00' },
        ...{ time_to: '2025-06-03T08:15:00', time_to_precision: 'time', time_to_offset: '-05:00' },
        ...{ until_discontinued: false, as_needed: false, frequency: null, period: null, form: 'total dose' },
        dosages: [{ nonproprietary_name: 'Vancomycin', dose: '1', unit: 'g' }],
        dosage_text: '1 g, Intravenous',
      },
      without: [],
      asks: [],
    }));
  it.each([
    [period('2025-06-03T08:00:00Z', '2025-06-04'), '2025-06-03T08:00:00', '2025-06-04T00:00:00'],
    [{ ...period('2025-06-03'), status: 'in-progress' }, '2025-06-03T00:00:00', null],
    [period('2025-06-03'), '2025-06-03T00:00:00', null],
    [period(undefined, '2025-06-04'), null, '2025-06-04T00:00:00'],
    [{ status: 'in-progress' }, '2025-06-03T08:15:00', null],
    [{ status: 'on-hold' }, '2025-06-03T08:15:00', null],
    [{ status: 'unknown' }, '2025-06-03T08:15:00', '2025-06-03T08:15:00'],
  ])('lasts as long as it says: %j', (changes, time_from, time_to) =>
    expect(dose(changes)).toMatchObject({ intake: { time_from, time_to, until_discontinued: false } }),
  );
  it.each(['completed', 'in-progress', 'on-hold', 'stopped', 'unknown'])('that is %s is taken with its status', (status) =>
    expect(dose({ status })).toMatchObject({ intake: { clinical_status: status } }),
  );
  it('that was not done is withdrawn, with the coded reason and no free text', () => {
    const statusReason = [{ coding: [{ code: 'x', display: 'Drug not available' }], text: 'Mr. Smith was away' }, { text: 'no' }];
    expect(dose({ status: 'not-done', statusReason })).toEqual({
      kind: 'skipped',
      reason: 'not given: Drug not available',
      withdraws: true,
    });
    expect(dose({ status: 'not-done' })).toMatchObject({ reason: 'not given', withdraws: true });
    // STU3 has it beside a status
    expect(dose({ notGiven: true })).toMatchObject({ reason: 'not given', withdraws: true });
  });
  it.each([
    [{ status: 'given' }, 'a status that is not known'],
    [{ status: undefined }, 'it does not say whether it was given'],
    [{ effectiveDateTime: undefined }, 'no date'],
    [{ effectiveDateTime: '1850-01-01' }, 'no date'],
    // R5
    [{ effectiveDateTime: undefined, occurrenceDateTime: '2025-06-03', occurencePeriod: { start: '2025-06-03' } }, 'no date'],
  ])('is not taken, and takes nothing back: %j', (changes, reason) =>
    expect(dose(changes)).toMatchObject({ kind: 'skipped', reason, withdraws: false }),
  );
  it('names times that contradict each other or cannot be read', () => {
    expect(dose(period('2025-06-04', '2025-06-03'))).toMatchObject({ without: ['its end lies before its start'] });
    expect(dose(period('2025-06-04', '2099-06-03'))).toMatchObject({
      intake: { time_to: null },
      without: ['its start or end is no date that can be taken'],
    });
  });
  it('needs its medication', () => {
    expect(dose({}, { ...product, concept: undefined as never })).toMatchObject({ reason: 'it does not say which medication' });
    expect(dose({}, { ...product, concept: undefined as never, isMissing: true } as never)).toMatchObject({ isIncomplete: true });
  });
  it('keeps all of its dosage in words, and a number only of one certain amount', () => {
    const rate = { rateRatio: { numerator: { value: '100', unit: 'mL' }, denominator: { value: '1', unit: 'h' } } };
    const dosage = { text: 'by pump', dose: gram, ...rate, site: { text: 'left arm' }, method: { text: 'infusion' } };
    expect(dose({ dosage })).toMatchObject({
      intake: { dosage_text: 'by pump (1 g, at a rate of 100 mL / 1 h, infusion, site: left arm)', dosages: [{ dose: '1' }] },
    });
    expect(dose({ dosage: { rateQuantity: { value: '18', unit: 'mL/h' } } })).toMatchObject({
      intake: { dosage_text: 'at a rate of 18 mL/h', dosages: [], form: null },
    });
    expect(dose({ dosage: { dose: { value: '2', unit: 'tablet' } } })).toMatchObject({ intake: { quantity: 2, dosages: [] } });
    expect(dose({ dosage: { dose: { ...gram, comparator: '<' } } })).toMatchObject({ intake: { dosage_text: '<1 g', dosages: [] } });
    expect(dose()).toMatchObject({ intake: { dosages: [], form: null } });
    expect(dose({ dosage: 'one dose' })).toMatchObject({ intake: { dosage_text: 'one dose' } });
  });
  it('ruling 30: says nothing of a day, whatever stands in its words or beside them', () => {
    const timing = { repeat: { frequency: '2', period: '1', periodUnit: 'd' } };
    expect(dose({ dosage: { text: '1 g twice a day', dose: gram, timing, asNeededBoolean: true } })).toMatchObject({
      intake: { frequency: null, period: null, as_needed: false, dosage_text: '1 g twice a day' },
    });
  });
  it('keeps remarks as notes', () =>
    expect(dose({ note: [{ text: 'well tolerated' }] })).toMatchObject({ intake: { notes: 'well tolerated' } }));
});
