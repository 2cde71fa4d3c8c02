import fc from '#tests/support/fast-check';
import type { DosageChange, IntakeCommand, IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import { itIsHarmlessTwice, specify, stateAfter } from '#tests/support/specify';
import { intake } from './intakes.decider.ts';

type Of<T extends IntakeCommand['type']> = Extract<IntakeCommand, { type: T }>;

const intake_id = '11111111-1111-4111-8111-111111111111';
const patient_id = '22222222-2222-4222-8222-222222222222';
const command_id = '33333333-3333-4333-8333-333333333333';
const source = { system: 'Hospital', reference: 'MedicationRequest/7', version: '1' };

const medication = { id: 'ndc-1', nonproprietary_name: 'metformin hydrochloride', form: 'tablet', strength: '500 mg/1' };
const dose = (amount: string) => [
  { nonproprietary_name: 'metformin hydrochloride', step: 0, days: null, dose: amount, unit: 'mg' as const },
];
const regimen = (amount = '500') => ({
  form: 'per tablet' as const,
  quantity: 1,
  frequency: 2,
  period: 1,
  period_unit: 'Day' as const,
  as_needed: false,
  dosages: dose(amount),
});
const content = {
  medication,
  is_generic_selected: true,
  schedule_kind: 'Regular' as const,
  time_from: '2026-03-01T00:00:00',
  time_to: '2026-05-31T00:00:00',
  until_discontinued: false,
  duration: 92,
  duration_unit: 'Day' as const,
  ...regimen(),
  repeat_therapy: false,
  repeat: null,
  repeat_unit: null,
  repeat_time_to: null,
  repeat_until_discontinued: false,
  notes: '',
  draft: false,
};
const open = { time_to: null, until_discontinued: true };

const record = (change: Partial<Of<'RecordIntake'>['data']> = {}): IntakeCommand => ({
  type: 'RecordIntake',
  command_id,
  data: { intake_id, patient_id, ...content, comment: 'New entry', ...change },
});
const correct = (change: Partial<Of<'CorrectIntake'>['data']> = {}): IntakeCommand => ({
  type: 'CorrectIntake',
  command_id,
  data: { intake_id, version: 0, ...content, comment: 'Typing error', ...change },
});
const split = (change_date: string | null, amount = '850', change: object = {}): IntakeCommand => ({
  type: 'ChangeDosage',
  command_id,
  data: { intake_id, version: 0, change_date, ...regimen(amount), comment: 'HbA1c too high', ...change },
});
const take = (change: Partial<Of<'TakeFromExternal'>['data']> = {}): IntakeCommand => ({
  type: 'TakeFromExternal',
  command_id,
  data: { intake_id, patient_id, source, ...content, comment: 'Imported from Hospital', ...change },
});
const remove: IntakeCommand = { type: 'RemoveIntake', command_id, data: { intake_id, version: 0, comment: 'Wrong patient' } };
const removeExternal: IntakeCommand = { type: 'RemoveFromExternal', command_id, data: { intake_id, source, comment: 'Entered in error' } };

const recorded = (change: Partial<IntakeContent> = {}): IntakeEvent => ({
  type: 'IntakeRecorded',
  data: { intake_id, patient_id, origin: 'manual', ...content, comment: 'New entry', ...change },
});
const imported: IntakeEvent = {
  type: 'IntakeRecorded',
  data: { intake_id, patient_id, origin: 'fhir', source, ...content, comment: 'Imported from Hospital' },
};
const corrected = (change: Partial<IntakeContent> = {}, dosage_changes: DosageChange[] = []): IntakeEvent => ({
  type: 'IntakeCorrected',
  data: { intake_id, patient_id, ...content, dosage_changes, comment: 'Typing error', ...change },
});
const changed = (change_date: string, amount = '850'): IntakeEvent => ({
  type: 'DosageChanged',
  data: { intake_id, patient_id, change_date, ...regimen(amount), comment: 'HbA1c too high' },
});
const removed: IntakeEvent = { type: 'IntakeRemoved', data: { intake_id, patient_id, comment: 'Wrong patient' } };

const given = specify(intake);
const day = (date: string) => `${date}T00:00:00`;

const ended = { until_discontinued: false, time_to: day('2026-03-10'), duration: 10 };

describe('a treatment', () => {
  it('is recorded as it was typed', () => given().when(record()).then(recorded()));
  it('has the stop date that follows from its start and duration', () =>
    given()
      .when(record({ time_to: null }))
      .then(recorded()));
  it('has no stop date until discontinued', () => given().when(record(open)).then(recorded(open)));
  it('takes a recording delivered twice only once, and is not recorded over another one', () => {
    given(recorded()).when(record()).thenNothing();
    given(recorded())
      .when(record({ dosages: dose('50') }))
      .thenRefuses('intake-exists');
    given(recorded(), changed(day('2026-04-01')))
      .when(record())
      .thenRefuses('intake-exists');
  });
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
  it('ruling 11: is corrected with a reason', () =>
    given(recorded())
      .when(correct({ notes: 'With food' }))
      .then(corrected({ notes: 'With food' })));
  it('ruling 50: is stopped by a correction that says so', () =>
    given(recorded(open))
      .when(correct({ ...ended, stopped: true, dosage_changes: [] }))
      .then({ type: 'IntakeCorrected', data: { ...corrected(ended).data, stopped: true } } as IntakeEvent));
  it('takes a correction delivered twice only once', () => given(recorded(), corrected()).when(correct()).thenNothing());
  it('ruling 10: is removed, once', () => {
    given(recorded()).when(remove).then(removed);
    given(recorded(), removed).when(remove).thenNothing();
  });
  it('cannot be changed or recorded again once it was removed', () => {
    for (const command of [correct(), record(), split(day('2026-04-01'))]) {
      given(recorded(), removed).when(command).thenRefuses('intake-removed');
    }
  });
  it('that never was cannot be changed or removed', () => {
    for (const command of [correct(), remove, split(day('2026-04-01')), removeExternal])
      given().when(command).thenRefuses('intake-missing');
  });
});

describe('a tapering', () => {
  const steps = [
    { ...dose('40')[0]!, step: 0, days: 5 },
    { ...dose('20')[0]!, step: 1, days: 5 },
  ];
  const taper = { schedule_kind: 'Tapering' as const, dosages: steps, duration: 10, time_to: day('2026-03-10') };
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
      .when(split(day('2026-04-01'), '850', { dosages: [{ ...dose('850')[0], nonproprietary_name: 'warfarin' }] }))
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
      .then(corrected({ notes: 'With food' }, [change])));
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
      .then(corrected({}, [dosage_changes[1]!, dosage_changes[0]!]));
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
      dosages: [{ ...dose('5')[0]!, nonproprietary_name: 'warfarin' }],
    };
    given(recorded(), april).when(correct(warfarin)).thenRefuses('intake-rules', ['medication']);
    given(recorded(), april)
      .when(correct({ ...warfarin, dosage_changes: [{ ...change, dosages: warfarin.dosages }] }))
      .then(corrected(warfarin, [{ ...change, dosages: warfarin.dosages }]));
  });
  it('has one dosage a day', () =>
    given(recorded(), april)
      .when(correct({ dosage_changes: [change, { ...change, change_date: '2026-04-01T10:00:00' }] }))
      .thenRefuses('intake-rules', ['dosage_changes.1.change_date']));
});

