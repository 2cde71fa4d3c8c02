import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import type { IntakeEvent } from '#contracts/treatments/intakes';
import { completeIntake } from '#tests/support/intake-rules';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { catalogueUsage } from './catalogue-usage.projection.ts';
import { byUse, weigh } from './usage.ts';

const diagnosis_id = '11111111-1111-4111-8111-111111111111';
const intake_id = '33333333-3333-4333-8333-333333333333';
const patient_id = '22222222-2222-4222-8222-222222222222';
const organization_id = '66666666-6666-4666-8666-666666666666';

type Event = DiagnosisEvent | IntakeEvent | LabResultEvent | ExaminationEvent;
const here = (event: Event): Given<Event> => ({ event, meta: { organization_id } });

const gout = { id: 'M10.9', code: 'M10.9', text: 'Gout, unspecified' };
const chosen = { disease: gout, time_from: '2024-01-01T00:00:00', time_to: null, draft: false };
const diagnosed = (origin: 'manual' | 'fhir' = 'manual') =>
  here({ type: 'DiagnosisRecorded', data: { diagnosis_id, patient_id, origin, ...chosen, comment: 'New entry' } });
const diagnosedAnew = (disease: DiagnosisEvent & { type: 'DiagnosisCorrected' } extends { data: { disease: infer D } } ? D : never) =>
  here({ type: 'DiagnosisCorrected', data: { diagnosis_id, patient_id, ...chosen, disease, comment: 'Other code' } });
const undiagnosed = here({ type: 'DiagnosisRemoved', data: { diagnosis_id, patient_id, comment: 'Wrong patient' } });

const { medication, ...regimen } = completeIntake;
const taken = { ...regimen, medication: { ...medication!, id: 'a' } } as unknown as Extract<
  IntakeEvent,
  { type: 'IntakeCorrected' }
>['data'];
const prescribed = here({
  type: 'IntakeRecorded',
  data: { ...taken, intake_id, patient_id, origin: 'manual', comment: 'New entry' } as never,
});
const prescribedAnew = (id: string) =>
  here({
    type: 'IntakeCorrected',
    data: { ...taken, medication: { ...taken.medication, id }, intake_id, patient_id, dosage_changes: [], comment: 'Other' } as never,
  });
const removed = here({ type: 'IntakeRemoved', data: { intake_id, patient_id, comment: 'Wrong patient' } });

const [sodium, weight, template] = [
  '44444444-4444-4444-8444-444444444444',
  '55555555-5555-4555-8555-555555555555',
  '77777777-7777-4777-8777-777777777777',
];
const lab_result_id = '88888888-8888-4888-8888-888888888888';
const values = (...ids: (string | null)[]) => ({
  collected: '2024-01-01T00:00:00',
  draft: false,
  parameters: ids.map((parameter_id, at) => ({ entry_id: `${at}`, parameter_id, name: 'x', value: '1', unit: '', min: null, max: null })),
  comment: 'New entry',
});
const tested = (origin: 'manual' | 'ocr' = 'manual', template_ids?: string[]) =>
  here({
    type: 'LabResultRecorded',
    data: { lab_result_id, patient_id, origin, ...values(sodium, null, sodium), ...(template_ids ? { template_ids } : {}) },
  });
const retested = here({ type: 'LabResultCorrected', data: { lab_result_id, patient_id, ...values(weight) } });
const untested = here({ type: 'LabResultRemoved', data: { lab_result_id, patient_id, comment: 'Wrong patient' } });

const examination_id = '99999999-9999-4999-8999-999999999999';
const measured = {
  collected: '2024-01-01T00:00:00',
  draft: false,
  note_writer: '',
  measurements: [{ entry_id: '1', parameter_id: weight, parameter_name: 'Weight', parameter_value: '70', unit: 'kg' }],
  comment: 'New entry',
};
const examined = here({
  type: 'ExaminationRecorded',
  data: { examination_id, patient_id, origin: 'manual', ...measured, template_ids: [template] },
});
const reexamined = here({ type: 'ExaminationCorrected', data: { examination_id, patient_id, ...measured, measurements: [] } });
const unexamined = here({ type: 'ExaminationRemoved', data: { examination_id, patient_id, comment: 'Wrong patient' } });

