import { Beside, MAX_BESIDE_LENGTH } from '#contracts/wire/beside';
import { References } from '../references.ts';
import type { Json, RawResource } from '../resources/fhir-file.ts';
import { textOf } from '../resources/resource.ts';
import { besideOf } from './elements.ts';
import { noGaps } from './treatment.ts';

const subject = { reference: 'Patient/p1', display: 'Smith, John' };
const patient: RawResource = { resourceType: 'Patient', id: 'p1', name: [{ family: 'Smith', given: ['John'] }] };

/** References of a file with a patient and some resources. */
const file = (...resources: RawResource[]): References => {
  const references = new References();
  for (const resource of [patient, ...resources]) {
    const [type, id] = [textOf(resource, 'resourceType')!, textOf(resource, 'id')!];
    const isNaming = ['Practitioner', 'PractitionerRole', 'Organization', 'Device', 'RelatedPerson'].includes(type);
    references[isNaming ? 'addNamed' : 'add']({ resource }, `${type}/${id}`);
  }
  return references;
};

const said = (resource: RawResource, references = file()) =>
  Object.fromEntries((besideOf({ subject, ...resource }, references) ?? []).map(({ element, text }) => [element, text]));
const observation = (more: RawResource, ...others: RawResource[]) =>
  said({ resourceType: 'Observation', effectiveDateTime: '2024-03-14T23:30:00-05:00', ...more }, file(...others));

