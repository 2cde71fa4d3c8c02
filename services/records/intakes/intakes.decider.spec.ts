import type { DosageChange, IntakeCommand, IntakeEvent } from '#contracts/treatments/intakes';
import fc from '#tests/support/fast-check';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { ITEM_ID as intake_id, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { COMMAND_ID as command_id, describeItem, describeItemOfOneRecord, itemMessages, ofOneRecord } from '#tests/support/item-suite';
import { specify, stateAfter } from '#tests/support/specify';
import { intake } from './intakes.decider.ts';

const day = (date: string) => `${date}T00:00:00`;
const dose = (amount: string, step = 0, days: number | null = null) => [dosageOf('metformin hydrochloride', amount, { step, days })];
const regimen = (amount = '500') => ({ ...tabletsOf(...dose(amount)), frequency: 2 });
const content = { ...completeIntake, time_from: day('2026-03-01'), time_to: day('2026-05-31'), duration: 92 };
const open = { time_to: null, until_discontinued: true };

const split = (change_date: string | null, amount = '850', change: object = {}) => {
  const data = { intake_id, version: 0, change_date, ...regimen(amount), comment: 'HbA1c too high', ...change };
  return { type: 'ChangeDosage', command_id, data } as IntakeCommand;
};
const changed = (change_date: string, amount = '850'): IntakeEvent => ({
  type: 'DosageChanged',
  data: { intake_id, patient_id, change_date, ...regimen(amount), comment: 'HbA1c too high' },
});

const dates = fc.constantFrom('2026-03-01', '2026-03-15', '2026-04-01', '2026-05-31', '2026-07-01').map(day);
const changesOfDosage = fc.tuple(dates, fc.constantFrom('500', '850', '1000'));
const kind = {
  decider: intake,
  id: 'intake_id',
  event: 'Intake',
  code: 'intake',
  content,
  other: { notes: 'With food' },
  onlyCorrected: { dosage_changes: [] },
  ...ofOneRecord('MedicationRequest/7'),
  accepted: { code: 'future-date' as const, field: 'time_from', text: '03/01/2026 is in the future. Is that right?' },
  changes: fc.record({ draft: fc.boolean(), notes: fc.constantFrom('', 'x') }),
};
const { record, correct, take, recorded, corrected, removed, imported } = itemMessages(kind);
const given = specify(intake);

const ended = { until_discontinued: false, time_to: day('2026-03-10'), duration: 10 };

describeItem('a treatment', {
  ...kind,
  ownCommands: [
    changesOfDosage.map(([change_date, amount]) => correct({ dosage_changes: [{ change_date, ...regimen(amount) }] })),
    changesOfDosage.map(([date, amount]) => split(date, amount)),
  ],
});
describeItemOfOneRecord('a treatment', kind);

describe('a treatment', () => {
  it('has the stop date that follows from its start and duration', () =>
    given()
      .when(record({ time_to: null }))
      .then(recorded()));
  it('has no stop date until discontinued', () => given().when(record(open)).then(recorded(open)));
  it('is not recorded over one whose dosage was changed', () =>
    given(recorded(), changed(day('2026-04-01')))
      .when(record())
      .thenRefuses('intake-exists'));
  it('keeps the rules of the form, whoever sends it', () => {
    given()
      .when(record({ medication: null, quantity: null }))
      .thenRefuses('intake-rules', ['medication', 'quantity']);
    given(recorded())
      .when(correct({ dosages: [] }))
      .thenRefuses('intake-rules', ['dosages']);
  });
  it('is a draft without its doses, and complete later', () => {
    const draft = { draft: true, dosages: [], form: null };
    given().when(record(draft)).then(recorded(draft));
    given(recorded(draft)).when(correct()).then(corrected());
  });
  it('ruling 50: is stopped by a correction that says so', () =>
    given(recorded(open))
      .when(correct({ ...ended, stopped: true, dosage_changes: [] }))
      .then(corrected({ ...ended, stopped: true })));
  it('has no change of dosage once it was removed, nor where it never was', () => {
    given(recorded(), removed())
      .when(split(day('2026-04-01')))
      .thenRefuses('intake-removed');
    given()
      .when(split(day('2026-04-01')))
      .thenRefuses('intake-missing');
  });
});

describe('a tapering', () => {
  const taper = {
    schedule_kind: 'Tapering',
    dosages: [...dose('40', 0, 5), ...dose('20', 1, 5)],
    duration: 10,
    time_to: day('2026-03-10'),
  };
  it('ruling 9: is stored as consecutive dosages of one treatment', () => given().when(record(taper)).then(recorded(taper)));
  it('lasts as long as its steps together', () =>
    given()
      .when(record({ ...taper, duration: 11, time_to: null }))
      .thenRefuses('intake-rules', ['duration']));
  it('may be given up for one dosage', () =>
    given(recorded(taper))
      .when(split(day('2026-03-07'), '20'))
      .then(changed(day('2026-03-07'), '20')));
});

describe('a change of dosage', () => {
  it('is one event on the treatment’s own stream', () =>
    given(recorded())
      .when(split(day('2026-04-01')))
      .then(changed(day('2026-04-01'))));
  it('is dated from the start to the stop date', () => {
    given(recorded())
      .when(split(day('2026-03-01')))
      .then(changed(day('2026-03-01')));
    given(recorded())
      .when(split(day('2026-05-31')))
      .then(changed(day('2026-05-31')));
    for (const date of [day('2026-02-28'), day('2026-06-01'), null]) {
      given(recorded()).when(split(date)).thenRefuses('intake-rules', ['change_date']);
    }
    given(recorded(open))
      .when(split(day('2040-06-01')))
      .then(changed(day('2040-06-01')));
  });
  it('of a therapy that repeats is dated up to the last day of the last cycle', () => {
    const repeating = { repeat_therapy: true, repeat: 4, repeat_unit: 'Week' as const, repeat_time_to: day('2026-04-30') };
    const cycles = { ...repeating, duration: 7, time_to: day('2026-03-07') };
    // 03/01, 03/29 and 04/26 to 04/30
    given(recorded(cycles))
      .when(split(day('2026-04-30')))
      .then(changed(day('2026-04-30')));
    given(recorded(cycles))
      .when(split(day('2026-05-01')))
      .thenRefuses('intake-rules', ['change_date']);
    given(recorded({ ...cycles, repeat_time_to: day('2026-04-20') }))
      .when(split(day('2026-04-05')))
      .thenRefuses('intake-rules', ['change_date']);
  });
  it('follows another one, before or after it', () => {
    const [april, may] = [changed(day('2026-04-01'), '850'), changed(day('2026-05-01'), '1000')];
    given(recorded(), april)
      .when(split(day('2026-05-01'), '1000'))
      .then(may);
    given(recorded(), may)
      .when(split(day('2026-04-01'), '850'))
      .then(april);
    const { dosage_changes } = intake.shown!(stateAfter(intake, [recorded(), may, april])) as { dosage_changes: DosageChange[] };
    expect(dosage_changes.map(({ change_date }) => change_date)).toEqual([day('2026-04-01'), day('2026-05-01')]);
  });
  it('replaces one of the same day', () => {
    const state = stateAfter(intake, [recorded(), changed(day('2026-04-01'), '850'), changed('2026-04-01T09:30:00', '1000')]);
    expect(intake.shown!(state)).toMatchObject({ dosage_changes: [{ change_date: '2026-04-01T09:30:00', dosages: dose('1000') }] });
  });
  it('to what is in force anyhow is none', () => {
    given(recorded())
      .when(split(day('2026-04-01'), '500'))
      .thenNothing();
    given(recorded(), changed(day('2026-04-01')))
      .when(split(day('2026-05-01')))
      .thenNothing();
  });
  it('needs complete doses of the same drug, and a treatment that is no draft', () => {
    given(recorded())
      .when(split(day('2026-04-01'), '850', { dosages: [], quantity: null }))
      .thenRefuses('intake-rules', ['quantity', 'dosages']);
    given(recorded())
      .when(split(day('2026-04-01'), '850', { dosages: [dosageOf('warfarin', '850')] }))
      .thenRefuses('intake-rules', ['dosages.0.nonproprietary_name']);
    given(recorded({ draft: true }))
      .when(split(day('2026-04-01')))
      .thenRefuses('draft');
  });
});

describe('correcting after changes of dosage', () => {
  const april = changed(day('2026-04-01'));
  const change = { change_date: day('2026-04-01'), ...regimen('850') };
  it('keeps them', () =>
    given(recorded(), april)
      .when(correct({ notes: 'With food' }))
      .then(corrected({ notes: 'With food', dosage_changes: [change] })));
  it('takes back, corrects and adds what is said of them', () => {
    given(recorded(), april)
      .when(correct({ dosage_changes: [] }))
      .then(corrected());
    const dosage_changes = [
      { ...change, ...regimen('1000'), change_date: day('2026-05-01') },
      { ...change, change_date: day('2026-04-02') },
    ];
    given(recorded(), april)
      .when(correct({ dosage_changes }))
      .then(corrected({ dosage_changes: [dosage_changes[1]!, dosage_changes[0]!] }));
  });
  it('leaves none outside of the treatment or of another drug', () => {
    given(recorded(), april)
      .when(correct({ time_from: day('2026-04-15'), duration: 47 }))
      .thenRefuses('intake-rules', ['time_from']);
    given(recorded(), april)
      .when(correct({ time_to: day('2026-03-31'), duration: 31 }))
      .thenRefuses('intake-rules', ['time_to']);
    const warfarin = {
      medication: { id: 'x', nonproprietary_name: 'warfarin' },
      dosages: [dosageOf('warfarin', '5')],
    };
    given(recorded(), april).when(correct(warfarin)).thenRefuses('intake-rules', ['medication']);
    given(recorded(), april)
      .when(correct({ ...warfarin, dosage_changes: [{ ...change, dosages: warfarin.dosages }] }))
      .then(corrected({ ...warfarin, dosage_changes: [{ ...change, dosages: warfarin.dosages }] }));
  });
  it('has one dosage a day', () =>
    given(recorded(), april)
      .when(correct({ dosage_changes: [change, { ...change, change_date: '2026-04-01T10:00:00' }] }))
      .thenRefuses('intake-rules', ['dosage_changes.1.change_date']));
});

describe('a treatment from an external record', () => {
  it('ruling 17: breaks form rules where the record does', () => {
    const odd = {
      quantity: 0.5,
      frequency: null,
      period_unit: 'Month',
      dosages: [dosageOf('metformin hydrochloride', '5', { unit: 'mL' })],
      time_from: null,
    };
    given().when(take('1', odd)).then(imported('1', odd));
  });
  it('ruling 10: is not re-dosed by a person', () =>
    given(imported())
      .when(split(day('2026-04-01')))
      .thenRefuses('external-record'));
});

it('ruling 12: shows a stale form its changes of dosage too', () => {
  const state = stateAfter(intake, [recorded(), changed(day('2026-04-01')), removed()]);
  expect(intake.shown!(state)).toEqual({
    patient_id,
    ...content,
    dosage_changes: [{ change_date: day('2026-04-01'), ...regimen('850') }],
    comment: 'HbA1c too high',
    origin: 'manual',
    removed: true,
  });
});

describe('what a person accepted', () => {
  const tooMuch = { code: 'ten-times-off' as const, field: 'dosages.0.dose', text: 'as shown' };
  const text = 'This product has 500 mg; 5000 mg would be 10 times that. Is the dose right?';
  const acceptedBy = (command: IntakeCommand, ...before: IntakeEvent[]) =>
    intake.decide(command, stateAfter(intake, before)).map((event) => ('accepted' in event.data ? event.data.accepted : undefined));
  const recorded = intake.decide(record(open), intake.initial);

  it('is in the event, in the words of the service', () => {
    expect(acceptedBy(record({ ...regimen('5000'), accepted: [tooMuch] }))).toEqual([[{ ...tooMuch, text }]]);
    expect(acceptedBy(split('2026-04-01T00:00:00', '5000', { accepted: [tooMuch] }), ...recorded)).toEqual([[{ ...tooMuch, text }]]);
    const later = { ...tooMuch, field: 'dosage_changes.0.dosages.0.dose' };
    const changes = [
      { change_date: '2026-04-01T00:00:00', ...regimen('5000') },
      { change_date: '2026-03-15T00:00:00', ...regimen('850') },
    ];
    expect(acceptedBy(correct({ ...open, dosage_changes: changes, accepted: [later] }), ...recorded)).toEqual([[{ ...later, text }]]);
  });

  it('was asked', () =>
    given()
      .when(record({ accepted: [tooMuch] }))
      .thenRefuses('doubts', ['accepted.0.code']));
});