const use = { patient_id, organization_id, used_at: metaOf(0).recorded_at };

describe('uses of the catalogues', () => {
  const spec = projectionSpec(catalogueUsage);

  it('are what a diagnosis and a treatment name', () =>
    spec.given(diagnosed(), prescribed).then({
      [diagnosis_id]: { ...use, catalogue: 'diseases', entries: ['M10.9'] },
      [intake_id]: { ...use, catalogue: 'medications', entries: ['a'], used_at: metaOf(1).recorded_at },
    }));
  it('do not count what an external record brought', () => spec.given(diagnosed('fhir')).thenShows({ entries: [] }));
  it('follow a correction to another code, and stay as they were where the code stays', () => {
    spec
      .given(diagnosed(), diagnosedAnew({ id: 'I10', code: 'I10', text: 'x' }))
      .thenShows({ entries: ['I10'], used_at: metaOf(1).recorded_at });
    spec.given(diagnosed(), diagnosedAnew(gout)).thenShows({ entries: ['M10.9'], used_at: metaOf(0).recorded_at });
  });
  it('follow a correction to another product', () => spec.given(prescribed, prescribedAnew('b')).thenShows({ entries: ['b'] }));
  it('are not changed by another dosage', () => {
    const { dosages, form, quantity, frequency, period, period_unit, as_needed } = completeIntake;
    const change_date = '2026-03-05T00:00:00';
    const data = {
      intake_id,
      patient_id,
      change_date,
      dosages,
      form,
      quantity,
      frequency,
      period,
      period_unit,
      as_needed,
      comment: 'More',
    };
    spec
      .given(prescribed, here({ type: 'DosageChanged', data: data as never }))
      .thenShows({ entries: ['a'], used_at: metaOf(0).recorded_at });
  });
  it('go with what is removed', () => {
    spec.given(diagnosed(), undiagnosed).then({ [diagnosis_id]: null });
    spec.given(prescribed, removed).then({ [intake_id]: null });
  });
  it('are the parameters of what a person entered, each once, and the templates that brought them', () => {
    spec.given(tested('manual', [template])).then({ [lab_result_id]: { ...use, catalogue: 'lab', entries: [template, sodium] } });
    spec.given(tested()).thenShows({ entries: [sodium] });
    spec.given(examined).then({ [examination_id]: { ...use, catalogue: 'office', entries: [template, weight] } });
    spec.given(tested('ocr')).thenShows({ catalogue: 'none', entries: [] });
  });
  it('stay as they were where values are corrected, and go with what is removed', () => {
    spec.given(tested(), retested).thenShows({ entries: [sodium], used_at: metaOf(0).recorded_at });
    spec.given(examined, reexamined).thenShows({ entries: [template, weight] });
    spec.given(tested(), untested).then({ [lab_result_id]: null });
    spec.given(examined, unexamined).then({ [examination_id]: null });
  });
  spec.itCoversEveryEvent();
});

describe('the weight of uses', () => {
  const now = Date.parse('2024-03-31T00:00:00.000Z');
  const at = (entry: string, day: string) => ({ entries: entry === '' ? [] : [entry], used_at: `2024-03-${day}T00:00:00.000Z` });
  it('grows with how often and how lately, and is below 1', () => {
    const weights = weigh([at('often', '30'), at('often', '30'), at('once', '30'), at('past', '01'), at('', '30')], now);
    expect([...weights.keys()]).toEqual(['often', 'once', 'past']);
    expect(byUse([{ id: 'b' }, { id: 'past' }, { id: 'a' }, { id: 'often' }], weights).map(({ id }) => id)).toEqual([
      'often',
      'past',
      'b',
      'a',
    ]);
    for (const weight of weights.values()) expect(weight).toBeLessThan(1);
  });
});