describe('words beside a value', () => {
  it('are none where there is nothing to say', () => {
    expect(besideOf({ resourceType: 'Observation', subject }, file())).toBeUndefined();
    expect(besideOf({ resourceType: 'Claim', performer: [{ display: 'Dr. Roe' }] }, file())).toBeUndefined();
  });

  it('say where, how and on what, in the order of the table', () =>
    expect(
      besideOf(
        {
          ...{ resourceType: 'Observation', effectiveDateTime: '2024-03-14', issued: '2024-03-16T08:00:00Z' },
          ...{
            device: { display: 'Analyzer 7' },
            method: { text: 'Photometry' },
            bodySite: { coding: [{ system: 'http://snomed.info/sct', code: '368209003' }] },
          },
          specimen: { reference: 'Specimen/s1' },
        },
        file({
          ...{ resourceType: 'Specimen', id: 's1', type: { text: 'Serum' }, status: 'unsatisfactory', condition: [{ text: 'hemolyzed' }] },
          collection: { collectedDateTime: '2024-03-13', fastingStatusCodeableConcept: { text: 'fasting' } },
        }),
      ),
    ).toEqual([
      { element: 'specimen', text: 'Serum, unsatisfactory, hemolyzed, collected 03/13/2024, fasting' },
      { element: 'bodySite', text: 'SNOMED CT 368209003' },
      { element: 'method', text: 'Photometry' },
      { element: 'device', text: 'Analyzer 7' },
      { element: 'issued', text: '03/16/2024 08:00' },
    ]));

  it('say what people remarked, with who and when, however long it is', () => {
    const note: Json = [{ text: 'Specimen\nhemolyzed', authorString: 'Dr. Lee', time: '2024-03-15' }, { text: 'Repeat' }];
    expect(observation({ note })).toEqual({ 'note.text': 'Specimen hemolyzed, Dr. Lee, 03/15/2024; Repeat' });
    const long = 'word '.repeat(150).trim();
    expect(observation({ note: [{ text: long }] })).toEqual({ 'note.text': long });
  });

  it('say of a diagnosis what has no field', () =>
    expect(
      said({
        resourceType: 'Condition',
        ...{ severity: { text: 'Severe' }, bodySite: [{ text: 'Left eye' }, { text: 'Lid' }], onsetString: 'as a child' },
        ...{ abatementString: 'long ago', note: [{ text: 'seen twice' }] },
      }),
    ).toEqual({
      severity: 'Severe',
      bodySite: 'Left eye; Lid',
      onsetString: 'as a child',
      abatementString: 'long ago',
      'note.text': 'seen twice',
    }));

  it('name who did it: as displayed, as the file has them, by a number, or as they are written', () =>
    expect(
      observation(
        {
          performer: [
            { display: 'Dr. Adams' },
            { reference: 'Practitioner/d1' },
            { reference: 'PractitionerRole/r1' },
            { type: 'Organization', identifier: { value: '1234567893' } },
            { reference: 'Practitioner/absent' },
          ],
        },
        { resourceType: 'Practitioner', id: 'd1', name: [{ prefix: ['Dr.'], given: ['Jane'], family: 'Roe' }] },
        {
          ...{ resourceType: 'PractitionerRole', id: 'r1', practitioner: { reference: 'Practitioner/d1' } },
          ...{ organization: { reference: 'Organization/o1' }, specialty: [{ text: 'Cardiology' }] },
        },
        { resourceType: 'Organization', id: 'o1', name: 'City Hospital' },
      )['performer'],
    ).toBe('Dr. Adams; Dr. Jane Roe; Dr. Jane Roe, Cardiology, City Hospital; Organization number 1234567893'));

  it('never name the patient', () => {
    const performer: Json[] = [
      { reference: 'Patient/p1', display: 'John Smith' },
      { display: 'John Smith' },
      { display: 'Smith, John' },
      { reference: 'Patient/p1/_history/2', display: 'J. Smith' },
    ];
    expect(observation({ performer })['performer']).toBe('the patient');
    const other = { resourceType: 'Patient', id: 'p2', name: [{ family: 'Smith', given: ['Mary'] }] };
    expect(observation({ performer: [{ reference: 'Patient/p2', display: 'Mary Smith' }] }, other)['performer']).toBe('another patient');
    const relative = { resourceType: 'RelatedPerson', id: 'r1', relationship: [{ text: 'mother' }], name: [{ text: 'Mary Smith' }] };
    expect(observation({ performer: [{ reference: 'RelatedPerson/r1' }] }, relative)['performer']).toBe('mother');
  });

  it('say when it was reported only where that is another day, by the clock of the value', () => {
    expect(observation({ issued: '2024-03-15T04:40:00Z' })).toEqual({});
    expect(observation({ issued: '2024-03-15T05:10:00Z' })).toEqual({ issued: '03/15/2024 05:10' });
    expect(observation({ effectiveDateTime: '2024-03', issued: '2024-03-20T08:00:00Z' })).toEqual({});
  });

  it('say what was ordered by whom, and the visit', () =>
    expect(
      observation(
        { basedOn: [{ reference: 'ServiceRequest/q1' }], encounter: { reference: 'Encounter/e1' } },
        {
          ...{ resourceType: 'ServiceRequest', id: 'q1', code: { text: 'Blood count' }, priority: 'urgent', intent: 'order' },
          ...{ requester: { display: 'Dr. Roe' }, reasonCode: [{ text: 'anemia' }] },
        },
        {
          ...{ resourceType: 'Encounter', id: 'e1', class: { code: 'EMER' }, type: [{ text: 'Chest pain visit' }] },
          ...{ reasonCode: [{ text: 'chest pain' }], serviceProvider: { display: 'City Hospital' } },
        },
      ),
    ).toEqual({
      basedOn: 'Blood count, urgent, ordered by Dr. Roe, because of anemia',
      encounter: 'Chest pain visit, emergency, because of chest pain, at City Hospital',
    }));

  it('keep interpretations that are more than one flag, and the end of a period', () => {
    const high = { coding: [{ code: 'H', display: 'High' }] };
    expect(observation({ interpretation: [high] })).toEqual({});
    expect(observation({ interpretation: [high, { text: 'resistant' }] })).toEqual({ interpretation: 'High; resistant' });
    const component = [{ code: { text: 'Systolic' }, interpretation: [{ text: 'clearly too high' }] }];
    expect(observation({ component })).toEqual({ interpretation: 'Systolic: clearly too high' });
    const many = Array.from({ length: 22 }, (_, n) => ({ code: { text: `C${n}` }, interpretation: [{ text: `words ${n}` }] }));
    expect(observation({ component: many })['interpretation']).toMatch(/^C0: words 0; .*; C21: words 21$/);
    const effectivePeriod = { start: '2024-03-14', end: '2024-03-15' };
    expect(observation({ effectivePeriod })).toEqual({ effectivePeriod: 'from 03/14/2024 until 03/15/2024' });
  });

  it.each([
    [{ coding: [{ code: 'A' }], text: 'ESBL producer' }, 'ESBL producer'],
    [{ coding: [{ code: 'A', display: 'ESBL producer' }], text: 'Abnormal' }, 'ESBL producer'],
    [{ coding: [{ code: 'h', display: 'High' }], text: 'critically high' }, 'critically high'],
    [{ coding: [{ code: 'HH', display: 'Critical high' }], text: 'hh' }, undefined],
    [{ coding: [{ code: 'POS', display: 'Positive' }] }, undefined],
    [{ coding: [{ code: 'N' }], text: 'Normal' }, undefined],
    [{ coding: [{ code: 'constructor' }], text: 'odd' }, 'odd'],
  ])('say what an interpretation says besides its flag: %j', (interpretation, text) =>
    expect(observation({ interpretation: [interpretation] })['interpretation']).toBe(text),
  );

  it('tell what was refuted, whatever it is displayed as', () => {
    const refuted = { resourceType: 'Condition', id: 'c', verificationStatus: { coding: [{ code: 'refuted' }] } };
    const order = (condition: RawResource) =>
      said(
        { resourceType: 'MedicationRequest', reasonReference: [{ reference: 'Condition/c', display: 'HIV infection' }] },
        file(condition),
      )['reasonReference'];
    expect(order({ ...refuted, code: { text: 'HIV disease' } })).toBe('HIV disease (refuted)');
    expect(order(refuted)).toBe('HIV infection (refuted)');
    expect(order({ resourceType: 'Condition', id: 'c' })).toBe('HIV infection');
  });

  describe('of what it refers to', () => {
    const gapsOf = (more: RawResource, ...others: RawResource[]) => {
      const gaps = noGaps();
      const parts = besideOf({ resourceType: 'Observation', subject, ...more }, file(...others), gaps);
      return { parts: parts?.map(({ text }) => text), counted: [...gaps.counted], missing: gaps.missing };
    };
    const serum = { resourceType: 'Specimen', id: 's', type: { text: 'Serum' }, condition: [{ text: 'hemolyzed' }] };
    const specimen = { reference: 'Specimen/s' };

    it('tell what is not in the file, also where a display stands for it', () => {
      expect(gapsOf({ specimen: { ...specimen, display: 'Serum' } })).toEqual({
        parts: ['Serum'],
        counted: [],
        missing: new Map([['specimen', new Set(['Serum'])]]),
      });
      expect(gapsOf({ specimen })).toEqual({
        parts: undefined,
        counted: ['specimen (neither named nor in the file)'],
        missing: new Map([['specimen', new Set()]]),
      });
      const collected = { ...serum, collection: { collector: { reference: 'Practitioner/absent' } } };
      expect(gapsOf({ specimen }, collected).missing).toEqual(new Map([['specimen', new Set()]]));
      expect(gapsOf({ specimen }, serum)).toEqual({ parts: ['Serum, hemolyzed'], counted: [], missing: new Map() });
    });

    it.each([
      ['a specimen', { specimen }, { ...serum, subject: { reference: 'Patient/p2' } }],
      ['a contained specimen', { specimen: { reference: '#s' }, contained: [{ ...serum, subject: { reference: 'Patient/p2' } }] }, patient],
    ])('have no word of %s of another patient, and count it', (_what, more, other) => {
      const second = { resourceType: 'Patient', id: 'p2', name: [{ family: 'Doe' }] };
      expect(gapsOf(more, second, other)).toEqual({
        parts: undefined,
        counted: ['specimen (of another patient)'],
        missing: new Map(),
      });
    });

    it.each([['subject'], ['patient']])('have the words of a resource whose %s is the same, or nobody known', (field) => {
      for (const whose of [subject, { reference: 'Group/g' }, { display: 'somebody' }])
        expect(gapsOf({ specimen }, { ...serum, [field]: whose })).toMatchObject({ parts: ['Serum, hemolyzed'], counted: [] });
    });

    it('have no word of what nobody may read, but its display', () => {
      const unread = { ...serum, modifierExtension: [{ url: 'https://a.example/not' }] };
      expect(gapsOf({ specimen }, unread)).toEqual({
        parts: undefined,
        counted: ['specimen (of an unknown meaning)'],
        missing: new Map(),
      });
      expect(gapsOf({ specimen: { ...specimen, display: 'Blood' } }, { ...serum, implicitRules: 'https://a.example' }).parts).toEqual([
        'Blood',
      ]);
    });

    it('count the entries of a longer list in it', () => {
      const processing = Array.from({ length: 25 }, (_, n) => ({ description: `step ${n}` }));
      expect(gapsOf({ specimen }, { ...serum, processing }).parts![0]).toMatch(/step 19, and 5 more \(processing\)$/);
    });
  });

  it('reach what the resource contains, and end in a ring', () => {
    const contained = [{ resourceType: 'Practitioner', id: 'd', name: [{ text: 'Dr. Within' }] }];
    expect(observation({ contained, performer: [{ reference: '#d' }, { reference: '#absent' }] })['performer']).toBe('Dr. Within');
    const ring = { resourceType: 'ServiceRequest', id: 'q1', code: { text: 'A' }, requester: { reference: 'PractitionerRole/r' } };
    const role = {
      resourceType: 'PractitionerRole',
      id: 'r',
      practitioner: { reference: 'PractitionerRole/r' },
      code: [{ text: 'nurse' }],
    };
    expect(observation({ basedOn: [{ reference: 'ServiceRequest/q1' }] }, ring, role)['basedOn']).toBe('A, ordered by nurse');
  });

  it('are cut, cleaned and said once, whatever a sender writes', () => {
    const name = `Dr.\u0000\n\u202eRoe ${'x'.repeat(100_000)}`;
    const many = Array.from({ length: 5000 }, (_, n) => ({ display: `${n} ${name}` }));
    const parts = besideOf({ resourceType: 'Observation', subject, performer: many, method: { text: name }, issued: name }, file());
    expect(Beside.safeParse(parts).success).toBe(true);
    expect(parts!.every(({ text }) => text.length <= MAX_BESIDE_LENGTH && !/[\p{Cc}\u202e]/u.test(text))).toBe(true);
    expect(parts!.find(({ element }) => element === 'performer')!.text).toMatch(/ …$/);
    const short = besideOf({ resourceType: 'Observation', performer: Array.from({ length: 30 }, () => ({ display: 'A' })) }, file());
    expect(short).toEqual([{ element: 'performer', text: 'A; and 10 more' }]);
  });

  it('come from no odd shape', () => {
    const odd = { performer: 'Dr. Roe', specimen: [null, 5, []], encounter: true, basedOn: { reference: {} }, method: { coding: 'x' } };
    expect(besideOf({ resourceType: 'Observation', ...odd } as never, file())).toBeUndefined();
  });
});

