import type { DiagnosisEvent } from '#contracts/diagnoses/diagnoses';
import { ITEM_ID as diagnosis_id, itemEvents, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { diagnoses, type DiagnosisDocument } from './diagnoses.projection.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const assistant = '77777777-7777-4777-8777-777777777777';
const doctor = metaOf(0).actor as { user_id: string };

const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };
const content = { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false };
const source = { system: 'St. Gallen', reference: 'Condition/7', version: '1' };

const here = (event: DiagnosisEvent, actor?: object): Given<DiagnosisEvent> => ({
  event,
  meta: { organization_id, ...(actor ? { actor: actor as never } : {}) },
});
const events = itemEvents<DiagnosisEvent>({ id: 'diagnosis_id', event: 'Diagnosis', content });
const recorded = (change: object = {}, actor?: object) => here(events.recorded(change), actor);
const corrected = (change: object = {}, actor?: object) => here(events.corrected(change), actor);
const removed = here(events.removed());

const view: DiagnosisDocument = {
  id: diagnosis_id,
  patient_id,
  organization_id,
  type: 'Diagnosis',
  icd: 'I10',
  disease: hypertension,
  disease_name: hypertension.text,
  time_from: content.time_from,
  time_to: null,
  date_applies: content.time_from,
  parameters: [{ parameter_id: 'I10' }],
  ongoing: true,
  last_day: '9999-12-31',
  draft: false,
  origin: 'manual',
  comment: 'New entry',
  last_edited_by: doctor.user_id,
  recorded_at: metaOf(0).recorded_at,
  version: 0,
};

describe('diagnoses', () => {
  const spec = projectionSpec(diagnoses);

  it('shows a recorded diagnosis with code, text and release as they were chosen', () =>
    spec.given(recorded()).then({ [diagnosis_id]: view }));
  it('takes over a correction, and what it replaced', () =>
    spec.given(recorded(), corrected({ disease: asthma, time_to: '2024-05-01T00:00:00' }, { user_id: assistant, role: 'Assistant' })).then({
      [diagnosis_id]: {
        ...view,
        icd: 'J45.909',
        disease: asthma,
        disease_name: asthma.text,
        parameters: [{ parameter_id: 'J45.909' }],
        time_to: '2024-05-01T00:00:00',
        ongoing: false,
        last_day: '2024-05-01',
        comment: 'Typing error',
        last_edited_by: assistant,
        recorded_at: metaOf(1).recorded_at,
        corrected_from: { disease: hypertension, time_from: content.time_from, time_to: null, at: metaOf(1).recorded_at },
        version: 1,
      },
    }));
  it('ruling 34: keeps the fact that was replaced through later corrections until it says the same again', () => {
    const fact = { disease: hypertension, time_from: content.time_from, time_to: null, at: metaOf(1).recorded_at };
    spec
      .given(recorded(), corrected({ disease: asthma, draft: true }), corrected({ disease: asthma }))
      .thenShows({ disease: asthma, corrected_from: fact });
    spec.given(recorded(), corrected({ disease: asthma, draft: true }), corrected()).then({
      [diagnosis_id]: { ...view, comment: 'Typing error', recorded_at: metaOf(2).recorded_at, version: 2 },
    });
  });
  it('ruling 24: takes nothing a draft said for a fact that was corrected', () =>
    spec.given(recorded({ disease: asthma, draft: true }), corrected()).then({
      [diagnosis_id]: { ...view, comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 },
    }));
  it('ruling 31: a date that says only its year or month lasts to its end', () => {
    const until = (time_to: string, time_to_precision: string) => recorded({ origin: 'fhir', source, time_to, time_to_precision });
    spec.given(until('2019-01-01T00:00:00', 'year')).thenShows({ last_day: '2019-12-31', time_to_precision: 'year', ongoing: false });
    spec.given(until('2024-02-01T00:00:00', 'month')).thenShows({ last_day: '2024-02-29' });
  });
  it('ruling 17: shows what an external record says, without a code, without a start, resolved nobody knows when', () => {
    const odd = {
      origin: 'fhir',
      source,
      disease: { text: 'Hypertonie  essentiell' },
      coding: [{ system: 'http://snomed.info/sct', code: '38341003' }],
      time_from: null,
      time_from_precision: 'day',
      time_from_offset: '-05:00',
      time_to_offset: '+00:00',
      clinical_status: 'resolved',
      verification_status: 'provisional',
    };
    spec.given(recorded(odd, { system: 'fhir-import' })).thenShows({
      icd: null,
      disease_name: 'Hypertonie  essentiell',
      parameters: [{ parameter_id: 'hypertonie essentiell' }],
      coding: odd.coding,
      source,
      time_from: null,
      time_from_offset: '-05:00',
      time_to_offset: '+00:00',
      date_applies: null,
      clinical_status: 'resolved',
      verification_status: 'provisional',
      ongoing: false,
      last_day: '0000-00-00',
      last_edited_by: null,
    });
  });
  it('ruling 64: a diagnosis of a visit does not last, and is active only where its source says so', () => {
    const visit = (more: object = {}) => recorded({ origin: 'fhir', source, of_visit: true, ...more });
    spec.given(visit()).thenShows({ of_visit: true, ongoing: false, last_day: '0000-00-00' });
    spec.given(visit({ clinical_status: 'active' })).thenShows({ ongoing: false, last_day: '9999-12-31' });
  });
  it('follows the external record to its next version, and drops what it no longer says', () => {
    const newer = { ...source, version: '2' };
    spec.given(recorded({ origin: 'fhir', source, clinical_status: 'resolved' }), corrected({ source: newer })).then({
      [diagnosis_id]: { ...view, origin: 'fhir', source: newer, comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 },
    });
    spec.given(recorded({ origin: 'fhir', source }), corrected()).thenShows({ source });
  });
  it('drops a removed diagnosis, and ignores what comes after and what it does not know', () => {
    spec.given(recorded(), removed).then({ [diagnosis_id]: null });
    spec.given(recorded(), removed, corrected()).then({ [diagnosis_id]: null });
    spec.given(corrected()).thenNothing();
  });
  spec.itCoversEveryEvent();
});
