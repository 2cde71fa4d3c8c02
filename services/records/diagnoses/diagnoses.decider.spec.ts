import fc from '#tests/support/fast-check';
import { describeItem, describeItemOfOneRecord, itemMessages, ofOneRecord } from '#tests/support/item-suite';
import { specify } from '#tests/support/specify';
import { diagnosis } from './diagnoses.decider.ts';

const hypertension = { id: 'I10', code: 'I10', text: 'Essential (primary) hypertension', release: '2026' };
const asthma = { id: 'J45.909', code: 'J45.909', text: 'Unspecified asthma, uncomplicated', release: '2026' };
const kind = {
  decider: diagnosis,
  id: 'diagnosis_id',
  event: 'Diagnosis',
  code: 'diagnosis',
  content: { disease: hypertension, time_from: '2024-02-29T00:00:00', time_to: null, draft: false },
  other: { disease: asthma },
  ...ofOneRecord('Condition/7'),
  accepted: { code: 'future-date' as const, field: 'time_from', text: '02/29/2024 is in the future. Is that right?' },
  changes: fc.record({ draft: fc.boolean(), disease: fc.constantFrom(hypertension, asthma) }),
};
const { record, correct, take, recorded, corrected, imported } = itemMessages(kind);
const given = specify(diagnosis);

describeItem('a diagnosis', kind);
describeItemOfOneRecord('a diagnosis', kind);

describe('a diagnosis', () => {
  it('keeps a retired code apart from the present one: another release is a correction', () => {
    const disease = { ...hypertension, release: '2027' };
    given(recorded()).when(correct({ disease })).then(corrected({ disease }));
  });
  it('ends, and lasts again', () => {
    const time_to = '2024-03-01T00:00:00';
    given(recorded()).when(correct({ time_to })).then(corrected({ time_to }));
    given(recorded(), corrected({ time_to })).when(correct()).then(corrected());
  });
  it.each(['2024-02-28T00:00:00', '2024-02-29T00:00:00', '2024-02-29T12:00:00'])(
    'does not end on or before its first day: %s',
    (time_to) => {
      given().when(record({ time_to })).thenRefuses('diagnosis-dates', ['time_to']);
      given(recorded()).when(correct({ time_to })).thenRefuses('diagnosis-dates', ['time_to']);
    },
  );
  it('ruling 17: is taken from an external record as it says, whatever the form would ask', () => {
    const odd = {
      disease: { text: 'Hypertonie' },
      time_from: null,
      time_to: '2019-01-01T00:00:00',
      time_to_precision: 'year',
      coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertensive disorder' }],
      clinical_status: 'resolved',
      verification_status: 'provisional',
    };
    given().when(take('1', odd)).then(imported('1', odd));
    const backwards = { time_from: '2020-01-01T00:00:00', time_to: '2019-01-01T00:00:00' };
    given().when(take('1', backwards)).then(imported('1', backwards));
  });
});