describe('words beside a diagnosis', () => {
  it('say stage, evidence and who says so, and when it was recorded if that is another day', () =>
    expect(
      said(
        {
          ...{ resourceType: 'Condition', onsetDateTime: '2020-05', recordedDate: '2021-02-03', severity: { text: 'Severe' } },
          ...{ asserter: { display: 'Dr. Roe' }, stage: [{ summary: { text: 'Stage II' }, type: { text: 'clinical' } }] },
          ...{ evidence: [{ code: [{ text: 'cough' }], detail: [{ reference: 'Observation/o1' }] }], onsetAge: { value: '52', unit: 'a' } },
        },
        file({ resourceType: 'Observation', id: 'o1', code: { text: 'Chest film' } }),
      ),
    ).toEqual({
      ...{ severity: 'Severe', onsetAge: 'at 52 years', stage: 'clinical; Stage II', evidence: 'cough; Chest film' },
      ...{ asserter: 'Dr. Roe', recordedDate: '02/03/2021' },
    }));

  it('leave out the recorded date where it is the onset', () => {
    expect(said({ resourceType: 'Condition', recordedDate: '2021-02-03' })).toEqual({});
    expect(said({ resourceType: 'Condition', recordedDate: '2021-02-03', onsetDateTime: '2021-02-03T08:00:00Z' })).toEqual({});
  });
});

