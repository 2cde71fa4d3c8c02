import { Condition } from '../resources/resource.ts';
import { readCondition } from './condition.ts';

const read = (changes: object = {}) =>
  readCondition(
    Condition.parse({
      code: { coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertension' }] },
      clinicalStatus: { coding: [{ code: 'active' }] },
      onsetDateTime: '2019',
      ...changes,
    }),
    '1968-05-02T00:00:00',
  );

describe('a condition', () => {
  it('keeps its foreign code, and has no ICD code by that', () => {
    expect(read()).toEqual({
      kind: 'condition',
      diagnosis: {
        disease: { text: 'Hypertension' },
        coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertension' }],
        time_from: '2019-01-01T00:00:00',
        time_from_precision: 'year',
        time_to: null,
        draft: false,
        clinical_status: 'active',
      },
      without: [],
      notes: [],
    });
    const icd = { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I10', display: 'Hypertension' }] };
    expect(read({ code: icd })).toMatchObject({ diagnosis: { disease: { code: 'I10' } } });
    const spelled = { coding: [{ system: 'urn:oid:2.16.840.1.113883.6.90', code: 'I10', display: 'Hypertension' }] };
    expect(read({ code: spelled })).toMatchObject({ diagnosis: { disease: { code: 'I10' } } });
  });
  it('begins in the year of an age, and otherwise when it was written down', () => {
    expect(read({ onsetDateTime: undefined, onsetAge: { value: '41', unit: 'years', code: 'a' } })).toMatchObject({
      diagnosis: { time_from: '2009-01-01T00:00:00', time_from_precision: 'year' },
    });
    expect(read({ onsetDateTime: undefined, onsetAge: { value: '18', unit: 'months', code: 'mo' } })).toMatchObject({
      diagnosis: { time_from: null },
    });
    expect(read({ onsetDateTime: undefined, onsetAge: { value: '18', unit: 'years', code: 'mo' } })).toMatchObject({
      diagnosis: { time_from: null },
    });
    expect(read({ onsetDateTime: undefined, recordedDate: '2020-05-06' })).toMatchObject({
      diagnosis: { time_from: '2020-05-06T00:00:00' },
    });
    expect(read({ onsetDateTime: undefined })).toMatchObject({ diagnosis: { time_from: null } });
  });
  it('ends in the year of an age, and keeps what it says in words', () => {
    expect(read({ abatementAge: { value: '45', code: 'a' } })).toMatchObject({
      diagnosis: { time_to: '2013-01-01T00:00:00', time_to_precision: 'year' },
    });
    const said = {
      severity: { text: 'Severe' },
      bodySite: [{ text: 'Left eye' }],
      onsetString: 'as a child',
      abatementString: 'long ago',
      note: [{ text: 'seen twice' }],
    };
    expect(read(said)).toMatchObject({
      notes: ['severity Severe', 'body site Left eye', 'onset as a child', 'ended long ago', 'seen twice'],
    });
  });
  it('names a date that it cannot hold, and shows no other one in its place', () => {
    expect(read({ onsetDateTime: '1850', abatementDateTime: '2023-02-30' })).toMatchObject({
      without: ['its onset is no date that can be held', 'its end is no date that can be held'],
    });
  });
  it.each([
    [{ verificationStatus: { coding: [{ code: 'refuted' }] } }, 'refuted'],
    [{ code: { coding: [{ code: '160245001', display: 'No current problems' }] } }, 'it says that there is no problem'],
    [{ code: undefined }, 'it does not say what was diagnosed'],
  ])('that is none is named with its reason: %j', (changes, reason) => expect(read(changes)).toMatchObject({ kind: 'skipped', reason }));
});
