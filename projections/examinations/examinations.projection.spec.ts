import type { ExaminationEvent, Measurement } from '#contracts/examinations/examinations';
import { ITEM_ID as examination_id, itemEvents, PATIENT_ID as patient_id } from '#tests/support/item-events';
import { type Given, metaOf, projectionSpec } from '#tests/support/projection-spec';
import { examinations } from './examinations.projection.ts';

const organization_id = '66666666-6666-4666-8666-666666666666';
const assistant = '77777777-7777-4777-8777-777777777777';
const doctor = metaOf(0).actor as { user_id: string };

const pulse: Measurement = { entry_id: 'a', parameter_id: null, parameter_name: 'Heart rate', parameter_value: '720', unit: '/min' };
const height: Measurement = {
  ...pulse,
  entry_id: 'h',
  parameter_name: 'Height',
  parameter_value: '170',
  unit: 'cm',
  normalization_type: 'Height',
};
const content = { collected: '2026-02-14T08:30:00', draft: false, note_writer: 'Helen Hart', measurements: [pulse] };

const { recorded, corrected: correctedIn, removed } = itemEvents<ExaminationEvent>({ id: 'examination_id', event: 'Examination', content });
const corrected = (measurements: Measurement[]) => correctedIn({ measurements });
const here = (event: ExaminationEvent, meta: object = {}): Given<ExaminationEvent> => ({ event, meta: { organization_id, ...meta } });

const view = {
  id: examination_id,
  type: 'Examination' as const,
  patient_id,
  organization_id,
  ...content,
  date_applies: content.collected,
  origin: 'manual' as const,
  comment: 'New entry',
  last_edited_by: doctor.user_id,
  recorded_at: metaOf(0).recorded_at,
  has_height: false,
  version: 0,
};

describe('examinations', () => {
  const spec = projectionSpec(examinations);

  it('shows a recorded examination', () => spec.given(here(recorded())).then({ [examination_id]: view }));
  it('ruling 34: takes over a correction, and what each value replaced', () =>
    spec
      .given(here(recorded()), here(corrected([{ ...pulse, parameter_value: '72' }]), { actor: { user_id: assistant, role: 'Assistant' } }))
      .then({
        [examination_id]: {
          ...view,
          measurements: [{ ...pulse, parameter_value: '72', corrected_from: { value: '720', unit: '/min', at: metaOf(1).recorded_at } }],
          comment: 'Typing error',
          last_edited_by: assistant,
          recorded_at: metaOf(1).recorded_at,
          version: 1,
        },
      }));
  it('ruling 24: takes no value of a draft for a fact that was corrected, nor its height for a known one', () => {
    spec
      .given(here(recorded({ draft: true, measurements: [pulse, height] })), here(corrected([{ ...pulse, parameter_value: '72' }])))
      .thenShows({ draft: false, has_height: false, measurements: [{ ...pulse, parameter_value: '72' }] });
    spec.given(here(recorded({ draft: true, measurements: [height] }))).thenShows({ has_height: false });
  });
  it('knows whether it measured a height that a Bmi can be computed with', () => {
    spec.given(here(recorded({ measurements: [height] }))).thenShows({ has_height: true });
    spec.given(here(recorded({ measurements: [{ ...height, unit: '' }] }))).thenShows({ has_height: false });
    spec.given(here(recorded({ measurements: [{ ...height, comparator: '>' }] }))).thenShows({ has_height: false });
    spec.given(here(recorded({ measurements: [height] })), here(corrected([pulse]))).thenShows({ has_height: false });
  });
  it('ruling 31: keeps how much of a date an external record said', () => {
    const source = { system: 'A clinic', reference: 'Observation/1', version: '1' };
    spec
      .given(
        here(recorded({ origin: 'fhir', source, collected: '2019-01-01T00:00:00', collected_precision: 'year' }), {
          actor: { system: 'fhir-import' },
        }),
      )
      .thenShows({ collected_precision: 'year', source, origin: 'fhir', last_edited_by: null });
    spec.given(here(recorded({ collected: null }))).thenShows({ collected: null, date_applies: null, has_height: false });
  });
  it('ruling 4: keeps the offset of the clock, for as long as it is said', () => {
    const sent = { collected_offset: '-05:00' };
    spec.given(here(recorded(sent))).thenShows(sent);
    spec.given(here(recorded(sent)), here(correctedIn({ collected_offset: '+01:00' }))).thenShows({ collected_offset: '+01:00' });
    const afterwards = { comment: 'Typing error', recorded_at: metaOf(1).recorded_at, version: 1 };
    spec.given(here(recorded(sent)), here(corrected([pulse]))).then({ [examination_id]: { ...view, ...afterwards } });
  });
  it('drops a removed examination, and ignores what happens to it afterwards', () => {
    spec.given(here(recorded()), here(removed()), here(corrected([pulse]))).then({ [examination_id]: null });
    spec.given(here(corrected([pulse]))).thenNothing();
  });
  spec.itCoversEveryEvent();
});