describe('words beside a treatment', () => {
  it('say who ordered it and why, what is to be dispensed, and what the product is made of', () =>
    expect(
      said(
        {
          ...{
            resourceType: 'MedicationRequest',
            status: 'stopped',
            statusReason: { text: 'rash' },
            priority: 'stat',
            reportedBoolean: true,
          },
          ...{
            medicationReference: { reference: 'Medication/m1' },
            requester: { display: 'Dr. Roe' },
            performer: { display: 'Nurse Lee' },
          },
          ...{ reasonReference: [{ reference: 'Condition/c1' }], courseOfTherapyType: { text: 'Continuous' }, authoredOn: '2024-03-01' },
          dosageInstruction: [
            {
              timing: { repeat: { boundsPeriod: { start: '2024-03-10' } } },
              doseAndRate: [
                { type: { text: 'ordered' }, doseQuantity: { value: '5', unit: 'mg' } },
                { type: { text: 'calculated' }, doseQuantity: { value: '4.8', unit: 'mg' } },
              ],
            },
          ],
          dispenseRequest: {
            quantity: { value: '30', unit: 'tablets' },
            numberOfRepeatsAllowed: '3',
            initialFill: { duration: { value: '7', code: 'd' } },
          },
          substitution: { allowedBoolean: false, reason: { text: 'allergy to a filler' } },
        },
        file(
          { resourceType: 'Condition', id: 'c1', code: { text: 'Hypertension' } },
          {
            resourceType: 'Medication',
            id: 'm1',
            batch: { lotNumber: 'A17', expirationDate: '2025-01' },
            manufacturer: { display: 'Acme' },
          },
        ),
      ),
    ).toEqual({
      ...{ statusReason: 'rash', medicationReference: 'lot A17, expires 01/2025, made by Acme' },
      ...{ dosageInstruction: 'ordered: 5 mg; calculated: 4.8 mg', reasonReference: 'Hypertension', courseOfTherapyType: 'Continuous' },
      ...{ dispenseRequest: 'quantity 30 tablets; refills: 3; first fill for 7 days', priority: 'stat', authoredOn: '03/01/2024' },
      ...{ requester: 'Dr. Roe', reportedBoolean: 'not the original order, but what somebody told of it', performerType: 'Nurse Lee' },
      substitution: 'not allowed; because of allergy to a filler',
    }));

  it('say who told of it', () =>
    expect(
      said({
        ...{
          resourceType: 'MedicationStatement',
          effectiveDateTime: '2024-01-01',
          dateAsserted: '2024-03-01',
          category: { text: 'Outpatient' },
        },
        ...{ informationSource: { reference: 'Patient/p1' }, statusReason: [{ text: 'cost' }], reasonCode: [{ text: 'pain' }] },
      }),
    ).toEqual({
      ...{ statusReason: 'cost', reasonCode: 'pain', dateAsserted: '03/01/2024', informationSource: 'the patient', category: 'Outpatient' },
    }));

  it('say who gave it', () =>
    expect(
      said({
        ...{ resourceType: 'MedicationAdministration', status: 'not-done', statusReason: [{ text: 'vomiting' }] },
        ...{
          performer: [{ function: { text: 'Nurse' }, actor: { display: 'Ann Lee' } }],
          dosage: { rateQuantity: { value: '5', unit: 'mL/h' } },
        },
      }),
    ).toEqual({ statusReason: 'vomiting', dosage: 'at a rate of 5 mL/h', performer: 'Nurse, Ann Lee' }));
});

describe('words beside a report', () => {
  it('say who interpreted it, its codes and its labels', () =>
    expect(
      said({
        ...{ resourceType: 'DiagnosticReport', category: [{ text: 'Radiology' }], conclusionCode: [{ text: 'Pneumonia' }] },
        ...{
          resultsInterpreter: [{ display: 'Dr. Roe' }],
          imagingStudy: [{ reference: 'ImagingStudy/i1' }],
          issued: '2024-03-14T10:00:00Z',
        },
        meta: {
          security: [
            { code: 'R', display: 'restricted' },
            { code: 'N', display: 'normal' },
          ],
        },
        media: [{ comment: 'left lung', link: { reference: 'Media/m1' } }],
      }),
    ).toEqual({
      ...{ conclusionCode: 'Pneumonia', issued: '03/14/2024 10:00', category: 'Radiology', resultsInterpreter: 'Dr. Roe' },
      ...{ media: 'left lung', security: 'restricted' },
    }));
});
