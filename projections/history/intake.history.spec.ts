import type { IntakeEvent } from '#contracts/treatments/intakes';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { ITEM_ID, itemEvents, PATIENT_ID } from '#tests/support/item-events';
import { intakeHistory } from './intake.history.ts';

const dosage = (dose: string, step = 0, days: number | null = null) => dosageOf('prednisone', dose, { step, days });
const content = {
  ...completeIntake,
  medication: { id: 'x', proprietary_name: 'Deltasone', nonproprietary_name: 'prednisone', strength: '20 mg', form: 'tablet' },
  is_generic_selected: false,
  time_from: '2026-03-01T00:00:00',
  time_to: '2026-03-10T00:00:00',
  ...tabletsOf(dosage('40')),
};
const { recorded, corrected, removed } = itemEvents<IntakeEvent>({
  id: 'intake_id',
  event: 'Intake',
  content,
  onlyCorrected: { dosage_changes: [] },
});
const changed = (day: string, dose: string, time = '00:00:00'): IntakeEvent => ({
  type: 'DosageChanged',
  data: { intake_id: ITEM_ID, patient_id: PATIENT_ID, change_date: `${day}T${time}`, ...tabletsOf(dosage(dose)), comment: 'Better' },
});
/** The last of the events, in words. */
const told = (...events: IntakeEvent[]) => {
  const before = events.slice(0, -1).reduce((state, event) => intakeHistory.tell(state, event).state, intakeHistory.initial);
  const { action, comment, changes } = intakeHistory.tell(before, events.at(-1)!);
  return { action, comment, changes: changes.map(({ field, from, to }) => `${field}: ${from} -> ${to}`) };
};

