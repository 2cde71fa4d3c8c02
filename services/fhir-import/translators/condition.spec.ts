import { Condition, Encounter } from '../resources/resource.ts';
import { readCondition } from './condition.ts';

const read = (changes: object = {}, visit?: Encounter) =>
  readCondition(
    Condition.parse({
      code: { coding: [{ system: 'http://snomed.info/sct', code: '38341003', display: 'Hypertension' }] },
      clinicalStatus: { coding: [{ code: 'active' }] },
      onsetDateTime: '2019',
      ...changes,
    }),
    '1968-05-02T00:00:00',
    visit,
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
  it('ends in the year of an age', () =>
    expect(read({ abatementAge: { value: '45', code: 'a' } })).toMatchObject({
      diagnosis: { time_to: '2013-01-01T00:00:00', time_to_precision: 'year' },
    }));
  describe('of a visit', () => {
    const visits = { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-category', code: 'encounter-diagnosis' }] };
    const undated = { category: [visits], clinicalStatus: undefined, onsetDateTime: undefined };
    const encounter = Encounter.parse({ period: { start: '2021-11-15T09:30:00-05:00', end: '2021-11-15' } });
    it('stands on the day of the visit, otherwise on that of its record, and has no end', () => {
      const ofDay = { of_visit: true, time_to: null, time_from: '2021-11-15T09:30:00', time_from_offset: '-05:00' };
      expect(read({ ...undated, recordedDate: '2021-12-01' }, encounter)).toMatchObject({ diagnosis: ofDay });
      const written = { of_visit: true, time_from: '2021-12-01T00:00:00', time_to: null };
      expect(read({ ...undated, recordedDate: '2021-12-01' })).toMatchObject({ diagnosis: written });
      expect(read({ ...undated, recordedDate: '2021-12-01', onsetDateTime: '2015-05' })).toMatchObject({
        diagnosis: written,
        onset: '05/2015',
      });
      const dated = read({ ...undated, onsetDateTime: '2015' });
      expect(dated).toMatchObject({ diagnosis: { time_from: '2015-01-01T00:00:00' } });
      expect(dated).not.toHaveProperty('onset');
      expect(read({ ...undated, onsetPeriod: { start: '2021-11-01', end: '2021-11-20' } })).toMatchObject({
        diagnosis: { time_to: null },
        onset: 'until 11/20/2021',
      });
    });
    it.each([
      ['another spelling of the system', [{ coding: [{ system: 'urn:local', code: 'encounter-diagnosis' }] }]],
      ['words', [{ text: 'Encounter Diagnosis' }]],
    ])('is recognised by %s', (_name, category) => expect(read({ ...undated, category })).toMatchObject({ diagnosis: { of_visit: true } }));
    it.each([
      ['is on the list of problems too', { category: [visits, { coding: [{ code: 'problem-list-item' }] }] }, null],
      ['is a concern', { category: [{ coding: [{ code: 'encounter-diagnosis' }, { code: 'health-concern' }] }] }, null],
      ['has an end', { category: [visits], abatementDateTime: '2021-12-24' }, '2021-12-24T00:00:00'],
      ['has no category', {}, null],
    ])('is none where it %s', (_name, changes, time_to) => {
      const found = read({ onsetDateTime: '2019', ...changes }, encounter);
      expect(found).toMatchObject({ diagnosis: { time_from: '2019-01-01T00:00:00', time_to } });
      expect(found).not.toMatchObject({ diagnosis: { of_visit: true } });
    });
  });
  it.each([
    [{ coding: [{ code: 'Active' }] }, 'active'],
    [{ text: 'Active' }, 'active'],
    [{ coding: [{ system: 'http://snomed.info/sct', code: '55561003', display: 'Active' }] }, 'active'],
    [{ coding: [{ system: 'http://snomed.info/sct', code: '55561003' }, { code: 'recurrence' }] }, 'recurrence'],
    [{ coding: [{ code: 'ongoing' }] }, 'ongoing'],
  ])('has its status under the code of FHIR: %j', (clinicalStatus, status) =>
    expect(read({ clinicalStatus })).toMatchObject({ diagnosis: { clinical_status: status } }),
  );
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
