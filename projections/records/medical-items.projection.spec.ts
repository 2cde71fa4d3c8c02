import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import type { ExaminationEvent } from '#contracts/examinations/examinations';
import type { IntakeContent, IntakeEvent } from '#contracts/treatments/intakes';
import type { LabResultEvent } from '#contracts/lab/lab-results';
import { completeIntake, dosageOf, tabletsOf } from '#tests/support/intake-rules';
import { ITEM_ID as id, itemEvents, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { metaOf, projectionSpec } from '#tests/support/projection-spec';
import { medicalItems } from './medical-items.projection.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const [file_id, page_id] = ['44444444-4444-4444-8444-444444444444', '55555555-5555-4555-8555-555555555555'];
const assistant = { user_id: '77777777-7777-4777-8777-777777777777', role: 'Assistant' };
const doctor = metaOf(0).actor as { user_id: string };

type ItemEvent = LabResultEvent | DiagnosisEvent | IntakeEvent | ExaminationEvent;
const by = (event: ItemEvent, actor: object = metaOf(0).actor) => ({ event, meta: { organization_id, actor: actor as never } });

/** As the n-th event of the history was written. */
const writeOf = (n: number, by: string | null = doctor.user_id) => ({ position: metaOf(n).position, at: metaOf(n).recorded_at, by });

const row = {
  id,
  patient_id,
  organization_id,
  origin: 'manual' as const,
  draft: false,
  nested_items: [],
  is_removed: false,
  last_edited_by: doctor.user_id,
  recorded_at: metaOf(0).recorded_at,
  created: writeOf(0),
  changed: writeOf(0),
  version: 0,
};
const gone = {
  is_removed: true,
  removed: { by: assistant.user_id, at: metaOf(1).recorded_at, reason: 'Wrong patient' },
  counted_as: 'removed' as const,
  changed: writeOf(1, assistant.user_id),
  version: 1,
};

describe('medical items', () => {
  const spec = projectionSpec(medicalItems);

  describe('lab results', () => {
    const entry = { entry_id: 'a', parameter_id: null, name: 'CRP', value: '7.0', unit: 'mg/L', min: '0', max: '5' };
    const content = { collected: '2026-02-14T00:00:00', draft: false, parameters: [entry, { ...entry, entry_id: 'b', name: 'Ferritin' }] };
    const { recorded, corrected, removed } = itemEvents<LabResultEvent>({ id: 'lab_result_id', event: 'LabResult', content });
    const view = {
      ...row,
      counted_as: 'lab_results' as const,
      finding: 'abnormal' as const,
      type: 'LabResult' as const,
      name: 'CRP, Ferritin',
      date_applies: content.collected,
    };

    it('are rows with the names of their values', () => spec.given(by(recorded())).then({ [id]: view }));
    it('are rows as they were corrected, with the last editor', () =>
      spec.given(by(recorded()), by(corrected({ parameters: [entry], draft: true }), assistant)).then({
        [id]: {
          ...view,
          name: 'CRP',
          counted_as: 'unchecked',
          finding: 'none',
          draft: true,
          last_edited_by: assistant.user_id,
          recorded_at: metaOf(1).recorded_at,
          changed: writeOf(1, assistant.user_id),
          version: 1,
        },
      }));
    it('know the most urgent of their checked values, by its range, in words too, or by its flag', () => {
      const finds = (change: object, finding: string) =>
        spec.given(by(recorded({ parameters: [{ ...entry, ...change }] }))).thenShows({ finding });
      finds({ value: '3' }, 'none');
      finds({ value: '3', flag: 'H' }, 'abnormal');
      finds({ value: '3', flag: 'LL' }, 'critical');
      finds({ min: null, max: null, range_text: '<5' }, 'abnormal');
      spec.given(by(recorded()), by(corrected({ parameters: [{ ...entry, value: '3' }] }))).thenShows({ finding: 'none' });
      spec.given(by(recorded({ draft: true }))).thenShows({ finding: 'none' });
    });
    it('ruling 23: read without a person have no editor, and their page', () =>
      spec
        .given(by(recorded({ origin: 'ocr', file_id, page_id, draft: true }), { system: 'ocr' }))
        .thenShows({ last_edited_by: null, origin: 'ocr', file_id, page_id, draft: true }));
    it('say as much of their date as an external record did, and no more once it says otherwise', () => {
      const year = { collected: '2019-01-01T00:00:00', collected_precision: 'year' };
      spec.given(by(recorded(year))).thenShows({ date_applies_precision: 'year' });
      spec
        .given(by(recorded(year)), by(corrected()))
        .then({ [id]: { ...view, recorded_at: metaOf(1).recorded_at, changed: writeOf(1), version: 1 } });
    });
    it('keep where and when they were first written and last changed, their removal included', () => {
      const [first, second] = [writeOf(0, null), writeOf(1, null)];
      const taken = by(recorded({ origin: 'fhir' }), { system: 'fhir-import' });
      const newer = by(corrected(), { system: 'fhir-import' });
      spec.given(taken).thenShows({ created: first, changed: first });
      spec.given(taken, newer).thenShows({ created: first, changed: second });
      spec.given(taken, newer, by(removed(), { system: 'fhir-import' })).thenShows({ created: first, changed: writeOf(2, null) });
      // who answers a question about it changes nothing
      spec.given(taken, newer, by(corrected(), assistant)).thenShows({ changed: second, version: 2, last_edited_by: assistant.user_id });
    });
    it('ruling 24: are counted apart while they are drafts, and so is what came from outside or was removed', () => {
      spec.given(by(recorded())).thenShows({ counted_as: 'lab_results' });
      spec.given(by(recorded({ draft: true }))).thenShows({ counted_as: 'unchecked' });
      spec.given(by(recorded({ draft: true })), by(corrected())).thenShows({ counted_as: 'lab_results' });
      spec.given(by(recorded({ draft: true })), by(removed())).thenShows({ counted_as: 'removed' });
      spec.given(by(recorded({ origin: 'fhir', draft: true }))).thenShows({ counted_as: 'external' });
      spec.given(by(recorded({ origin: 'fhir' })), by(removed())).thenShows({ counted_as: 'external' });
    });
    it('ruling 34: stay with their reason once they were removed, whatever comes after', () => {
      spec.given(by(recorded()), by(removed(), assistant)).then({ [id]: { ...view, ...gone, finding: 'none' } });
      spec
        .given(by(recorded()), by(removed(), assistant), by(corrected({ draft: true })), by(removed()))
        .then({ [id]: { ...view, ...gone, finding: 'none' } });
    });
  });

  describe('diagnoses', () => {
    const content = {
      disease: { id: 'I10', code: 'I10', text: 'Hypertension' },
      time_from: '2024-02-29T00:00:00',
      time_to: null,
      draft: false,
    };
    const { recorded, corrected, removed } = itemEvents<DiagnosisEvent>({ id: 'diagnosis_id', event: 'Diagnosis', content });
    const view = {
      ...row,
      counted_as: 'diagnoses' as const,
      type: 'Diagnosis' as const,
      name: 'I10 Hypertension',
      date_applies: content.time_from,
      time_to: null,
    };

    it('are rows with their code and words', () => spec.given(by(recorded())).then({ [id]: view }));
    it('are rows as they were corrected', () =>
      spec
        .given(by(recorded()), by(corrected({ disease: { text: 'Asthma' }, time_to: '2025-01-01T00:00:00', time_to_precision: 'month' })))
        .thenShows({ name: 'Asthma', time_to: '2025-01-01T00:00:00', time_to_precision: 'month', version: 1 }));
    it('of visits have no end, known or not', () =>
      spec.given(by(recorded({ of_visit: true }))).then({ [id]: (({ time_to: _to, ...rest }) => rest)(view) }));
    it('of an external record without a start have no date', () =>
      spec
        .given(by(recorded({ origin: 'fhir', time_from: null, time_from_precision: 'year' }), { system: 'fhir-import' }))
        .thenShows({ date_applies: null, date_applies_precision: 'year', origin: 'fhir', last_edited_by: null }));
    it('ruling 34: stay with their reason once they were removed', () =>
      spec.given(by(recorded()), by(removed(), assistant)).then({ [id]: { ...view, ...gone } }));
  });

  describe('examinations', () => {
    const entry = { entry_id: 'a', parameter_id: null, parameter_name: 'Weight', parameter_value: '71.5', unit: 'kg' };
    const content = { collected: '2026-02-14T09:00:00', draft: false, note_writer: '', measurements: [entry] };
    const { recorded, corrected, removed } = itemEvents<ExaminationEvent>({ id: 'examination_id', event: 'Examination', content });
    const view = {
      ...row,
      counted_as: 'examinations' as const,
      type: 'Examination' as const,
      name: 'Weight',
      date_applies: content.collected,
    };

    it('are rows with the names of what was measured', () => spec.given(by(recorded())).then({ [id]: view }));
    it('are rows as they were corrected', () =>
      spec
        .given(
          by(recorded()),
          by(corrected({ measurements: [entry, { ...entry, entry_id: 'b', parameter_name: 'Pulse' }], collected_precision: 'month' })),
        )
        .thenShows({ name: 'Weight, Pulse', date_applies_precision: 'month', version: 1 }));
    it('ruling 34: stay with their reason once they were removed', () =>
      spec.given(by(recorded()), by(removed(), assistant)).then({ [id]: { ...view, ...gone } }));
  });

  describe('treatments', () => {
    const regimen = (amount: string) => ({ ...tabletsOf(dosageOf('metformin', amount)), frequency: 2 });
    const content: IntakeContent = {
      ...completeIntake,
      medication: { id: 'm', proprietary_name: 'Glucophage', nonproprietary_name: 'metformin' },
      is_generic_selected: false,
      time_from: '2026-01-01T00:00:00',
      time_to: null,
      until_discontinued: true,
      duration: null,
      ...regimen('500'),
    };
    const { recorded, corrected, removed } = itemEvents<IntakeEvent>({
      id: 'intake_id',
      event: 'Intake',
      content,
      onlyCorrected: { dosage_changes: [] },
    });
    const redosed = (change_date: string, amount: string): IntakeEvent => ({
      type: 'DosageChanged',
      data: { intake_id: id, patient_id, change_date, ...regimen(amount), comment: 'HbA1c too high' },
    });

    it('with one dosage are one row with the order as prescribed', () =>
      spec.given(by(recorded())).then({
        [id]: {
          ...row,
          counted_as: 'intakes',
          type: 'MedicationDosage',
          name: 'Glucophage (metformin), 500 mg twice a day, avg 1000 mg/day',
          date_applies: content.time_from,
          time_to: null,
          treatment: { content, changes: [] },
        },
      }));
    it('that are doses that were given say when, and have no end, known or not', () => {
      const moment = '2026-03-01T08:15:00';
      const times = { time_from: moment, time_to: moment, time_from_precision: 'time' as const, time_to_precision: 'time' as const };
      const given = {
        ...content,
        ...times,
        given: true as const,
        clinical_status: 'completed',
        dosage_text: '500 mg',
        until_discontinued: false,
      };
      spec.given(by(recorded(given))).then({
        [id]: {
          ...row,
          counted_as: 'intakes',
          type: 'MedicationDosage',
          name: 'Glucophage (metformin), 500 mg, given 03/01/2026 08:15',
          date_applies: moment,
          date_applies_precision: 'time',
          treatment: { content: given, changes: [] },
        },
      });
    });
    it('have their dosages below them once these were changed', () =>
      spec.given(by(recorded({ is_generic_selected: true })), by(redosed('2026-02-01T00:00:00', '850'), assistant)).thenShows({
        name: 'metformin',
        nested_items: [
          { name: '500 mg twice a day, avg 1000 mg/day', date_applies: content.time_from, time_to: '2026-01-31T00:00:00' },
          { name: '850 mg twice a day, avg 1700 mg/day', date_applies: '2026-02-01T00:00:00', time_to: null },
        ],
        last_edited_by: assistant.user_id,
        version: 1,
      }));
    it('are rows as they were corrected, with all their dosages', () =>
      spec
        .given(
          by(recorded()),
          by(redosed('2026-02-01T00:00:00', '850')),
          by(corrected({ ...regimen('1000'), until_discontinued: false, time_to: '2026-01-10T00:00:00' })),
        )
        .thenShows({
          name: 'Glucophage (metformin), 1000 mg twice a day, avg 2000 mg/day',
          nested_items: [],
          time_to: '2026-01-10T00:00:00',
          version: 2,
        }));
    it('say as much of their dates as an external record did', () =>
      spec
        .given(by(recorded({ origin: 'fhir', time_from_precision: 'year', time_to_precision: 'month' }), { system: 'fhir-import' }))
        .thenShows({ date_applies_precision: 'year', time_to_precision: 'month', last_edited_by: null }));
    it('ruling 34: stay with their reason once they were removed, whatever comes after', () =>
      spec
        .given(by(recorded()), by(removed(), assistant), by(redosed('2026-02-01T00:00:00', '850')))
        .thenShows({ ...gone, nested_items: [] }));
  });

  spec.itCoversEveryEvent();
});