describe('a treatment from an external record', () => {
  it('is recorded with its source', () => given().when(take()).then(imported));
  it('ruling 17: breaks form rules where the record does', () => {
    const odd = {
      quantity: 0.5,
      frequency: null,
      period_unit: 'Month' as const,
      dosages: [{ ...dose('5')[0]!, unit: 'mL' }],
      time_from: null,
    };
    given()
      .when(take(odd))
      .then({ ...imported, data: { ...imported.data, ...odd } } as IntakeEvent);
  });
  it('is corrected by a newer version of the same record; the same content again changes nothing', () => {
    const newer = { ...source, version: '2' };
    given(imported)
      .when(take({ source: newer, notes: 'x', comment: 'Typing error' }))
      .then({ ...corrected({ notes: 'x' }), data: { ...corrected({ notes: 'x' }).data, source: newer } } as IntakeEvent);
    given(imported)
      .when(take({ source: newer }))
      .thenNothing();
  });
  it('is neither corrected nor removed by a version older than the one it holds', () => {
    const held = { ...imported, data: { ...imported.data, source: { ...source, version: '2' } } } as IntakeEvent;
    given(held)
      .when(take({ notes: 'x' }))
      .thenNothing();
    given(held).when(removeExternal).thenNothing();
  });
  it('is never taken over by another record or patient, nor over what a person entered', () => {
    given(imported)
      .when(take({ source: { ...source, reference: 'MedicationRequest/8' } }))
      .thenRefuses('intake-exists');
    given(imported)
      .when(take({ patient_id: intake_id }))
      .thenRefuses('intake-exists');
    given(recorded()).when(take()).thenRefuses('intake-exists');
  });
  it('ruling 10: is neither corrected nor re-dosed nor removed by a person', () => {
    for (const command of [correct(), split(day('2026-04-01')), remove]) given(imported).when(command).thenRefuses('external-record');
  });
  it('leaves with its record, once', () => {
    const gone: IntakeEvent = { type: 'IntakeRemoved', data: { intake_id, patient_id, source, comment: 'Entered in error' } };
    given(imported).when(removeExternal).then(gone);
    given(imported, gone).when(removeExternal).thenNothing();
    given(imported, gone).when(take()).thenRefuses('intake-removed');
    given(recorded()).when(removeExternal).thenRefuses('intake-exists');
  });
});

it("ruling 12: shows a stale form the present item in the form's shape", () => {
  const state = stateAfter(intake, [recorded(), changed(day('2026-04-01')), removed]);
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
  const text = 'This product has 500 mg/1; 5000 mg would be 10 times that. Is the dose right?';
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

const date = fc.constantFrom('2026-03-01', '2026-03-15', '2026-04-01', '2026-05-31', '2026-07-01').map(day);
const amount = fc.constantFrom('500', '850', '1000');
itIsHarmlessTwice(
  intake,
  fc.oneof(
    fc.constant(record()),
    fc.record({ draft: fc.boolean(), notes: fc.constantFrom('', 'x') }).map((some) => correct(some)),
    fc.tuple(date, amount).map(([on, much]) => correct({ dosage_changes: [{ change_date: on, ...regimen(much) }] })),
    fc.tuple(date, amount).map(([on, much]) => split(on, much)),
    fc.constant(take()),
    fc.constant(remove),
    fc.constant(removeExternal),
  ),
);