describe('the history of a treatment', () => {
  it('tells what was recorded', () =>
    expect(told(recorded())).toEqual({
      action: 'Created',
      comment: 'New entry',
      changes: [
        'Medication: null -> Deltasone (prednisone), 20 mg, tablet',
        'Start date: null -> 03/01/2026',
        'Stop date: null -> 03/10/2026',
        'Duration in days: null -> 10',
        'Dose: null -> 40 mg',
        'Form: null -> per tablet',
        'Quantity: null -> 1',
        'Frequency: null -> once a day',
      ],
    }));
  it('tells of a beginning what it is, as if nothing usual had been before', () => {
    const { changes } = told(
      recorded({ as_needed: true, is_generic_selected: true, repeat_therapy: true, repeat: 4, repeat_unit: 'Week', draft: true }),
    );
    expect(changes.filter((change) => !/: null -> /.test(change))).toEqual([]);
    expect(changes).toEqual(expect.arrayContaining(['As needed: null -> Yes', 'Shown as generic: null -> Yes', 'Draft: null -> Yes']));
  });
  it('names a product once that has no name of its own', () => {
    const medication = { id: 'm', proprietary_name: 'PredniSONE', nonproprietary_name: 'Prednisone', strength: '10 mg' };
    expect(told(recorded({ medication })).changes[0]).toBe('Medication: null -> Prednisone, 10 mg');
  });
  it('tells what a correction made different, and nothing else', () => {
    expect(told(recorded(), corrected({ ...tabletsOf(dosage('4')), frequency: 2, notes: 'With food' })).changes).toEqual([
      'Dose: 40 mg -> 4 mg',
      'Frequency: once a day -> twice a day',
      'Notes: null -> With food',
    ]);
    const repeating = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const, repeat_until_discontinued: true };
    expect(told(recorded(), corrected(repeating)).changes).toEqual([
      'Stop date: 03/10/2026 -> null',
      'Repeat: No -> every 4 weeks until discontinued',
    ]);
    const open = { until_discontinued: true, time_to: null };
    expect(told(recorded(), corrected(open)).changes).toEqual([
      'Stop date: 03/10/2026 -> until discontinued',
      'Duration in days: 10 -> null',
    ]);
  });
  it('tells that it was stopped', () => {
    expect(told(recorded(), corrected({ time_to: '2026-03-05T00:00:00', duration: 5, stopped: true }))).toMatchObject({
      action: 'Stopped',
      changes: ['Stop date: 03/10/2026 -> 03/05/2026', 'Duration in days: 10 -> 5'],
    });
  });
  it('tells the steps of a tapering one by one', () =>
    expect(
      told(recorded(), corrected({ schedule_kind: 'Tapering', ...tabletsOf(dosage('40', 0, 6), dosage('20', 1, 4)) })).changes,
    ).toEqual(['Schedule: Regular -> Tapering', 'Step 1 days: null -> 6', 'Step 2 dose: null -> 20 mg', 'Step 2 days: null -> 4']));
  it('tells a change of dosage against what was in force on its day', () => {
    expect(told(recorded(), changed('2026-03-05', '20'))).toEqual({
      action: 'Dosage changed',
      comment: 'Better',
      changes: ['Change date: null -> 03/05/2026', 'Dose: 40 mg -> 20 mg'],
    });
    expect(told(recorded(), changed('2026-03-05', '20'), changed('2026-03-08', '10')).changes).toContain('Dose: 20 mg -> 10 mg');
    const taper = recorded({ schedule_kind: 'Tapering', ...tabletsOf(dosage('40', 0, 5), dosage('20', 1, 5)) });
    expect(told(taper, changed('2026-03-07', '15')).changes).toContain('Dose: 20 mg -> 15 mg');
  });
  it('tells which later dosages a correction changed or took back', () => {
    const later = { change_date: '2026-03-05T00:00:00', ...tabletsOf(dosage('10')) };
    expect(told(recorded(), changed('2026-03-05', '20'), corrected({ dosage_changes: [later] })).changes).toEqual([
      'Dosage from 03/05/2026: 20 mg once a day, avg 20 mg/day -> 10 mg once a day, avg 10 mg/day',
    ]);
    expect(told(recorded(), changed('2026-03-05', '20'), corrected()).changes).toEqual([
      'Dosage from 03/05/2026: 20 mg once a day, avg 20 mg/day -> null',
    ]);
  });
  it('tells days alone: nobody typed the time of day at which a form was opened', () => {
    const start = { time_from: '2026-03-01T05:58:00', time_to: null, until_discontinued: true };
    const change = changed('2026-03-05', '20', '05:58:00');
    expect(told(recorded(start), change).changes).toEqual(['Change date: null -> 03/05/2026', 'Dose: 40 mg -> 20 mg']);
    const later = { change_date: '2026-03-05T05:58:00', ...tabletsOf(dosage('10')) };
    expect(told(recorded(start), change, corrected({ ...start, dosage_changes: [later] })).changes).toEqual([
      'Dosage from 03/05/2026: 20 mg once a day, avg 20 mg/day -> 10 mg once a day, avg 10 mg/day',
    ]);
    const repeating = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const, repeat_time_to: '2026-09-01T05:58:00' };
    expect(told(recorded(), corrected(repeating)).changes).toContain('Repeat: No -> every 4 weeks until 09/01/2026');
  });
  it('names the ingredients of a combination', () => {
    const both = [dosage('20'), { ...dosage('12.5'), nonproprietary_name: 'other' }];
    expect(told(recorded(tabletsOf(...both)), corrected(tabletsOf(both[0]!, { ...both[1]!, dose: '25' }))).changes).toEqual([
      'Other dose: 12.5 mg -> 25 mg',
    ]);
  });
  it('tells of imports and removals', () => {
    const source = { system: 'Hospital', reference: 'MedicationRequest/7', version: '1' };
    const imported = recorded({ origin: 'fhir', source, dosage_text: 'as before', clinical_status: 'active' });
    expect(told(imported)).toMatchObject({
      action: 'Imported',
      changes: expect.arrayContaining(['Dosage as written: null -> as before', 'Clinical status: null -> active']),
    });
    expect(told(recorded(), removed())).toEqual({
      action: 'Removed',
      comment: 'Wrong patient',
      changes: [],
    });
  });
  it('ruling 64: tells what an order says of its end', () => {
    const source = { system: 'Hospital', reference: 'MedicationRequest/7', version: '1' };
    const external = (change: object) =>
      told(recorded({ origin: 'fhir', source, until_discontinued: true, time_to: null, ...change })).changes;
    expect(external({ expected_until: { day: '2025-02-09', by: 'supply' } })).toContain(
      'Expected until: null -> supply until 02/09/2025 by the order',
    );
    expect(external({ clinical_status: 'stopped' })).toContain('Stop date: null -> not said');
    expect(external({ time_to: '2025-06-03T00:00:00', time_to_probable: true })).toContain('Stop date: null -> 06/03/2025 (probable)');
  });
  it('ruling 24: is not for the patient while it is a draft', () => {
    expect(intakeHistory.isHiddenFromPatient(intakeHistory.tell(intakeHistory.initial, recorded({ draft: true })).state)).toBe(true);
    expect(intakeHistory.isHiddenFromPatient(intakeHistory.tell(intakeHistory.initial, recorded()).state)).toBe(false);
  });
});

describe('the history of a dose that was given', () => {
  it('tells that it is one, and no end that is not said', () => {
    const given = { given: true as const, time_to: null, until_discontinued: false, clinical_status: 'in-progress' };
    expect(told(recorded(given)).changes).toEqual(expect.arrayContaining(['Given dose: null -> Yes', 'Stop date: null -> not said']));
    expect(told(recorded(given), corrected({ ...given, clinical_status: 'completed', time_to: '2026-03-02T10:00:00' })).changes).toEqual([
      'Stop date: not said -> 03/02/2026',
      'Clinical status: in-progress -> completed',
    ]);
    const related = { ...given, part_of_dose: true as const, order_in_error: true as const };
    expect(told(recorded(given), corrected(related)).changes).toEqual([
      'Part of another dose: null -> Yes',
      'Order entered in error: null -> Yes',
    ]);
  });
});
